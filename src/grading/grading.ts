import type { Family, Truth } from '../families/family.js';
import type { Cache, CacheKind } from '../grader/cache.js';
import { itemHash, unscoredReason, type Item, type PreparedItem, type RootFinding } from '../grader/item.js';
import { checkHash, type OpFinding, type OpRunner, type OpSpec } from '../grader/op.js';
import { contentHash, sha256 } from '../hash.js';
import type { Json } from '../json.js';
import type { Roles } from '../roles/roles.js';
import type { PythonSandbox } from '../sandbox/python/python-sandbox.js';
import { checkDriverVersion, runPythonCheck } from './python-checks.js';

/** Wires a family's root and truth, the sandbox and the judge, with caches; the one place where ops are run. */
export interface Grading extends OpRunner {
  /** Runs the family's root on each item (cached). */
  prepare(items: readonly Item[]): Promise<readonly PreparedItem[]>;
  /** The deterministic truth of each item (cached). Never called by selection. */
  truths(items: readonly Item[]): Promise<readonly Truth[]>;
}

/** What grading is made of. */
export interface GradingParts {
  readonly family: Family;
  readonly roles: Pick<Roles, 'identity' | 'judge'>;
  readonly sandbox: PythonSandbox;
  readonly cache: Cache;
}

/**
 * Joins a family, a judge, a sandbox and a cache into an op runner.
 *
 * Cached under hashes of all that they depend on: findings (check, task, output, facts, engine; a question's also the
 * judge's identity and draw), roots and truths (family version, task, output). Time-outs and unscored answers are not.
 */
export function createGrading({ family, roles, sandbox, cache }: GradingParts): Grading {
  const judgeName = `${roles.identity.kind} ${roles.identity.name} ${roles.identity.version}`;
  const engines = { python: sandbox.engine, judge: judgeName };
  const running = new Map<string, Promise<Json>>();

  // What was found before, by object: hashing an item costs more than everything else in a round whose verdicts are known.
  const preparedOf = new WeakMap<Item, PreparedItem>();
  const truthOf = new WeakMap<Item, Truth>();

  /** Reads the cache, or computes once for all who ask at the same time. */
  const cached = async <T extends object>(
    kind: CacheKind,
    key: string,
    compute: () => Promise<T>,
    keep: (value: T) => boolean,
  ): Promise<T> => {
    const known = cache.get(kind, key);
    if (known !== undefined) return known as T;
    const id = `${kind}:${key}`;
    let promise = running.get(id);
    if (promise === undefined) {
      promise = compute()
        .then((value) => {
          if (keep(value)) cache.put(kind, key, value as Json);
          return value as Json;
        })
        .finally(() => running.delete(id));
      running.set(id, promise);
    }
    return (await promise) as T;
  };

  const root = async (item: Item): Promise<RootFinding> =>
    cached(
      'root',
      contentHash([family.name, family.version, itemHash(item)]),
      // There is nothing to look at; every op then abstains, and so does the grader.
      async (): Promise<RootFinding> =>
        unscoredReason(item.output) === null ? family.root(item) : { verdict: 'CLEAN', facts: {} },
      (finding) => finding.timedOut === undefined,
    );

  const truth = async (item: Item): Promise<Truth> =>
    cached(
      'truth',
      contentHash([family.name, family.version, itemHash(item)]),
      async () => {
        const reason = unscoredReason(item.output);
        return reason === null ? family.truth(item) : { outcome: 'unscored', reason };
      },
      isFinal,
    );

  const runPython = async (
    op: OpSpec,
    source: string,
    items: readonly PreparedItem[],
  ): Promise<readonly OpFinding[]> => {
    const check = checkHash(op);
    const keys = items.map((item) =>
      sha256(`${check} ${preparedHash(item)} ${sandbox.engine} ${checkDriverVersion}`),
    );
    const findings = keys.map((key) => cache.get('finding', key) as unknown as OpFinding | undefined);
    const missing = findings.flatMap((finding, index) => (finding === undefined ? [index] : []));
    const fresh = await runPythonCheck(
      sandbox,
      source,
      missing.map((index) => items[index] as PreparedItem),
    );
    for (const [position, index] of missing.entries()) {
      const finding = fresh[position] as OpFinding;
      findings[index] = finding;
      if (isCacheable(finding)) cache.put('finding', keys[index] as string, finding as unknown as Json);
    }
    return findings as OpFinding[];
  };

  const runQuestion = async (
    op: OpSpec,
    question: string,
    items: readonly PreparedItem[],
  ): Promise<readonly OpFinding[]> =>
    Promise.all(
      items.map(async ({ item }) =>
        cached(
          'finding',
          contentHash([question, op.failureClass, itemHash(item), judgeName, family.version, '0']),
          () => roles.judge({ question, failureClass: op.failureClass, item, draw: '0' }),
          isCacheable,
        ),
      ),
    );

  return {
    engines,
    prepare: async (items) =>
      allKnown(items, preparedOf) ??
      Promise.all(
        items.map(async (item) => {
          const known = preparedOf.get(item);
          if (known !== undefined) return known;
          const prepared = { item, root: await root(item) };
          if (prepared.root.timedOut === undefined) preparedOf.set(item, prepared);
          return prepared;
        }),
      ),
    truths: async (items) =>
      allKnown(items, truthOf) ??
      Promise.all(
        items.map(async (item) => {
          const known = truthOf.get(item);
          if (known !== undefined) return known;
          const found = await truth(item);
          if (isFinal(found)) truthOf.set(item, found);
          return found;
        }),
      ),
    run: async (ops, items) =>
      Promise.all(
        ops.map(async ({ check, ...op }) =>
          onJudgeable(items, async (judgeable) =>
            check.kind === 'python'
              ? runPython({ ...op, check }, check.source, judgeable)
              : runQuestion({ ...op, check }, check.question, judgeable),
          ),
        ),
      ),
  };
}

/** Runs ops on what can be judged; an attempt that brought no output gets an abstention with its reason. */
async function onJudgeable(
  items: readonly PreparedItem[],
  run: (judgeable: readonly PreparedItem[]) => Promise<readonly OpFinding[]>,
): Promise<readonly OpFinding[]> {
  const reasons = items.map(({ item }) => unscoredReason(item.output));
  if (reasons.every((reason) => reason === null)) return run(items);
  const found = [...(await run(items.filter((_, index) => reasons[index] === null)))];
  return reasons.map((reason) =>
    reason === null
      ? (found.shift() as OpFinding)
      : { verdict: 'ABSTAIN', reason: 'unscored', detail: reason },
  );
}

/** What is known of all items, or undefined when something is missing. */
function allKnown<T>(items: readonly Item[], known: WeakMap<Item, T>): readonly T[] | undefined {
  const found: T[] = [];
  for (const item of items) {
    const one = known.get(item);
    if (one === undefined) return undefined;
    found.push(one);
  }
  return found;
}

/** A truth that the wall clock did not decide. */
function isFinal(found: Truth): boolean {
  return found.outcome === 'scored' && found.timedOut === undefined;
}

function isCacheable(finding: OpFinding): boolean {
  return finding.reason !== 'timed-out' && finding.reason !== 'unscored';
}

const preparedHashes = new WeakMap<RootFinding, Map<string, string>>();

/** The content identity of an item with its facts, computed once per object. */
function preparedHash({ item, root }: PreparedItem): string {
  let ofRoot = preparedHashes.get(root);
  if (ofRoot === undefined) preparedHashes.set(root, (ofRoot = new Map<string, string>()));
  let hash = ofRoot.get(item.id);
  if (hash === undefined) ofRoot.set(item.id, (hash = contentHash([itemHash(item), root])));
  return hash;
}
