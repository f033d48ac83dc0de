import { leavesOf } from '../grader/expression.js';
import { parseExpression } from '../grader/parse-expression.js';
import { gatherCandidates, type Candidate } from './candidates.js';
import { consensus } from './consensus.js';
import type { RoundContext } from './context.js';
import { devLabels, marginals } from './dev-agreement.js';
import type { CandidateFate, RoundEvent } from './events.js';
import type { Grown } from './grow.js';
import { invalidity, judgeOpsOf, score, type Yardstick } from './objective.js';
import type { Elite, EvolutionState, Scores } from './state.js';
import { activeOps } from './tables.js';

/** The selected expression, its score, and the new elites. */
export interface Selected {
  readonly incumbent: string | null;
  readonly scores: Scores | null;
  readonly bestObjective: number | null;
  readonly elites: readonly Elite[];
  readonly yardstick: Yardstick;
  readonly events: readonly RoundEvent[];
}

interface Scored extends Candidate {
  readonly scores: Scores | null;
  readonly refusal: CandidateFate | null;
  readonly leaves: number;
}

/**
 * Step 3 of Algorithm 1: scores every candidate on this round's pool (the incumbent too), drops what the validity gate and
 * fail-closed refuse, and keeps the one with the largest objective. Ties go to the incumbent, then to fewer leaves, then
 * to the text that sorts first.
 */
export async function select(state: EvolutionState, grown: Grown, context: RoundContext): Promise<Selected> {
  const yardstick = makeYardstick(state.incumbent, grown, context);
  const candidates = await gatherCandidates(state, grown, context);
  const scored = candidates.map((candidate) => judge(candidate, grown, yardstick));
  const ranked = scored
    .filter(
      (one): one is Scored & { scores: Scores & { objective: number } } =>
        one.refusal === null && typeof one.scores?.objective === 'number',
    )
    .sort(
      (a, b) =>
        b.scores.objective - a.scores.objective ||
        Number(b.text === state.incumbent) - Number(a.text === state.incumbent) ||
        a.leaves - b.leaves ||
        (a.text < b.text ? -1 : 1),
    );

  const winner = ranked[0];
  const incumbent = winner?.text ?? state.incumbent;
  const scores = winner?.scores ?? scored.find(({ text }) => text === state.incumbent)?.scores ?? null;
  const objectives = [state.bestObjective, winner?.scores.objective ?? null].filter((one) => one !== null);
  const bestObjective = objectives.length === 0 ? null : Math.max(...objectives);

  const decided = scored.map(({ text, source, scores: parts, refusal }): RoundEvent => ({
    kind: 'candidate',
    expression: text,
    source,
    scores: parts,
    fate: refusal ?? (text === incumbent ? 'selected' : 'outscored'),
  }));
  const selected: RoundEvent = {
    kind: 'selected',
    expression: incumbent,
    changed: incumbent !== state.incumbent,
    objective: bestObjective,
    rescored: scores,
    candidates: scored.length,
  };
  return {
    incumbent,
    scores,
    bestObjective,
    elites: ranked
      .slice(0, context.settings.elites)
      .map(({ text, scores: { objective } }) => ({ expression: text, objective })),
    yardstick,
    events: [...decided, selected],
  };
}

/** What this round's candidates are measured against; the marginals of the incumbent weigh the consensus. */
function makeYardstick(
  incumbent: string | null,
  { pool, tables }: Grown,
  { dev, settings }: RoundContext,
): Yardstick {
  const labels = devLabels(dev);
  const expression = incumbent === null ? null : parseExpression(incumbent);
  const weights = marginals(expression, tables.dev, labels, settings.guards.failClosed);
  const active = activeOps(pool);
  return {
    tables,
    labels,
    consensus: consensus(active, weights, tables.train),
    judgeOps: judgeOpsOf(active),
    settings,
  };
}

function judge(candidate: Candidate, { pool }: Grown, yardstick: Yardstick): Scored {
  const { expression } = candidate;
  if (expression === null)
    return { ...candidate, scores: null, refusal: 'refused: does not parse', leaves: 0 };
  const leaves = leavesOf(expression);
  const selectable = new Set(activeOps(pool).map(({ name }) => name));
  if (!leaves.every((name) => selectable.has(name))) {
    return {
      ...candidate,
      scores: null,
      refusal: 'refused: names an unknown or unselectable op',
      leaves: leaves.length,
    };
  }
  const scores = score(expression, yardstick);
  const refusal =
    scores.objective === null
      ? 'refused: no dev opinion'
      : yardstick.settings.guards.validityGate
        ? invalidity(scores)
        : null;
  return { ...candidate, scores, refusal, leaves: leaves.length };
}
