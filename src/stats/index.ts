export * from './adjust-p-values.js';
export * from './agreement.js';
export * from './bootstrap-interval.js';
export * from './clopper-pearson-interval.js';
export * from './clustered-bootstrap-interval.js';
export {
  clusteredMeanInterval,
  type ClusteredMeanOptions,
  type ClusteredMeanResult,
  type ClusteredValues,
} from './clustered-mean-interval.js';
export * from './cohen-kappa.js';
export * from './fieller-interval.js';
export * from './intraclass-correlation.js';
export * from './last-rounds.js';
export * from './lift-retention.js';
export * from './mcnemar-test.js';
export * from './minimum-detectable-effect.js';
export * from './paired-difference.js';
export * from './peak-optimism.js';
export {
  power,
  type McNemarDesign,
  type PowerDesign,
  type PowerOptions,
  type PowerResult,
  type RunDesign,
  type SignFlipDesign,
} from './power.js';
export * from './reconstruct-seeds.js';
export type * from './result.js';
export * from './run-difference.js';
export * from './sign-flip-test.js';
export * from './two-sample-permutation-test.js';
export * from './unpaired-bootstrap-of-runs.js';
export { wilsonInterval, type RateCounts, type RateOptions, type WilsonResult } from './wilson-interval.js';
export { betaCdf, betaQuantile } from './numeric/beta.js';
export { binomialCdf, binomialPmf, binomialUpper } from './numeric/binomial.js';
export { normalCdf, normalQuantile } from './numeric/normal.js';
export { studentTCdf, studentTQuantile } from './numeric/student-t.js';
