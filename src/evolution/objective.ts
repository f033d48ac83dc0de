import { evaluate } from '../grader/evaluate.js';
import { leavesOf, type Expression } from '../grader/expression.js';
import type { OpSpec } from '../grader/op.js';
import { countBits, countShared, type Planes } from '../grader/planes.js';
import { devAgreement, type DevLabels } from './dev-agreement.js';
import type { CandidateFate } from './events.js';
import type { EvolutionSettings } from './settings.js';
import type { Scores } from './state.js';
import type { Tables } from './tables.js';

/** What all candidates of one round are scored against. */
export interface Yardstick {
  readonly tables: Tables;
  readonly labels: DevLabels;
  readonly consensus: Planes;
  /** Names of the ops that ask a model. */
  readonly judgeOps: ReadonlySet<string>;
  readonly settings: EvolutionSettings;
}

/** The names of the ops that ask a model. */
export function judgeOpsOf(ops: readonly OpSpec[]): ReadonlySet<string> {
  return new Set(ops.filter(({ tier }) => tier === 'judge').map(({ name }) => name));
}

/** C(e): 0.001 for each leaf beyond three, and 0.002 for each leaf that asks a model. */
export function complexity(expression: Expression, judgeOps: ReadonlySet<string>): number {
  const leaves = leavesOf(expression);
  const asking = leaves.filter((name) => judgeOps.has(name)).length;
  return (Math.max(0, leaves.length - 3) + 2 * asking) / 1000;
}

/**
 * S(e) = A_dev(e) · A_train(e)^w − λ·C(e), with all its parts (paper, section 1 "Objective"). `objective` is null where
 * fail-closed refuses the candidate: it has no opinion on any anchor.
 */
export function score(expression: Expression, yardstick: Yardstick): Scores {
  const { tables, labels, consensus, judgeOps, settings } = yardstick;
  const { failClosed } = settings.guards;
  const dev = devAgreement(evaluate(expression, tables.dev), labels, failClosed);
  const train = evaluate(expression, tables.train);

  const agreed = countShared(train.drawback, consensus.drawback) + countShared(train.clean, consensus.clean);
  const disputed =
    countShared(train.drawback, consensus.clean) + countShared(train.clean, consensus.drawback);
  const trainOpinions = agreed + disputed;
  const trainAgreement = trainOpinions === 0 ? (failClosed ? 0 : 1) : agreed / trainOpinions;

  const cost = complexity(expression, judgeOps);
  const refused = failClosed && dev.opinions.fail + dev.opinions.clean === 0;
  const fail = countBits(train.drawback);
  const pass = countBits(train.clean);
  return {
    objective: refused
      ? null
      : rounded(dev.value * trainAgreement ** settings.consensusWeight - settings.lambda * cost),
    devAgreement: dev.value,
    trainAgreement,
    complexity: cost,
    recallFail: dev.recallFail,
    recallClean: dev.recallClean,
    devOpinions: dev.opinions,
    trainOpinions,
    trainVerdicts: { pass, fail, abstain: tables.train.items - pass - fail },
  };
}

/** Twelve decimals: equal on every machine, whatever its power function does in the last bits. */
export function rounded(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}

/** The validity gate's verdict on a candidate: why it is dropped, or null. */
export function invalidity({ trainVerdicts: { pass, fail, abstain } }: Scores): CandidateFate | null {
  const items = pass + fail + abstain;
  if (pass === items) return 'refused: passes all of train';
  if (fail === items) return 'refused: fails all of train';
  if (abstain === items) return 'refused: abstains on all of train';
  return null;
}
