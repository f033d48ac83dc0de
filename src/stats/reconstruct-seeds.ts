import { PawlError } from '../errors.js';
import { requireCount, requireOneOf } from './checks.js';
import type { StatWarning } from './result.js';

export interface PrintedMeanAndSd {
  /** As printed: the decimals count. */
  readonly mean: string;
  readonly sd: string;
  /** Items behind each seed's score; several candidates are allowed. */
  readonly n: number | readonly number[];
  readonly seeds: number;
  /** 'sample' unless told. */
  readonly sd_kind?: 'sample' | 'population';
}

export interface ReconstructedSeeds {
  readonly method: 'grim-mean-and-sd';
  readonly unit: 'run';
  readonly sd_kind: 'sample' | 'population';
  /** Counts out of n that round to the printed mean and sd, each ascending, for all n together. */
  readonly triples: readonly (readonly number[])[];
  readonly possible: boolean;
  /** The same by denominator. */
  readonly candidates: readonly { readonly n: number; readonly triples: readonly (readonly number[])[] }[];
  readonly warnings: readonly StatWarning[];
}

/** A printed number as whole units of its last digit: '0.025' is 25 units of 1/1000. */
interface Printed {
  readonly units: bigint;
  readonly scale: bigint;
}

const MOST_SEEDS = 8;
/** Up to here squares of sums are whole doubles. */
const LARGEST_N = 1_000_000;
const MOST_TUPLES = 5_000_000;

/**
 * Which whole counts lie behind a printed mean ± sd over seeds? Every seed passed k of n items, so only some means and
 * sds can occur (the GRIM test of Brown and Heathers, Social Psychological and Personality Science 8, 2017, extended
 * to the sd). All ascending tuples of counts are listed whose mean and sd round to what was printed, halves counting
 * both ways; if there is none the printed values are impossible at that n. Whole-number arithmetic throughout.
 *
 * @param printed mean and sd as printed ('0.700', '.025', '±.025'), n items a seed (or several candidates), seeds
 * @throws PawlError `bad-input` for text that is no decimal number, or more combinations than can be listed
 * @example
 * reconstructSeeds({ mean: '0.700', sd: '.025', n: 40, seeds: 3 }).triples // [[27, 28, 29]]
 * reconstructSeeds({ mean: '0.500', sd: '.026', n: 40, seeds: 3 }).possible // false
 */
export function reconstructSeeds(printed: PrintedMeanAndSd): ReconstructedSeeds {
  const sdKind = requireOneOf(printed.sd_kind ?? 'sample', ['sample', 'population'], 'sd_kind');
  const seeds = requireCount(printed.seeds, 'seeds', 2);
  if (seeds > MOST_SEEDS)
    throw new PawlError('bad-input', `seeds: got ${seeds}, expected at most ${MOST_SEEDS}`);
  const mean = parsePrinted(printed.mean, 'mean');
  const sd = parsePrinted(printed.sd, 'sd');
  if (sd.units < 0n) throw new PawlError('bad-input', `sd: got '${printed.sd}', expected a number from 0`);
  const denominators = typeof printed.n === 'number' ? [printed.n] : [...printed.n];
  const tooLarge = denominators.find((n) => n > LARGEST_N);
  if (tooLarge !== undefined)
    throw new PawlError('bad-input', `n: got ${tooLarge}, expected at most ${LARGEST_N}`);
  if (denominators.length === 0)
    throw new PawlError('bad-input', 'n: got no candidate, expected at least one');

  const candidates = denominators.map((n) => ({
    n: requireCount(n, 'n', 1),
    triples: fittingTuples(n, seeds, mean, sd, sdKind),
  }));
  const triples = candidates.flatMap((candidate) => candidate.triples);
  const warnings: StatWarning[] = [];
  if (seeds < 3) {
    warnings.push({
      code: 'few-runs',
      message: `${seeds} runs: fewer than three show no spread to speak of`,
    });
  }
  if (triples.length > 0 && sd.units === 0n) {
    warnings.push({
      code: 'zero-variance',
      message: 'the printed sd is 0: the seeds agree to the printed digits',
    });
  }
  return {
    method: 'grim-mean-and-sd',
    unit: 'run',
    sd_kind: sdKind,
    triples,
    possible: triples.length > 0,
    candidates,
    warnings,
  };
}

function parsePrinted(text: string, what: string): Printed {
  const match = /^\s*(?:±\s*)?([+\u2212-]?)(\d*)\.?(\d*)\s*$/.exec(String(text));
  const [, sign = '', whole = '', decimals = ''] = match ?? [];
  if (match === null || whole + decimals === '') {
    throw new PawlError(
      'bad-input',
      `${what}: got '${String(text)}', expected a decimal number as it was printed`,
      {
        hint: "hand in text, such as '0.700': its decimals say how it was rounded",
      },
    );
  }
  const units = BigInt(whole + decimals);
  return { units: sign === '' || sign === '+' ? units : -units, scale: 10n ** BigInt(decimals.length) };
}

function fittingTuples(
  n: number,
  seeds: number,
  mean: Printed,
  sd: Printed,
  sdKind: 'sample' | 'population',
): number[][] {
  // |sum/(seeds·n) − mean| ≤ half a unit, over the common denominator.
  const perUnit = BigInt(seeds) * BigInt(n);
  const lowSum = ceilDivide((2n * mean.units - 1n) * perUnit, 2n * mean.scale);
  const highSum = floorDivide((2n * mean.units + 1n) * perUnit, 2n * mean.scale);
  const squares = squareBounds(n, seeds, sd, sdKind);
  const tuples: number[][] = [];
  let visited = 0;
  for (let sum = maxOf(lowSum, 0n); sum <= highSum && sum <= perUnit; sum++) {
    // seeds² · variance of the counts = seeds · Σk² − (Σk)².
    const squareOfSum = Number(sum) ** 2;
    eachTuple(n, seeds, Number(sum), (tuple, sumOfSquares) => {
      if (++visited > MOST_TUPLES) {
        throw new PawlError(
          'bad-input',
          `n ${n} with ${seeds} seeds: more than ${MOST_TUPLES} combinations to look at`,
        );
      }
      const spread = seeds * sumOfSquares - squareOfSum;
      if (spread >= squares.low && spread <= squares.high) tuples.push([...tuple]);
    });
  }
  return tuples;
}

/** The range of seeds · Σk² − (Σk)² for which the sd of k/n rounds to what was printed. */
function squareBounds(
  n: number,
  seeds: number,
  sd: Printed,
  sdKind: 'sample' | 'population',
): { low: number; high: number } {
  const freedom = BigInt(sdKind === 'sample' ? seeds - 1 : seeds);
  const factor = BigInt(seeds) * freedom * BigInt(n) ** 2n;
  const denominator = (2n * sd.scale) ** 2n;
  const lowUnits = maxOf(2n * sd.units - 1n, 0n);
  return {
    low: Number(ceilDivide(lowUnits ** 2n * factor, denominator)),
    high: Number(floorDivide((2n * sd.units + 1n) ** 2n * factor, denominator)),
  };
}

/** Calls `visit` with every ascending tuple of counts from 0 to n with the given sum; the array is reused. */
function eachTuple(
  n: number,
  seeds: number,
  sum: number,
  visit: (tuple: readonly number[], sumOfSquares: number) => void,
): void {
  const tuple = new Array<number>(seeds).fill(0);
  const place = (at: number, least: number, left: number, sumOfSquares: number): void => {
    const rest = seeds - at;
    if (rest === 1) {
      if (left < least || left > n) return;
      tuple[at] = left;
      visit(tuple, sumOfSquares + left * left);
      return;
    }
    const most = Math.floor(left / rest);
    for (let count = Math.max(least, left - (rest - 1) * n); count <= most; count++) {
      tuple[at] = count;
      place(at + 1, count, left - count, sumOfSquares + count * count);
    }
  };
  place(0, 0, sum, 0);
}

function floorDivide(a: bigint, b: bigint): bigint {
  return a >= 0n ? a / b : -((-a + b - 1n) / b);
}

function ceilDivide(a: bigint, b: bigint): bigint {
  return -floorDivide(-a, b);
}

function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
