import { evaluate } from '../grader/evaluate.js';
import { leavesOf, withoutOp, type Expression } from '../grader/expression.js';
import { parseExpression } from '../grader/parse-expression.js';
import { printExpression } from '../grader/print-expression.js';
import { simplifyExpression } from '../grader/simplify-expression.js';
import type { RoundContext } from './context.js';
import { devAgreement, marginals, type DevLabels } from './dev-agreement.js';
import type { RoundEvent } from './events.js';
import type { Grown } from './grow.js';
import { invalidity, score, type Yardstick } from './objective.js';
import type { Selected } from './select.js';
import type { OpRecord, Scores } from './state.js';
import type { Tables } from './tables.js';

/** The pool after curation, and the incumbent without the leaves that retired. */
export interface Curated {
  readonly pool: readonly OpRecord[];
  readonly incumbent: string | null;
  /** The score of that incumbent, on the same pool and consensus as this round's candidates. */
  readonly scores: Scores | null;
  readonly events: readonly RoundEvent[];
}

/**
 * Step 4 of Algorithm 1. Leaves of the incumbent whose leave-one-out marginal is not positive collect rounds; the one after
 * the grace retires them, one at a time, so that two leaves that replace each other do not both go, and only where the guards
 * would accept what is left. Shadows that raise
 * dev agreement beside the incumbent are promoted. Ops outside the incumbent are left alone.
 */
export function curate(round: number, grown: Grown, selected: Selected, context: RoundContext): Curated {
  const { guards } = context.settings;
  const { labels, tables } = selected.yardstick;
  const start = selected.incumbent === null ? null : parseExpression(selected.incumbent);
  const counted = countRounds(grown.pool, start, tables, labels, context);
  const retired = guards.opRetirement
    ? retire(round, counted, start, selected.yardstick, context)
    : { pool: counted, expression: start, events: [] };
  const promoted = promote(round, retired.pool, retired.expression, tables, labels, context);
  const incumbent = retired.expression === null ? null : simplifyExpression(retired.expression);
  const text = incumbent === null ? null : printExpression(incumbent);
  const scores = incumbent === null ? null : score(incumbent, selected.yardstick);
  return {
    pool: promoted.pool,
    incumbent: text,
    scores,
    events: [...retired.events, ...promoted.events, { kind: 'curated', expression: text, scores }],
  };
}

/** Adds a round to leaves without a positive marginal; a positive one, or leaving the incumbent, starts afresh. */
function countRounds(
  pool: readonly OpRecord[],
  incumbent: Expression | null,
  tables: Tables,
  labels: DevLabels,
  context: RoundContext,
): OpRecord[] {
  const values = removable(incumbent, tables, labels, context);
  return pool.map((op) => {
    const marginal = values.get(op.spec.name);
    return {
      ...op,
      nonPositiveRounds: marginal !== undefined && marginal <= 0 ? op.nonPositiveRounds + 1 : 0,
    };
  });
}

/** Leave-one-out marginals; none for a sole leaf, which leaving out would leave no grader. */
function removable(
  incumbent: Expression | null,
  tables: Tables,
  labels: DevLabels,
  { settings }: RoundContext,
): ReadonlyMap<string, number> {
  if (incumbent === null || new Set(leavesOf(incumbent)).size < 2) return new Map();
  return marginals(incumbent, tables.dev, labels, settings.guards.failClosed);
}

function retire(
  round: number,
  pool: readonly OpRecord[],
  incumbent: Expression | null,
  yardstick: Yardstick,
  context: RoundContext,
): { pool: readonly OpRecord[]; expression: Expression | null; events: RoundEvent[] } {
  const values = removable(incumbent, yardstick.tables, yardstick.labels, context);
  const [leaving] = pool
    .flatMap((op) => {
      const marginal = values.get(op.spec.name) ?? 1;
      if (op.nonPositiveRounds <= context.settings.retirementGrace || marginal > 0 || incumbent === null)
        return [];
      const rest = withoutOp(incumbent, op.spec.name);
      const objective = rest === null ? null : selectableObjective(rest, yardstick);
      return rest === null || objective === null ? [] : [{ op, marginal, rest, objective }];
    })
    .sort(
      (a, b) =>
        a.marginal - b.marginal || b.objective - a.objective || (a.op.spec.name < b.op.spec.name ? -1 : 1),
    );
  if (leaving === undefined) return { pool, expression: incumbent, events: [] };

  const { op: retiring, marginal, rest } = leaving;
  const reason = `marginal ${marginal.toFixed(4)} in the incumbent for ${retiring.nonPositiveRounds} rounds`;
  const after = pool.map((op): OpRecord =>
    op === retiring ? { ...op, status: 'retired', left: { round, reason } } : op,
  );
  const further = retire(round, after, rest, yardstick, context);
  return {
    ...further,
    events: [{ kind: 'retired', name: retiring.spec.name, reason, marginal }, ...further.events],
  };
}

/** What the incumbent would be worth after a retirement; null where the guards would refuse it as a candidate. */
function selectableObjective(rest: Expression, yardstick: Yardstick): number | null {
  const scores = score(rest, yardstick);
  return yardstick.settings.guards.validityGate && invalidity(scores) !== null ? null : scores.objective;
}

/** Promotes shadows, oldest first; each is measured beside the incumbent alone. */
function promote(
  round: number,
  pool: readonly OpRecord[],
  incumbent: Expression | null,
  tables: Tables,
  labels: DevLabels,
  { settings }: RoundContext,
): { pool: readonly OpRecord[]; events: RoundEvent[] } {
  if (incumbent === null) return { pool, events: [] };
  const agreement = (expression: Expression): number =>
    devAgreement(evaluate(expression, tables.dev), labels, settings.guards.failClosed).value;
  const devBefore = agreement(incumbent);
  const events: RoundEvent[] = [];
  const after = pool.map((op): OpRecord => {
    if (op.status !== 'shadow') return op;
    const devAfter = agreement({ kind: 'any', children: [incumbent, { kind: 'op', name: op.spec.name }] });
    if (devAfter - devBefore < 1e-9) return op;
    events.push({ kind: 'promoted', name: op.spec.name, devBefore, devAfter });
    return { ...op, status: 'active', promotedAt: round };
  });
  return { pool: after, events };
}
