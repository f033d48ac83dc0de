import { liftRetention } from '../../../stats/index.js';
import { isInside, point } from '../box.js';
import { decimal } from '../number-text.js';
import { type BareLine, type CheckContext, unprinted, valueOf } from '../paper-line.js';
import type { Operand, RetentionCheck } from '../published.js';
import { partAt } from '../quantities.js';
import { runsBehind } from './runs-behind.js';

type Family = RetentionCheck['families'][number];

/** How far the unpublished starts of single runs may lie from their mean, in counts. */
const spread = 3;

/**
 * Whether a mean of per-run ratios could also print as the published retention. The runs' starts and their pairing
 * are not published, so a single example settles that it could.
 */
export function hiddenPairing(
  family: Family,
  arms: Family['under'][string] | undefined,
  context: CheckContext,
): BareLine[] {
  if (arms?.co.baseline === undefined || arms.reference.baseline === undefined) return [];
  const [coPeaks, peaks] = [arms.co.peak, arms.reference.peak].map((operand) => onlyCounts(operand, context));
  const [coStart, start] = [arms.co.baseline, arms.reference.baseline].map(
    (operand) => context.quantity(operand).counts,
  );
  if (coPeaks === undefined || peaks === undefined || coStart === undefined || start === undefined) return [];
  const { part } = partAt(family.of, context.values);
  const frame = unprinted(`${family.name} lift retention, mean of per-run ratios`);
  const runs = peaks.length;
  for (const starts of startsAround(start.count, runs)) {
    for (const coStarts of startsAround(coStart.count, runs)) {
      for (const coRuns of orders(coPeaks)) {
        const lifts = {
          reference: { baseline: starts, peak: peaks },
          co: { baseline: coStarts, peak: coRuns },
        };
        if (starts.some((from, run) => from >= (peaks[run] ?? 0))) continue;
        const { retention } = liftRetention(lifts, { definition: 'mean-of-ratios' });
        if (!isInside(point(retention), part.box)) continue;
        const terms = starts.map(
          (from, run) => `(${coRuns[run]} − ${coStarts[run]})/(${peaks[run]} − ${from})`,
        );
        return [
          {
            ...frame,
            status: 'not derivable',
            recomputed: null,
            arithmetic: `the runs' starts and their pairing are not printed; e.g. the mean of ${terms.join(', ')} = ${decimal(retention, 4)}`,
            notes: [`would also print as ${valueOf(family.of, context).value.printed}`],
          },
        ];
      }
    }
  }
  return [];
}

/** The counts of the runs behind a mean ± sd, if only one set fits. */
function onlyCounts(operand: Operand, context: CheckContext): readonly number[] | undefined {
  if (typeof operand === 'number') return undefined;
  const behind = runsBehind(operand, context);
  return behind?.sets.length === 1 ? behind.sets[0] : undefined;
}

/** Counts of three runs with a given total, the most even first. */
function startsAround(total: number, runs: number): number[][] {
  if (runs !== 3) return [];
  const found: number[][] = [];
  const centre = Math.round(total / runs);
  for (let first = centre - spread; first <= centre + spread; first++) {
    for (let second = centre - spread; second <= centre + spread; second++) {
      const third = total - first - second;
      if (Math.abs(third - centre) <= spread) found.push([first, second, third]);
    }
  }
  const unevenness = (counts: readonly number[]): number =>
    counts.reduce((sum, count) => sum + (count - centre) ** 2, 0);
  return found.sort((a, b) => unevenness(a) - unevenness(b));
}

/** The orders of three numbers, without repetition. */
export function orders([a = 0, b = 0, c = 0]: readonly number[]): number[][] {
  const all = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ];
  return [...new Map(all.map((order) => [order.join(), order])).values()];
}
