import { replicateWarnings, requireKnownOptions, requireLevel } from './checks.js';
import { groupByCluster, type Cluster } from './numeric/clusters.js';
import { studentTQuantile } from './numeric/student-t.js';
import type { IntervalResult, Replicates, StatWarning, Unit } from './result.js';

export interface ClusteredValues {
  readonly values: readonly number[];
  /** The cluster (task) of each value. */
  readonly clusters: readonly string[];
}

export interface ClusteredMeanOptions {
  /** 0.95 unless told. */
  readonly level?: number;
  /** What a cluster is; 'task' unless told. */
  readonly unit?: Unit;
  /** What the seeds of a task are; several without a word carry a warning. */
  readonly replicates?: Replicates;
}

export interface ClusteredMeanResult extends IntervalResult {
  readonly method: 'clustered-t';
  readonly standardError: number;
  /** Clusters minus 1. */
  readonly df: number;
  readonly clusters: number;
  /** Values in all clusters. */
  readonly values: number;
}

const FEW_CLUSTERS = 10;

/**
 * Interval of a mean of values that come in clusters (the seeds of a task): x̄ ± t_(1−α/2, G−1) · se with
 * se² = G/(G−1) · Σ_g (Σ_(i in g) (x_i − x̄))² / N², the cluster-robust variance (Liang and Zeger, Biometrika 73,
 * 1986). With clusters of one size it is the t interval of the cluster means. n is the number of clusters.
 *
 * @param data one value a verdict or score, and the cluster of each
 * @throws PawlError `bad-input` for fewer than two clusters, unequal lengths or values that are not finite
 * @example
 * clusteredMeanInterval({ values: [1, 1, 0, 1, 0, 0], clusters: ['a', 'a', 'b', 'b', 'c', 'c'] });
 * // estimate 0.5, standardError 0.28867513459481287, df 2, low -0.742…, high 1.742…
 */
export function clusteredMeanInterval(
  data: ClusteredValues,
  options: ClusteredMeanOptions = {},
): ClusteredMeanResult {
  requireKnownOptions(options, ['level', 'unit', 'replicates'], 'clusteredMeanInterval');
  const level = requireLevel(options.level ?? 0.95);
  const clusters = groupByCluster(data.values, data.clusters, 2);
  const { mean, standardError } = clusteredMean(clusters);
  const df = clusters.length - 1;
  const reach = standardError === 0 ? 0 : studentTQuantile((1 + level) / 2, df) * standardError;
  return {
    method: 'clustered-t',
    unit: options.unit ?? 'task',
    n: clusters.length,
    estimate: mean,
    low: mean - reach,
    high: mean + reach,
    level,
    standardError,
    df,
    clusters: clusters.length,
    values: data.values.length,
    warnings: clusterWarnings(clusters, standardError, options.replicates),
  };
}

/** The mean over all values and its cluster-robust standard error. */
export function clusteredMean(clusters: readonly Cluster[]): { mean: number; standardError: number } {
  const size = clusters.reduce((sum, cluster) => sum + cluster.size, 0);
  const mean = clusters.reduce((sum, cluster) => sum + cluster.sum, 0) / size;
  const gaps = clusters.map((cluster) => cluster.sum - cluster.size * mean);
  const noise = 1e-13 * Math.max(...clusters.map((cluster) => Math.abs(cluster.sum)));
  const squares = gaps.reduce((sum, gap) => sum + (Math.abs(gap) <= noise ? 0 : gap * gap), 0);
  return { mean, standardError: Math.sqrt((clusters.length / (clusters.length - 1)) * squares) / size };
}

/** Few clusters, seeds of unknown kind, unequal clusters, and clusters that do not differ. */
export function clusterWarnings(
  clusters: readonly Cluster[],
  standardError: number,
  replicates: Replicates | undefined,
): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (clusters.length < FEW_CLUSTERS) {
    const message = `${clusters.length} clusters: the spread between so few is poorly known`;
    warnings.push({ code: 'few-clusters', message });
  }
  const sizes = clusters.map((cluster) => cluster.size);
  const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)];
  warnings.push(...replicateWarnings({ fewest, most }, replicates));
  if (fewest !== most) {
    const message = `clusters have ${fewest} to ${most} values: larger ones weigh more in the mean`;
    warnings.push({ code: 'uneven-seeds', message });
  }
  if (standardError === 0) {
    warnings.push({
      code: 'zero-variance',
      message: 'the clusters do not differ: the data cannot show their spread',
    });
  }
  return warnings;
}
