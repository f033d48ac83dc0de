import { bootstrapLimits } from './numeric/bootstrap-limits.js';
import { drawnResampled, eachResample } from './numeric/resampled.js';
import type { StatWarning } from './result.js';

/** Limits of the studentised (bootstrap-t) interval of a mean. */
export interface StudentisedLimits {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly method: 'studentised' | 'expanded-percentile';
  readonly warnings: StatWarning[];
}

/**
 * Studentised bootstrap of a mean (Efron and Tibshirani, 1993, section 12.5): with each resample's t = (its mean − x̄)/(its s/√n),
 * the limits are x̄ − t₍1−α/2₎ s/√n and x̄ − t₍α/2₎ s/√n. Resamples without spread have t = ±∞; when one of them is
 * the quantile that is needed, as happens close to 0 or 1, the expanded percentile is reported with a warning.
 */
export function studentisedInterval(
  sample: readonly number[],
  level: number,
  resamples: number,
  seed: number,
): StudentisedLimits {
  const size = sample.length;
  const whole = meanAndError(
    sample,
    Uint32Array.from(sample, (_, at) => at),
  );
  const ratios = new Float64Array(resamples);
  const means = new Float64Array(resamples);
  const noise = 1e-13 * Math.max(...sample.map(Math.abs));
  eachResample(size, resamples, seed, (indices, resample) => {
    const drawn = meanAndError(sample, indices);
    const gap = drawn.mean - whole.mean;
    means[resample] = drawn.mean;
    ratios[resample] =
      Math.abs(gap) <= noise ? 0 : drawn.error <= noise ? Math.sign(gap) * Infinity : gap / drawn.error;
  });
  const tail = (1 - level) / 2;
  const t = drawnResampled(ratios, 0, 0);
  const low = whole.mean - t.quantile(1 - tail) * whole.error;
  const high = whole.mean - t.quantile(tail) * whole.error;
  if (Number.isFinite(low) && Number.isFinite(high)) {
    return { estimate: whole.mean, low, high, method: 'studentised', warnings: [] };
  }
  const resampled = drawnResampled(means, whole.mean, noise);
  const limits = bootstrapLimits('expanded-percentile', level, {
    resampled,
    units: size,
    acceleration: null,
  });
  const message =
    'too many resamples have no spread for a studentised interval (it would be infinite): the expanded percentile is reported';
  return {
    estimate: whole.mean,
    low: limits.low,
    high: limits.high,
    method: 'expanded-percentile',
    warnings: [{ code: 'fallback', message }],
  };
}

function meanAndError(sample: readonly number[], indices: Uint32Array): { mean: number; error: number } {
  const size = indices.length;
  let sum = 0;
  for (const index of indices) sum += sample[index] ?? 0;
  const mean = sum / size;
  let squares = 0;
  for (const index of indices) squares += ((sample[index] ?? 0) - mean) ** 2;
  return { mean, error: Math.sqrt(squares / (size - 1) / size) };
}
