import { liftRetention } from '../../stats/index.js';
import { skillSeries } from '../run-data/cell-series.js';
import type { RunData } from '../run-data/rows.js';
import { seriesOf, total } from '../tables/select.js';
import type { Claim, Decision } from './claim.js';
import {
  compareArms,
  decided,
  families,
  mean,
  taskFamilies,
  three,
  undecided,
  withinNoise,
} from './deciding.js';

/** The claims about what the solver scores. */
export const taskScoreClaims: readonly Claim[] = [
  {
    number: 1,
    claim: "co's peak and last ten lie within noise of reference's (code, sql)",
    rule: "Welch's 95 % interval over runs of co − reference holds 0, for the peak and for the last ten, in code and in sql; at least two runs an arm",
    decide: (run) => allWithinNoise(run, taskFamilies, ['co', 'reference']),
  },
  {
    number: 2,
    claim: "report's gap is small and negative",
    rule: "report, peak, co − reference: holds when Welch's 95 % interval lies below 0 and the difference is above −0.10; does not hold when the difference is −0.10 or less, or the interval lies above 0; else undecided",
    decide: (run) => {
      const gap = compareArms(run, 'report', ['co', 'reference'], (one) => one.peak);
      if (gap === null) return undecided('fewer than two runs of co or reference in report');
      if (gap.value <= -0.1 || gap.low > 0) return decided(false, gap.words);
      return gap.high < 0 ? decided(true, gap.words) : undecided(`${gap.words}: the sign is open`);
    },
  },
  {
    number: 3,
    claim: 'lift retention is at least 88 % in every family',
    rule: "(co peak − co round 0) / (reference peak − reference round 0), means over runs first, is at least 0.88 in code, sql and report; each arm's own round 0",
    decide: retentionEverywhere,
  },
  {
    number: 4,
    claim: 'co converts at least as many never-passed tasks as reference (code, sql)',
    rule: 'share of the locked tasks that failed in round 0 and were solved at least once later, over all runs: co at least reference, in code and in sql',
    decide: (run) => {
      const all = skillSeries(run);
      const found = taskFamilies.map((family) => {
        const share = (arm: string): { solved: number; failed: number } => ({
          solved: total(seriesOf(all, family, arm), (one) => one.solvedLater),
          failed: total(seriesOf(all, family, arm), (one) => one.failedAtFirst),
        });
        return { family, co: share('co'), reference: share('reference') };
      });
      if (found.some(({ co, reference }) => co.failed === 0 || reference.failed === 0))
        return undecided('no locked task failed in round 0 in co or reference of code or sql');
      return decided(
        found.every(({ co, reference }) => co.solved * reference.failed >= reference.solved * co.failed),
        found
          .map(
            ({ family, co, reference }) =>
              `${family}: co ${co.solved}/${co.failed}, reference ${reference.solved}/${reference.failed}`,
          )
          .join('; '),
      );
    },
  },
  {
    number: 5,
    claim: "naive's task score is within noise of co's",
    rule: "Welch's 95 % interval over runs of naive − co holds 0, for the peak and for the last ten, in every family; at least two runs an arm",
    decide: (run) => allWithinNoise(run, families, ['naive', 'co']),
  },
  {
    number: 25,
    claim: "report's curve rises early",
    rule: 'report, co, mean over runs: by the end of the first quarter of the rounds the running mean of five rounds has reached 80 % of the way from round 0 to the last ten; undecided when that way is below 0.02',
    decide: risesEarly,
  },
  {
    number: 26,
    claim: 'rollbacks are rare',
    rule: 'rollbacks in reference and co over all families: at most 2 in 100 skill rounds',
    decide: (run) => {
      const rows = run.skillRounds.filter(
        ({ arm, repair }) => repair === 'on' && (arm === 'reference' || arm === 'co'),
      );
      if (rows.length === 0) return undecided('no skill rounds of reference or co');
      const count = total(rows, ({ rolledBack }) => rolledBack);
      return decided(count <= 0.02 * rows.length, `${count} in ${rows.length} rounds`);
    },
  },
];

function allWithinNoise(run: RunData, of: readonly string[], arms: readonly [string, string]): Decision {
  const found = of.flatMap((family) => [
    { what: `${family} peak`, difference: compareArms(run, family, arms, (one) => one.peak) },
    { what: `${family} last ten`, difference: compareArms(run, family, arms, (one) => one.lastTen) },
  ]);
  const missing = found.filter(({ difference }) => difference === null);
  if (missing.length > 0)
    return undecided(
      `fewer than two runs of ${arms.join(' or ')} for ${missing.map(({ what }) => what).join(', ')}`,
    );
  return decided(
    found.every(({ difference }) => difference !== null && withinNoise(difference)),
    found.map(({ what, difference }) => `${what} ${difference?.words ?? ''}`).join('; '),
  );
}

function retentionEverywhere(run: RunData): Decision {
  const all = skillSeries(run);
  const found = families.map((family) => {
    const lift = (arm: string): { baseline: number[]; peak: number[] } => ({
      baseline: seriesOf(all, family, arm).map(({ round0 }) => round0),
      peak: seriesOf(all, family, arm).map(({ peak }) => peak),
    });
    const [reference, co] = [lift('reference'), lift('co')];
    const rises = reference.peak.length > 0 && mean(reference.peak) > mean(reference.baseline);
    if (!rises || co.peak.length === 0) return { family, retention: null };
    return { family, retention: liftRetention({ reference, co }).retention };
  });
  if (found.some(({ retention }) => retention === null))
    return undecided(
      `no lift of the reference, or no run of co, in ${found
        .filter(({ retention }) => retention === null)
        .map(({ family }) => family)
        .join(', ')}`,
    );
  return decided(
    found.every(({ retention }) => (retention ?? 0) >= 0.88),
    found.map(({ family, retention }) => `${family} ${Math.round(100 * (retention ?? 0))} %`).join(', '),
  );
}

function risesEarly(run: RunData): Decision {
  const series = seriesOf(skillSeries(run), 'report', 'co');
  const length = Math.min(...series.map(({ test }) => test.length));
  if (series.length === 0 || length < 20) return undecided('no run of co in report with 20 rounds');
  const curve = Array.from({ length }, (_, round) => mean(series.map(({ test }) => test[round] ?? 0)));
  const way = mean(series.map(({ lastTen }) => lastTen)) - (curve[0] ?? 0);
  if (way < 0.02) return undecided(`the score rises by ${three(way)} only`);
  const quarter = Math.floor(length / 4);
  const reached = mean(curve.slice(quarter - 5, quarter)) - (curve[0] ?? 0);
  return decided(
    reached >= 0.8 * way,
    `rounds ${quarter - 4} to ${quarter} of ${length}: ${three(reached)} of ${three(way)} (${Math.round((100 * reached) / way)} %)`,
  );
}
