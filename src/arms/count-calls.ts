import type { LockedItem } from '../evolution/context.js';
import type { RoundMaterial } from '../evolution/evolve.js';
import type { EvolutionState } from '../evolution/state.js';
import { leavesOf } from '../grader/expression.js';
import type { PreparedItem } from '../grader/item.js';
import type { OpRunner, OpSpec } from '../grader/op.js';
import { parseExpression } from '../grader/parse-expression.js';
import type { Roles } from '../roles/roles.js';

/** Requests by role, e.g. `{ solve: 140, judge: 12 }`. */
export type CallCounts = Readonly<Record<string, number>>;

/** Counts what a loop asks of its roles. */
export interface CallCounter {
  readonly roles: Roles;
  /** A runner whose questions to a judge are counted. */
  counted(runner: OpRunner): OpRunner;
  /** Questions that were answered in earlier rounds, so that they count as asked: ops × items. */
  knows(ops: readonly OpSpec[], items: readonly PreparedItem[]): void;
  /** What was asked since the last call, sorted by role; then starts afresh. */
  take(): CallCounts;
}

/**
 * Wraps roles in a counter. Requests are counted as the loop makes them, so the count is the same whatever a cache holds; a
 * judge's question about an output counts once a round, and not at all where an earlier round had its answer.
 */
export function countCalls(roles: Roles): CallCounter {
  const counts = new Map<string, number>();
  let asked = new Set<string>();
  const add = (role: string, more = 1): void => {
    counts.set(role, (counts.get(role) ?? 0) + more);
  };
  const counting =
    <Request, Answer>(role: string, ask: (request: Request) => Promise<Answer>) =>
    (request: Request): Promise<Answer> => {
      add(role);
      return ask(request);
    };
  const questionKeys = (ops: readonly OpSpec[], items: readonly PreparedItem[]): string[] =>
    ops.flatMap(({ check, failureClass }) =>
      check.kind === 'question'
        ? items.map(({ item }) => `${failureClass}\n${check.question}\n${item.id}`)
        : [],
    );

  return {
    roles: {
      identity: roles.identity,
      solve: counting('solve', (request) => roles.solve(request)),
      teach: counting('teach', (request) => roles.teach(request)),
      classify: counting('classify', (request) => roles.classify(request)),
      draftOp: counting('draftOp', (request) => roles.draftOp(request)),
      compose: counting('compose', (request) => roles.compose(request)),
      // Counted where the question is put: by op and output, before any cache.
      judge: (request) => roles.judge(request),
      prefer: counting('prefer', (request) => roles.prefer(request)),
      route: counting('route', (request) => roles.route(request)),
      criticise: counting('criticise', (request) => roles.criticise(request)),
      writeSkill: counting('writeSkill', (request) => roles.writeSkill(request)),
    },
    counted: (runner) => ({
      engines: runner.engines,
      run: (ops, items) => {
        const fresh = questionKeys(ops, items).filter((key) => !asked.has(key) && asked.add(key));
        if (fresh.length > 0) add('judge', fresh.length);
        return runner.run(ops, items);
      },
    }),
    knows: (ops, items) => {
      for (const key of questionKeys(ops, items)) asked.add(key);
    },
    take: () => {
      const taken = Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
      counts.clear();
      asked = new Set();
      return taken;
    },
  };
}

/**
 * Tells a counter which questions earlier grader rounds have answered: of ops that live, about the anchors and the train outputs
 * of the phase, and of the selected ones about the locked items. A function of the state, so a stop changes no count.
 */
export function knowAnswers(
  calls: CallCounter,
  before: {
    readonly evolution: EvolutionState;
    /** True in the first round that looks at these train outputs. */
    readonly isNewTrain: boolean;
    readonly material: RoundMaterial;
    readonly locked: readonly LockedItem[];
  },
): void {
  const { evolution, isNewTrain, material, locked } = before;
  if (evolution.round === 0) return;
  const prepared = (items: readonly { readonly prepared: PreparedItem }[]): PreparedItem[] =>
    items.map((item) => item.prepared);
  const alive = evolution.pool.filter(({ status }) => status !== 'retired').map(({ spec }) => spec);
  calls.knows(alive, prepared(material.dev));
  if (!isNewTrain) calls.knows(alive, material.train);
  const selected = new Set(
    evolution.incumbent === null ? [] : leavesOf(parseExpression(evolution.incumbent)),
  );
  calls.knows(
    alive.filter(({ name }) => selected.has(name)),
    prepared(locked),
  );
}
