/** What one value of a sample stands for: the thing that was drawn independently. */
export type Unit = 'task' | 'verdict' | 'run' | 'round' | 'item' | 'pair' | 'trial' | 'value';

/** What the seeds of one task are: draws of one system, or outcomes of whole learning runs. */
export type Replicates = 'draws' | 'learning-runs';

/** Which side of the null hypothesis counts as extreme. */
export type Alternative = 'two-sided' | 'greater' | 'less';

/** What a result warns of; stable across versions, for programs to switch on. */
export type StatWarningCode =
  | 'verdicts-as-tasks' // several values belong to one task and were treated as independent
  | 'unit-not-stated' // the values look like single verdicts and nobody said that each is a task of its own
  | 'runs-as-replicates' // seeds that may be whole learning runs were averaged as if they were draws
  | 'few-runs' // fewer than three learning runs in an arm
  | 'few-clusters' // so few clusters that the interval is rough
  | 'few-values' // so few values that the interval is rough
  | 'zero-variance' // the values do not differ, so that the data cannot show their spread
  | 'all-zero' // no difference at all
  | 'no-evidence' // nothing was compared (no discordant pair, no item with an opinion)
  | 'one-class' // only one kind of label, so that one of the recalls cannot be measured
  | 'abstentions' // items without an opinion are outside the denominator
  | 'uneven-seeds' // tasks have different numbers of seeds
  | 'unbounded' // the confidence set is not an interval
  | 'fallback' // the method that was asked for cannot be computed here; another one was used
  | 'sampled' // too large to be exact; resampled with the recorded seed
  | 'underflow' // the p-value is smaller than the smallest double
  | 'descriptive' // the number describes these runs and does not cover at its level
  | 'not-reached'; // no effect reaches the power that was asked for

/** A trap that was met, as a value in the result. */
export interface StatWarning {
  readonly code: StatWarningCode;
  readonly message: string;
}

/** What every result states. */
export interface StatResult {
  /** The estimator or test that was used (not only the one that was asked for). */
  readonly method: string;
  /** What was treated as independent. */
  readonly unit: Unit;
  /** How many of them. */
  readonly n: number;
  readonly warnings: readonly StatWarning[];
}

/** How a result was computed: exactly, or from seeded resamples. */
export interface Computation {
  /** True when nothing was sampled. */
  readonly exact: boolean;
  /** Resamples drawn; null when exact. */
  readonly resamples: number | null;
  /** The seed of the resamples; null when exact. */
  readonly seed: number | null;
}

/** An estimate and its interval, from one function and one unit. */
export interface IntervalResult extends StatResult {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** Nominal coverage, 0.95 unless asked otherwise. */
  readonly level: number;
}

/** A p-value with its mid-p (half the weight on outcomes that tie with the observed one). */
export interface TestResult extends StatResult {
  readonly pValue: number;
  readonly midP: number;
  readonly statistic: number;
  readonly alternative: Alternative;
}
