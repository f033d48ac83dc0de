import { reconstructSeeds } from '../../../stats/index.js';
import { isInside, point } from '../box.js';
import type { PrintedPart } from '../printed-number.js';

interface PrintedMoments {
  readonly mean: PrintedPart;
  readonly sd: PrintedPart;
  readonly n: number;
  readonly runs: number;
  readonly kind: 'sample' | 'population';
}

/** How far below n a denominator is looked for: a tenth, at least four. */
function furthest(n: number): number {
  return Math.max(1, n - Math.max(4, Math.ceil(n / 10)));
}

/**
 * Which smaller denominators would give an impossible mean ± sd: the nearest one that all runs share, and, for up to
 * three runs, the nearest mixture. Items leave a denominator when the grader abstains on them.
 */
export function countsWithOtherDenominators(printed: PrintedMoments): string[] {
  const notes: string[] = [];
  for (let n = printed.n - 1; n >= furthest(printed.n); n--) {
    const digits = { mean: printed.mean.digits, sd: printed.sd.digits };
    const [triple] = reconstructSeeds({ ...digits, n, seeds: printed.runs, sd_kind: printed.kind }).triples;
    if (triple === undefined) continue;
    notes.push(
      `${triple.join(',')} of ${n} fits: ${printed.n - n} items a run may be missing from the denominator`,
    );
    break;
  }
  const mixed = printed.runs <= 3 ? mixedDenominators(printed) : undefined;
  if (mixed !== undefined) {
    notes.push(`so do mixed denominators: ${mixed.map(({ count, of }) => `${count}/${of}`).join(', ')}`);
  }
  return notes;
}

interface Share {
  readonly count: number;
  readonly of: number;
}

/** The mixture of denominators that drops the fewest items, not all equal. */
function mixedDenominators(printed: PrintedMoments): readonly Share[] | undefined {
  const span = printed.n - furthest(printed.n);
  for (let dropped = 1; dropped <= span * printed.runs; dropped++) {
    for (const drops of partitions(dropped, printed.runs, span)) {
      if (drops.every((drop) => drop === drops[0])) continue;
      const found = sharesThatFit(
        drops.map((drop) => printed.n - drop),
        printed,
      );
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Ways to drop a number of items from some runs, descending. */
function* partitions(total: number, runs: number, most: number): Generator<number[]> {
  if (runs === 1) {
    if (total <= most) yield [total];
    return;
  }
  for (let first = Math.min(total, most); first * runs >= total; first--) {
    for (const rest of partitions(total - first, runs - 1, first)) yield [first, ...rest];
  }
}

/** One count for each denominator, so that the mean and sd round to what was printed. */
function sharesThatFit(
  denominators: readonly number[],
  printed: PrintedMoments,
): readonly Share[] | undefined {
  const { mean, sd, runs, kind } = printed;
  // no value lies further from the mean than this many standard deviations
  const reach = Math.sqrt(runs) * sd.box.high + 1 / printed.n;
  const choose = (chosen: readonly Share[]): readonly Share[] | undefined => {
    const of = denominators[chosen.length];
    if (of === undefined) return fits(chosen) ? chosen : undefined;
    for (let count = Math.ceil((mean.value - reach) * of); count <= (mean.value + reach) * of; count++) {
      if (count < 0 || count > of) continue;
      const found = choose([...chosen, { count, of }]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const fits = (shares: readonly Share[]): boolean => {
    const values = shares.map(({ count, of }) => count / of);
    const average = values.reduce((sum, value) => sum + value, 0) / runs;
    const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
    const spread = Math.sqrt(squares / (runs - (kind === 'sample' ? 1 : 0)));
    return isInside(point(average), mean.box) && isInside(point(spread), sd.box);
  };
  return choose([]);
}
