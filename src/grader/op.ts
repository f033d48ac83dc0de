import { contentHash } from '../hash.js';
import type { OpVerdict } from '../verdict.js';
import type { PreparedItem } from './item.js';

/** How an op looks: inspect the artefact, run it, or ask a model one narrow question. */
export type OpTier = 'static' | 'execution' | 'judge';

/** Where an op came from: the hand-written start, an anchor miss, or an unlabelled gap. */
export type OpOrigin = 'seed' | 'miss' | 'gap';

/** What an op does: a Python function `check(item)` run in the sandbox, or a yes/no question to a judge (yes = drawback). */
export type Check =
  | { readonly kind: 'python'; readonly source: string }
  | { readonly kind: 'question'; readonly question: string };

/** A drawback detector as data: with the engine's version it reproduces every verdict anywhere. */
export interface OpSpec {
  /** Unique in its pool; letters, digits and `_ - . :`, not starting with a digit. */
  readonly name: string;
  readonly failureClass: string;
  readonly tier: OpTier;
  readonly origin: OpOrigin;
  /** The grader round in which it was born; 0 for seeds. */
  readonly bornAt: number;
  readonly check: Check;
  /** One sentence for people: what a drawback of this op means. */
  readonly description: string;
}

/** Why an op said nothing. `precondition` is a real abstention; the others are counted as faults of the op. */
export type AbstainReason = 'precondition' | 'raised' | 'timed-out' | 'nonsense' | 'no-check' | 'unscored';

/** One op's finding on one item. */
export interface OpFinding {
  readonly verdict: OpVerdict;
  /** Set when the verdict is ABSTAIN. */
  readonly reason?: AbstainReason;
  /** The error or the nonsense that was returned, shortened. */
  readonly detail?: string;
}

/** Port: who runs ops. Findings come back as `[op][item]`, in the order given. Never throws for a fault of an op. */
export interface OpRunner {
  run(ops: readonly OpSpec[], items: readonly PreparedItem[]): Promise<readonly (readonly OpFinding[])[]>;
  /** The versions that verdicts depend on, e.g. `{ python: 'pyodide 314.0.7' }`; part of cache keys and grader files. */
  readonly engines: Readonly<Record<string, string>>;
}

/** The content identity of what an op does (its name and history do not count). */
export function checkHash(op: OpSpec): string {
  return contentHash(op.check);
}
