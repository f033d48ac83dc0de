import type { StatWarning } from '../result.js';
import { normalCdf, normalQuantile } from './normal.js';
import type { Resampled } from './resampled.js';
import { studentTQuantile } from './student-t.js';

/** Interval limits from a resampled statistic, and the method that gave them. */
export interface BootstrapLimits {
  readonly low: number;
  readonly high: number;
  readonly method: 'percentile' | 'bca' | 'expanded-percentile';
  readonly warnings: StatWarning[];
}

/** What a sample contributes besides its resampled statistic. */
export interface LimitSource {
  readonly resampled: Resampled;
  /** Units that were resampled. */
  readonly units: number;
  /** Jackknife acceleration, for BCa; null where the jackknife does not vary. */
  readonly acceleration: number | null;
}

/**
 * Percentile limits: the α/2 and 1 − α/2 quantiles. Expanded percentile (T. Hesterberg, The American Statistician 69,
 * 2015): at Φ(∓√(n/(n−1)) t_(1−α/2, n−1)) instead, which undoes the narrowness of small samples. BCa (B. Efron, JASA
 * 82, 1987): at Φ(z₀ + (z₀ + z)/(1 − a(z₀ + z))), z₀ = Φ⁻¹(P(θ* < θ̂) + ½P(θ* = θ̂)), a from the jackknife; where it
 * cannot be computed the expanded percentile stands in, with a warning.
 */
export function bootstrapLimits(
  method: BootstrapLimits['method'],
  level: number,
  { resampled, units, acceleration }: LimitSource,
): BootstrapLimits {
  const tail = (1 - level) / 2;
  if (method === 'percentile') return { ...between(resampled, tail, 1 - tail), method, warnings: [] };
  if (method === 'bca') {
    const bias = normalQuantile(Math.min(1, resampled.below + resampled.at / 2));
    const shares = acceleration === null ? null : bcaShares(bias, acceleration, tail);
    if (shares !== null) return { ...between(resampled, shares.low, shares.high), method, warnings: [] };
  }
  const expanded = normalCdf(Math.sqrt(units / (units - 1)) * studentTQuantile(tail, units - 1));
  const warnings: StatWarning[] =
    method === 'bca'
      ? [
          {
            code: 'fallback',
            message: 'BCa cannot be computed from these values: the expanded percentile is reported',
          },
        ]
      : [];
  return { ...between(resampled, expanded, 1 - expanded), method: 'expanded-percentile', warnings };
}

function between(resampled: Resampled, low: number, high: number): { low: number; high: number } {
  return { low: resampled.quantile(low), high: resampled.quantile(high) };
}

function bcaShares(bias: number, acceleration: number, tail: number): { low: number; high: number } | null {
  if (!Number.isFinite(bias)) return null;
  const shifted = (z: number): number | null => {
    const stretch = 1 - acceleration * (bias + z);
    return stretch > 0 ? normalCdf(bias + (bias + z) / stretch) : null;
  };
  const z = normalQuantile(tail);
  const low = shifted(z);
  const high = shifted(-z);
  return low === null || high === null ? null : { low, high };
}

/**
 * Jackknife acceleration Σ(θ̄ − θ₍ᵢ₎)³ / (6 (Σ(θ̄ − θ₍ᵢ₎)²)^(3/2)) from the statistic without each unit in turn; null
 * when it does not vary.
 */
export function jackknifeAcceleration(without: ArrayLike<number>): number | null {
  let mean = 0;
  for (let at = 0; at < without.length; at++) mean += (without[at] ?? 0) / without.length;
  let squares = 0;
  let cubes = 0;
  for (let at = 0; at < without.length; at++) {
    const gap = mean - (without[at] ?? 0);
    squares += gap * gap;
    cubes += gap * gap * gap;
  }
  return squares > 0 ? cubes / (6 * squares ** 1.5) : null;
}
