import type { ModelRole } from './cast.js';
import { differences, fieldsOf, type CallFields, type CallIdentity } from './model-call.js';
import type { TokenUsage } from './prices.js';

/** For whom a call is made: where its cost is booked. */
export interface CallScope {
  /** e.g. `r3`; empty outside a run. */
  readonly run: string;
  readonly arm: string;
  readonly seed: number | null;
  /** e.g. `screening`, `grader`, `skill`. */
  readonly phase: string;
  readonly round: number | null;
}

/** Nobody in particular. */
export const noScope: CallScope = { run: '', arm: '', seed: null, phase: '', round: null };

/** What a model said, as it is stored. `truncated` and `refused` are answers too: paid for, found again, never a verdict. */
export interface StoredAnswer {
  readonly outcome: 'answered' | 'truncated' | 'refused';
  readonly text: string;
  readonly stopReason: string | null;
  /** The model that the server says answered. */
  readonly servedBy: string | null;
  /** Null where the server did not say. */
  readonly usage: TokenUsage | null;
}

/** One request that was sent. */
export interface SentCall {
  readonly key: string;
  readonly identity: CallIdentity;
  readonly scope: CallScope;
  /** Null for an attempt that failed. */
  readonly answer: StoredAnswer | null;
  /** Null unless it failed. */
  readonly error: string | null;
  /** From 1. */
  readonly attempt: number;
  /** What the reported usage costs; null where usage or price is unknown. */
  readonly costMicroUsd: number | null;
  /** The most that it can have cost where the usage is unknown; null where nothing can have been charged, or the price is unknown. */
  readonly atMostMicroUsd: number | null;
  readonly sentAt: string;
  readonly tookMs: number;
}

/** What a run has spent so far. */
export interface Spent {
  /** Requests of which an answer is stored. */
  readonly calls: number;
  /** Known cost and the upper bounds of unknown ones. */
  readonly microUsd: number;
}

/** Port: where calls are kept, implemented by the store and in memory. */
export interface CallStore {
  find(key: string): StoredAnswer | undefined;
  /** Writes request, answer, usage and cost as one. */
  record(call: SentCall): void;
  /** Counts that a stored answer was used again. */
  reused(scope: CallScope, role: ModelRole, model: string): void;
  /** The stored answer of the same part whose call has most fields in common, the newest of them. */
  nearest(fields: CallFields): CallFields | undefined;
  spent(run: string): Spent;
}

/** A call store in memory, for tests and for single use. */
export function memoryCallStore(): CallStore & {
  readonly sent: readonly SentCall[];
  readonly reuses: readonly { readonly scope: CallScope; readonly role: ModelRole; readonly model: string }[];
} {
  const sent: SentCall[] = [];
  const reuses: { readonly scope: CallScope; readonly role: ModelRole; readonly model: string }[] = [];
  const answers = new Map<string, StoredAnswer>();
  return {
    sent,
    reuses,
    find: (key) => answers.get(key),
    record: (call) => {
      sent.push(call);
      if (call.answer !== null) answers.set(call.key, call.answer);
    },
    reused: (scope, role, model) => {
      reuses.push({ scope, role, model });
    },
    nearest: (fields) => {
      let best: { readonly fields: CallFields; readonly differing: number } | undefined;
      for (const { answer, identity } of sent) {
        if (answer === null || identity.role !== fields.role) continue;
        const stored = fieldsOf(identity);
        const differing = differences(fields, stored).length;
        if (best === undefined || differing <= best.differing) best = { fields: stored, differing };
      }
      return best?.fields;
    },
    spent: (run) => {
      const ofRun = sent.filter(({ scope }) => scope.run === run);
      return {
        calls: ofRun.filter(({ answer }) => answer !== null).length,
        microUsd: ofRun.reduce((sum, call) => sum + (call.costMicroUsd ?? call.atMostMicroUsd ?? 0), 0),
      };
    },
  };
}
