import { consensus } from '../evolution/consensus.js';
import { devAgreement, marginals, type DevLabels } from '../evolution/dev-agreement.js';
import { complexity, judgeOpsOf, rounded } from '../evolution/objective.js';
import type { EvolutionSettings } from '../evolution/settings.js';
import { evaluate } from '../grader/evaluate.js';
import { leavesOf, type Expression } from '../grader/expression.js';
import type { OpSpec } from '../grader/op.js';
import { parseExpression } from '../grader/parse-expression.js';
import { countBits, countShared, type Planes, type VerdictTable } from '../grader/planes.js';
import { printExpression } from '../grader/print-expression.js';
import { random } from '../random.js';

/** What a replay looks at: verdicts that are known, labels, and the candidates of a stored run. */
export interface ReplayParts {
  /** Texts of stored candidates; those that name an op outside `ops` are passed over. */
  readonly candidates: readonly string[];
  /** The ops that may be selected. */
  readonly ops: readonly OpSpec[];
  /** Labelled outputs that anchors are drawn from: the ten anchors, or a larger bank of fresh ones. */
  readonly bank: { readonly table: VerdictTable; readonly labels: DevLabels };
  readonly train: VerdictTable;
  readonly locked: { readonly table: VerdictTable; readonly labels: DevLabels };
  readonly settings: Pick<EvolutionSettings, 'guards' | 'consensusWeight' | 'lambda'>;
  /** The words that every subsample is drawn from. */
  readonly seed: readonly (string | number)[];
  /** Numbers of anchors; half of them failures. */
  readonly sizes?: readonly number[];
  readonly subsamples?: number;
}

/** What one subsample of anchors selects, and how that does on the locked items. */
export interface ReplaySample {
  readonly size: number;
  readonly subsample: number;
  /** Null where fail-closed and validity gate leave nothing. */
  readonly expression: string | null;
  readonly correct: number;
  readonly opinions: number;
  readonly items: number;
}

/** The paper's sizes and number of subsamples. */
const replaySizes: readonly number[] = [4, 6, 8, 10];
const paperSubsamples = 200;

interface Candidate {
  readonly text: string;
  readonly expression: Expression;
  readonly leaves: number;
  readonly cost: number;
  readonly bank: Planes;
  readonly train: Planes;
}

/**
 * The anchor-size replay: stratified subsamples of anchors select among stored candidates, and what they select is compared with the
 * locked labels. Nothing is generated anew. Selection is the round's: first every op votes with the same weight, then with the
 * weights that its marginal in the first winner gives; ties go to fewer leaves, then to the text that sorts first.
 *
 * @returns one row a size and subsample, in that order
 */
export function replayAnchors(parts: ReplayParts): readonly ReplaySample[] {
  const { bank, locked, seed, sizes = replaySizes, subsamples = paperSubsamples } = parts;
  const candidates = distinctCandidates(parts);
  const trainAgreement = trainAgreements(parts, candidates);
  const failing = positions(bank.labels.drawback, bank.table.items);
  const clean = positions(bank.labels.clean, bank.table.items);
  const chosen = new Map<string, Candidate | null>();

  return sizes.flatMap((size) =>
    Array.from({ length: subsamples }, (_, subsample): ReplaySample => {
      const stream = random(...seed, 'anchors', size, subsample);
      const half = size / 2;
      const anchors = [...stream.sample(failing, half), ...stream.sample(clean, half)].sort((a, b) => a - b);
      const key = anchors.join();
      let winner = chosen.get(key);
      if (winner === undefined)
        chosen.set(key, (winner = selectOn(anchors, parts, candidates, trainAgreement)));
      return { size, subsample, ...lockedFigure(winner, locked) };
    }),
  );
}

/** Candidates that say the same everywhere are one; the one that wins ties stands for them. */
function distinctCandidates({ candidates, ops, bank, train, locked }: ReplayParts): readonly Candidate[] {
  const known = new Set(ops.map(({ name }) => name));
  const judgeOps = judgeOpsOf(ops);
  const distinct = new Map<string, Candidate>();
  for (const text of new Set(candidates)) {
    const expression = parseExpression(text);
    const leaves = leavesOf(expression);
    if (!leaves.every((name) => known.has(name))) continue;
    const candidate: Candidate = {
      text: printExpression(expression),
      expression,
      leaves: leaves.length,
      cost: complexity(expression, judgeOps),
      bank: evaluate(expression, bank.table),
      train: evaluate(expression, train),
    };
    const planes = [candidate.bank, candidate.train, evaluate(expression, locked.table)];
    const key = [candidate.cost, ...planes.flatMap(({ drawback, clean }) => [drawback, clean])].join('|');
    const other = distinct.get(key);
    if (other === undefined || beforeOnTies(candidate, other) < 0) distinct.set(key, candidate);
  }
  return [...distinct.values()];
}

function beforeOnTies(a: Candidate, b: Candidate): number {
  return a.leaves - b.leaves || (a.text < b.text ? -1 : 1);
}

/** A_train^w of every candidate under given weights of the ops; each set of weights is worked out once. */
function trainAgreements(
  { ops, train, settings }: ReplayParts,
  candidates: readonly Candidate[],
): (weights: ReadonlyMap<string, number>) => Float64Array {
  const known = new Map<string, Float64Array>();
  return (weights) => {
    const key = ops.map(({ name }) => Math.max(0, weights.get(name) ?? 0)).join();
    let powers = known.get(key);
    if (powers === undefined) {
      const votes = consensus(ops, weights, train);
      powers = Float64Array.from(candidates, ({ train: said }) => {
        const agreed = countShared(said.drawback, votes.drawback) + countShared(said.clean, votes.clean);
        const disputed = countShared(said.drawback, votes.clean) + countShared(said.clean, votes.drawback);
        const opinions = agreed + disputed;
        const agreement = opinions === 0 ? (settings.guards.failClosed ? 0 : 1) : agreed / opinions;
        return agreement ** settings.consensusWeight;
      });
      known.set(key, powers);
    }
    return powers;
  };
}

function selectOn(
  anchors: readonly number[],
  parts: ReplayParts,
  candidates: readonly Candidate[],
  trainAgreement: (weights: ReadonlyMap<string, number>) => Float64Array,
): Candidate | null {
  const { bank, settings } = parts;
  const labels = restricted(bank.labels, anchors);
  const first = best(candidates, labels, trainAgreement(new Map()), parts);
  if (first === null) return null;
  const weights = marginals(first.expression, bank.table, labels, settings.guards.failClosed);
  return best(candidates, labels, trainAgreement(weights), parts);
}

function best(
  candidates: readonly Candidate[],
  labels: DevLabels,
  powers: Float64Array,
  { settings, train }: ReplayParts,
): Candidate | null {
  const { failClosed, validityGate } = settings.guards;
  let winner: Candidate | null = null;
  let highest = -Infinity;
  for (const [index, candidate] of candidates.entries()) {
    const dev = devAgreement(candidate.bank, labels, failClosed);
    if (failClosed && dev.opinions.fail + dev.opinions.clean === 0) continue;
    const objective = rounded(dev.value * (powers[index] ?? 0) - settings.lambda * candidate.cost);
    if (objective < highest) continue;
    if (validityGate && isConstant(candidate, train.items)) continue;
    if (objective > highest || winner === null || beforeOnTies(candidate, winner) < 0) {
      winner = candidate;
      highest = objective;
    }
  }
  return winner;
}

function isConstant({ train }: Candidate, items: number): boolean {
  const [fail, pass] = [countBits(train.drawback), countBits(train.clean)];
  return pass === items || fail === items || pass + fail === 0;
}

function lockedFigure(
  winner: Candidate | null,
  { table, labels }: ReplayParts['locked'],
): Omit<ReplaySample, 'size' | 'subsample'> {
  const { items } = table;
  if (winner === null) return { expression: null, correct: 0, opinions: 0, items };
  const said = evaluate(winner.expression, table);
  return {
    expression: winner.text,
    correct: countShared(said.drawback, labels.drawback) + countShared(said.clean, labels.clean),
    opinions: countBits(said.drawback) + countBits(said.clean),
    items,
  };
}

function positions(plane: Int32Array, items: number): number[] {
  return Array.from({ length: items }, (_, item) => item).filter(
    (item) => (((plane[item >>> 5] ?? 0) >>> (item & 31)) & 1) === 1,
  );
}

/** The labels of some anchors alone. */
function restricted({ drawback, clean }: DevLabels, anchors: readonly number[]): DevLabels {
  const mask = new Int32Array(drawback.length);
  for (const anchor of anchors) mask[anchor >>> 5] = (mask[anchor >>> 5] ?? 0) | (1 << (anchor & 31));
  const within = (plane: Int32Array): Int32Array => plane.map((word, index) => word & (mask[index] ?? 0));
  return { drawback: within(drawback), clean: within(clean) };
}
