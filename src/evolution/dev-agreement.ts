import { evaluate } from '../grader/evaluate.js';
import { leavesOf, withoutOp, type Expression } from '../grader/expression.js';
import { countShared, planesOf, type Planes, type VerdictTable } from '../grader/planes.js';
import type { DevItem } from './context.js';

/** Dev labels as planes: `drawback` marks failures, `clean` marks clean positives. */
export type DevLabels = Planes;

/** Agreement with the anchors, with what it rests on. */
export interface DevAgreement {
  /** A_dev = (2·recall_FAIL + recall_CLEAN) / 3; 1 without any opinion when fail-closed is off. */
  readonly value: number;
  readonly recallFail: number;
  readonly recallClean: number;
  /** Items with an opinion, by label. */
  readonly opinions: { readonly fail: number; readonly clean: number };
}

/** Packs the soft labels of the anchors. */
export function devLabels(dev: readonly DevItem[]): DevLabels {
  return planesOf(dev.map(({ label }) => (label.label === 'FAIL' ? 'DRAWBACK' : 'CLEAN')));
}

/**
 * A_dev of an expression (paper, section 1 "Objective"; DEFINITIONS "Dev"): recalls over the items on which it has an
 * opinion; a class without any opinion has recall 0.
 */
export function devAgreement(verdicts: Planes, labels: DevLabels, failClosed: boolean): DevAgreement {
  const found = countShared(verdicts.drawback, labels.drawback);
  const cleared = countShared(verdicts.clean, labels.clean);
  const fail = found + countShared(verdicts.clean, labels.drawback);
  const clean = cleared + countShared(verdicts.drawback, labels.clean);
  const recallFail = fail === 0 ? 0 : found / fail;
  const recallClean = clean === 0 ? 0 : cleared / clean;
  const vacuous = fail + clean === 0 && !failClosed;
  return {
    value: vacuous ? 1 : (2 * recallFail + recallClean) / 3,
    recallFail,
    recallClean,
    opinions: { fail, clean },
  };
}

/**
 * Leave-one-out marginals m_o = A_dev(e) − A_dev(e without o) of the leaves of an expression; 0 for a sole leaf. Values
 * are exact multiples of 1/7560 for up to ten anchors a class and rounded to that lattice, so that signs and ties do not
 * hang on floating error.
 */
export function marginals(
  expression: Expression | null,
  table: VerdictTable,
  labels: DevLabels,
  failClosed: boolean,
): ReadonlyMap<string, number> {
  const result = new Map<string, number>();
  if (expression === null) return result;
  const whole = devAgreement(evaluate(expression, table), labels, failClosed).value;
  for (const name of new Set(leavesOf(expression))) {
    const rest = withoutOp(expression, name);
    const without = rest === null ? whole : devAgreement(evaluate(rest, table), labels, failClosed).value;
    result.set(name, onLattice(whole - without));
  }
  return result;
}

/** The lattice of A_dev: recalls have denominators up to ten, lcm(1…10) · 3 = 7560. */
export const devLattice = 7560;

function onLattice(value: number): number {
  return Math.round(value * devLattice) / devLattice;
}
