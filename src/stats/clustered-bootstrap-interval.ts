import { PawlError } from '../errors.js';
import type { BootstrapMethod } from './bootstrap-interval.js';
import { requireCount, requireKnownOptions, requireLevel, requireOneOf } from './checks.js';
import { clusteredMean, clusterWarnings, type ClusteredValues } from './clustered-mean-interval.js';
import { bootstrapLimits, jackknifeAcceleration } from './numeric/bootstrap-limits.js';
import { groupByCluster, type Cluster } from './numeric/clusters.js';
import { toLattice } from './numeric/lattice.js';
import {
  drawnResampled,
  eachResample,
  exactlyResampled,
  latticeResampled,
  type Resampled,
} from './numeric/resampled.js';
import { costOfSum, drawOf, sumOfDraws } from './numeric/whole-distribution.js';
import type { Computation, IntervalResult, Replicates, Unit } from './result.js';

export interface ClusteredBootstrapOptions {
  /** 'bca' unless told. */
  readonly method?: Exclude<BootstrapMethod, 'studentised'>;
  /** 0.95 unless told. */
  readonly level?: number;
  /** 100,000 unless told. */
  readonly resamples?: number;
  /** 1 unless told. */
  readonly seed?: number;
  /** true: refuse to sample; false: sample even where exact is possible. */
  readonly exact?: boolean;
  /** What a cluster is; 'task' unless told. */
  readonly unit?: Unit;
  /** What the seeds of a task are; several without a word carry a warning. */
  readonly replicates?: Replicates;
}

export interface ClusteredBootstrapResult extends IntervalResult, Computation {
  readonly method: Exclude<BootstrapMethod, 'studentised'>;
  readonly clusters: number;
  readonly values: number;
}

const EXACT_COST = 2e8;
const LARGEST_TABLE = 2e7;

/**
 * Bootstrap interval of a mean over clustered values: whole clusters (tasks with all their seeds) are resampled, and
 * the mean of a resample is the sum of its values over their number. Where the values share a unit the distribution
 * over infinitely many resamples is computed: by convolving cluster sums, or, with clusters of several sizes, sums
 * and sizes together. `bootstrapInterval` describes the methods.
 *
 * @param data one value a verdict or score, and the cluster of each
 * @throws PawlError `bad-input` for fewer than two clusters, values that are not finite, or `exact: true` off a lattice
 * @example
 * const data = { values: [1, 1, 0, 1, 0, 0, 1, 1], clusters: ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'] };
 * clusteredBootstrapInterval(data, { method: 'percentile' }); // estimate 0.625, low 0.25, high 1, exact
 */
export function clusteredBootstrapInterval(
  data: ClusteredValues,
  options: ClusteredBootstrapOptions = {},
): ClusteredBootstrapResult {
  requireKnownOptions(
    options,
    ['method', 'level', 'resamples', 'seed', 'exact', 'unit', 'replicates'],
    'clusteredBootstrapInterval',
  );
  const methods = ['bca', 'percentile', 'expanded-percentile'] as const;
  const method = requireOneOf(options.method ?? 'bca', methods, 'method');
  const level = requireLevel(options.level ?? 0.95);
  const resamples = requireCount(options.resamples ?? 100_000, 'resamples', 1);
  const seed = requireCount(options.seed ?? 1, 'seed');
  const clusters = groupByCluster(data.values, data.clusters, 2);
  const { mean, standardError } = clusteredMean(clusters);
  const warnings = clusterWarnings(clusters, standardError, options.replicates);
  const counts = { n: clusters.length, clusters: clusters.length, values: data.values.length };
  const common = { unit: options.unit ?? 'task', ...counts, estimate: mean, level };
  const exactly = { exact: true, resamples: null, seed: null };
  if (standardError === 0) return { method, ...common, low: mean, high: mean, ...exactly, warnings };

  const exact = options.exact === false ? null : exactMean(data.values, clusters);
  if (exact === null && options.exact === true) {
    throw new PawlError(
      'bad-input',
      'no exact clustered bootstrap: the values share no common unit that is coarse enough',
      {
        hint: 'leave out `exact: true`',
      },
    );
  }
  const limits = bootstrapLimits(method, level, {
    resampled: exact ?? drawnMean(clusters, mean, resamples, seed),
    units: clusters.length,
    acceleration: method === 'bca' ? jackknifeAcceleration(meansWithout(clusters)) : null,
  });
  const drawn = exact === null ? { exact: false, resamples, seed } : exactly;
  return { ...common, ...drawn, ...limits, warnings: [...warnings, ...limits.warnings] };
}

/** The mean of all values except those of one cluster, for each cluster. */
function meansWithout(clusters: readonly Cluster[]): number[] {
  const sum = clusters.reduce((total, cluster) => total + cluster.sum, 0);
  const size = clusters.reduce((total, cluster) => total + cluster.size, 0);
  return clusters.map((cluster) => (sum - cluster.sum) / (size - cluster.size));
}

/** The distribution of the mean over infinitely many resamples of the clusters; null off a lattice. */
function exactMean(values: readonly number[], clusters: readonly Cluster[]): Resampled | null {
  const least = Math.min(...values);
  const lattice = toLattice(values.map((value) => value - least));
  if (lattice === null) return null;
  const sums = clusters.map((cluster) => Math.round((cluster.sum - least * cluster.size) / lattice.unit));
  const sizes = clusters.map((cluster) => cluster.size);
  return sizes.every((size) => size === sizes[0])
    ? exactMeanOfEqual(sums, sizes[0] ?? 1, least, lattice.unit)
    : exactMeanOfUnequal(sums, sizes, least, lattice.unit);
}

function exactMeanOfEqual(
  sums: readonly number[],
  size: number,
  least: number,
  unit: number,
): Resampled | null {
  if (Math.max(...sums) * sums.length > LARGEST_TABLE) return null;
  const draw = drawOf(sums);
  if (costOfSum(draw, sums.length) > EXACT_COST) return null;
  const values = size * sums.length;
  const observed = sums.reduce((total, sum) => total + sum, 0);
  return latticeResampled(
    sumOfDraws(draw, sums.length),
    observed,
    (sum) => (least * values + unit * sum) / values,
  );
}

/** Sum and size of a resample as one whole number, sum · stride + surplus size, so that one convolution carries both. */
function exactMeanOfUnequal(
  sums: readonly number[],
  sizes: readonly number[],
  least: number,
  unit: number,
): Resampled | null {
  const count = sums.length;
  const smallest = Math.min(...sizes);
  const stride = (Math.max(...sizes) - smallest) * count + 1;
  if (Math.max(...sums) * stride * count > LARGEST_TABLE) return null;
  const draw = drawOf(sums.map((sum, at) => sum * stride + (sizes[at] ?? 0) - smallest));
  if (costOfSum(draw, count) > EXACT_COST) return null;
  const { from, shares } = sumOfDraws(draw, count);
  const observedMean =
    sums.reduce((total, sum) => total + sum, 0) / sizes.reduce((total, size) => total + size, 0);
  const shareOf = new Map<number, number>();
  for (let at = 0; at < shares.length; at++) {
    const share = shares[at] ?? 0;
    if (share === 0) continue;
    const whole = from + at;
    // Equal fractions of whole numbers are equal doubles, so ties meet in the map.
    const mean = Math.floor(whole / stride) / (smallest * count + (whole % stride));
    shareOf.set(mean, (shareOf.get(mean) ?? 0) + share);
  }
  const means = Float64Array.from(shareOf.keys()).sort();
  const below = means.reduce(
    (total, mean) => total + (mean < observedMean ? (shareOf.get(mean) ?? 0) : 0),
    0,
  );
  return exactlyResampled(
    means.map((mean) => least + unit * mean),
    means.map((mean) => shareOf.get(mean) ?? 0),
    { below, at: shareOf.get(observedMean) ?? 0 },
  );
}

function drawnMean(
  clusters: readonly Cluster[],
  estimate: number,
  resamples: number,
  seed: number,
): Resampled {
  const sums = Float64Array.from(clusters, (cluster) => cluster.sum);
  const sizes = Float64Array.from(clusters, (cluster) => cluster.size);
  const draws = new Float64Array(resamples);
  eachResample(clusters.length, resamples, seed, (indices, resample) => {
    let sum = 0;
    let size = 0;
    for (const index of indices) {
      sum += sums[index] ?? 0;
      size += sizes[index] ?? 0;
    }
    draws[resample] = sum / size;
  });
  const noise = 1e-13 * Math.max(...clusters.map((cluster) => Math.abs(cluster.sum)));
  return drawnResampled(draws, estimate, noise);
}
