import type { RunData } from '../run-data/rows.js';
import { agreementOf, graderRunsOf } from '../tables/select.js';
import type { Claim, Decision } from './claim.js';
import {
  compareArms,
  decided,
  differenceOf,
  families,
  lastRows,
  mean,
  spreadOf,
  three,
  undecided,
} from './deciding.js';

/** The claims about fewer anchors, and about what nobody tends. */
export const replayAndDriftClaims: readonly Claim[] = [
  {
    number: 23,
    claim: 'anchor-size means are flat, the spread shrinks',
    rule: 'replay on subsets of the ten anchors, every family that was replayed: means over sizes differ by at most 0.05, and the standard deviation at the largest size below ten is smaller than at the smallest; part of that shrinking is that subsets of the same ten overlap',
    decide: replayIsFlat,
  },
  {
    number: 24,
    claim: 'unmanaged skill libraries drift, unmanaged op pools do not',
    rule: 'Welch’s 95 % intervals: unmanaged − reference (untouched, last ten) lies below 0 in some family, and no-lifecycle − co (locked agreement, last round) lies below 0 in none; does not hold when a pool drifts or no family’s unmanaged mean is lower; else undecided',
    decide: drift,
  },
];

function replayIsFlat(run: RunData): Decision {
  const rows = run.replay.filter(({ anchors, opinions }) => anchors === 'subset' && opinions > 0);
  const names = [...new Set(rows.map(({ family }) => family))];
  const found = names.map((family) => {
    const own = rows.filter((row) => row.family === family);
    const sizes = [...new Set(own.map(({ size }) => size))].sort((a, b) => a - b);
    return {
      family,
      sizes: sizes.map((size) => {
        const values = own.filter((row) => row.size === size).map((row) => row.correct / row.opinions);
        return { size, mean: mean(values), sd: spreadOf(values), n: values.length };
      }),
    };
  });
  const partial = found.map(({ sizes }) => sizes.filter(({ size }) => size < 10));
  if (found.length === 0 || partial.some((sizes) => sizes.length < 2))
    return undecided('no replay on at least two sizes below ten');
  const flat = found.every(({ sizes }) => {
    const means = sizes.map((one) => one.mean);
    return Math.max(...means) - Math.min(...means) <= 0.05;
  });
  const shrinks = partial.every((sizes) => (sizes.at(-1)?.sd ?? 0) < (sizes[0]?.sd ?? 0));
  return decided(
    flat && shrinks,
    found
      .map(
        ({ family, sizes }) =>
          `${family}: ${sizes.map((one) => `${one.size} anchors ${three(one.mean)} (sd ${three(one.sd)}, ${one.n} subsamples)`).join(', ')}`,
      )
      .join('; '),
  );
}

function drift(run: RunData): Decision {
  const libraries = families.flatMap((family) => {
    const difference = compareArms(run, family, ['unmanaged', 'reference'], (one) => one.untouchedLastTen);
    return difference === null ? [] : [{ family, difference }];
  });
  const pools = families.flatMap((family) => {
    const last = (arm: string): number[] =>
      lastRows(graderRunsOf(run, family, arm)).flatMap((row) => agreementOf(row) ?? []);
    const difference = differenceOf(last('no-lifecycle'), last('co'));
    return difference === null ? [] : [{ family, difference }];
  });
  if (libraries.length === 0 || pools.length === 0)
    return undecided('needs two runs of unmanaged and reference, and of no-lifecycle and co, in a family');
  const words = (rows: typeof pools): string =>
    rows.map(({ family, difference }) => `${family} ${difference.words}`).join('; ');
  const numbers = `unmanaged − reference: ${words(libraries)}; no-lifecycle − co: ${words(pools)}`;
  const poolDrifts = pools.some(({ difference }) => difference.high < 0);
  if (poolDrifts || libraries.every(({ difference }) => difference.value >= 0))
    return decided(false, numbers);
  return libraries.some(({ difference }) => difference.high < 0)
    ? decided(true, numbers)
    : undecided(`${numbers}: lower, but within noise`);
}
