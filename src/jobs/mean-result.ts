import type { CellResult } from './cell-result.js';

/** A mean over seeds with the number of seeds that have a value. */
export interface MeanOver {
  readonly mean: number | null;
  readonly seeds: number;
}

/** Means over the seeds of a run. */
export interface MeanResult {
  /** The stored best-so-far, and the score on the last round's pool. */
  readonly objective: MeanOver;
  readonly rescored: MeanOver;
  /** Anchors with an opinion, of ten, by label. */
  readonly devOpinionsFail: MeanOver;
  readonly devOpinionsClean: MeanOver;
  /** Locked agreement over opinions: expression alone (the headline), and root AND expression. */
  readonly agreement: MeanOver;
  readonly wholeGraderAgreement: MeanOver;
  readonly abstained: MeanOver;
  readonly alwaysPass: MeanOver;
  readonly alwaysFail: MeanOver;
  readonly handSeedAgreement: MeanOver;
  readonly bareJudgeAgreement: MeanOver;
  readonly births: MeanOver;
  readonly rejections: MeanOver;
  readonly promotions: MeanOver;
  readonly retirements: MeanOver;
}

/** The plain mean of every figure over the seeds that have it. */
export function meanOf(cells: readonly CellResult[]): MeanResult {
  const over = (read: (cell: CellResult) => number | null | undefined): MeanOver => {
    const values = cells.map(read).filter((value): value is number => value !== null && value !== undefined);
    const sum = values.reduce((total, value) => total + value, 0);
    return { mean: values.length === 0 ? null : sum / values.length, seeds: values.length };
  };
  return {
    objective: over(({ objective }) => objective),
    rescored: over(({ rescored }) => rescored?.objective),
    devOpinionsFail: over(({ devCoverage }) => devCoverage?.fail.opinions),
    devOpinionsClean: over(({ devCoverage }) => devCoverage?.clean.opinions),
    agreement: over(({ audit }) => audit?.expressionOnly.agreement),
    wholeGraderAgreement: over(({ audit }) => audit?.wholeGrader.agreement),
    abstained: over(({ audit }) => audit?.expressionOnly.abstained),
    alwaysPass: over(({ audit }) => audit?.alwaysPass),
    alwaysFail: over(({ audit }) => audit?.alwaysFail),
    handSeedAgreement: over(({ handSeed }) => handSeed.audit.expressionOnly.agreement),
    bareJudgeAgreement: over(({ bareJudge }) => bareJudge.audit.expressionOnly.agreement),
    births: over(({ births }) => births),
    rejections: over(({ rejections }) => rejections),
    promotions: over(({ promotions }) => promotions),
    retirements: over(({ retirements }) => retirements),
  };
}
