import { mcnemarTest, pairedDifference, wilsonInterval } from '../../stats/index.js';
import type { RunData, VerdictRow } from '../run-data/rows.js';
import { isVacuous } from '../tables/guard-table.js';
import { agreementOf, graderRunsOf, peakAgreement, total } from '../tables/select.js';
import type { Claim, Decision } from './claim.js';
import {
  compareArms,
  decided,
  evolutionRuns,
  families,
  lastRows,
  mean,
  three,
  undecided,
  withinNoise,
} from './deciding.js';
import { agreementBySeed, verdictPairs } from './verdict-pairs.js';

/** The claims about what a grader is worth. */
export const validityClaims: readonly Claim[] = [
  {
    number: 12,
    claim: 'the evolved grader beats the hand seed on locked agreement in code, in every seed',
    rule: 'code, each run, items on which both have an opinion: agreement of the evolved grader at its peak is above the hand seed’s; the peak is chosen on the same items, so the last round is printed beside it',
    decide: (run) => beatsInEverySeed(run, 'hand-seed'),
  },
  {
    number: 13,
    claim: 'the evolved grader beats the bare judge in code, in every seed',
    rule: 'the same against the bare judge',
    decide: (run) => beatsInEverySeed(run, 'bare-judge'),
  },
  {
    number: 14,
    claim: 'the task-level test does not reject where the verdict-level one does',
    rule: 'code, evolved at its peak against the hand seed: holds when McNemar’s exact test over verdicts has p < 0.05 and the exact sign-flip test over tasks p ≥ 0.05; does not hold when both are below; undecided when the verdict-level test does not reject',
    decide: taskAgainstVerdictLevel,
  },
  {
    number: 15,
    claim: 'sql agreement is at chance while its objective still climbs',
    rule: 'sql, last round over all runs: the lower end of Wilson’s 95 % interval of locked agreement is not above the better of always-PASS and always-FAIL, and the stored objective ends above its start in every run',
    decide: (run) => {
      const runs = evolutionRuns(run, 'sql');
      const chance = atChance(run, 'sql');
      if (chance === null) return undecided('no opinion on locked items in the last rounds of sql');
      const climbs = runs.filter((rounds) => {
        const objectives = rounds.flatMap(({ objective }) => objective ?? []);
        return (objectives.at(-1) ?? 0) > (objectives[0] ?? 0);
      }).length;
      return decided(
        chance.at && climbs === runs.length,
        `${chance.words}; the objective climbs in ${climbs} of ${runs.length} runs`,
      );
    },
  },
  {
    number: 16,
    claim: 'report is at its level from round 0 through subset seeding',
    rule: 'report, every run: locked agreement in round 0 is within 0.05 of its peak',
    decide: (run) => {
      const found = evolutionRuns(run, 'report').flatMap((rounds) => {
        const [first] = rounds;
        const start = first === undefined ? null : agreementOf(first);
        const best = peakAgreement(rounds);
        return start === null || best === undefined ? [] : [{ start, peak: agreementOf(best) ?? 0 }];
      });
      if (found.length === 0) return undecided('no opinion on locked items in round 0 of report');
      return decided(
        found.every(({ start, peak }) => start >= peak - 0.05),
        found.map(({ start, peak }) => `${three(start)} of ${three(peak)}`).join(', '),
      );
    },
  },
  {
    number: 17,
    claim: 'the stored objective never falls; agreement ends below its own peak in about half the runs',
    rule: 'evolution alone (else co), all families: no round’s stored objective is below the one before, and the share of runs whose last locked agreement is below their peak lies between 1/3 and 2/3; undecided with fewer than six runs',
    decide: objectiveAgainstAgreement,
  },
  {
    number: 18,
    claim: 'a grader at chance still trains as well (sql)',
    rule: 'where sql agreement is at chance (claim 15): Welch’s 95 % interval of co − reference over the last ten holds 0; undecided when agreement is above chance, or when the reference itself is within noise of the frozen arm: then nothing was learnt that could be kept',
    decide: chanceTrains,
  },
  {
    number: 19,
    claim: 'a downstream task score cannot certify a grader',
    rule: 'in some family naive ends vacuous in more than half of its runs and co in none, while Welch’s 95 % interval of naive − co over the last ten holds 0; undecided when naive is vacuous in no family',
    decide: scoresDoNotCertify,
  },
];

function beatsInEverySeed(run: RunData, other: VerdictRow['grader']): Decision {
  const found = agreementBySeed(verdictPairs(run, 'code', 'peak', other));
  if (found.length === 0)
    return undecided(
      `no locked item of code on which the evolved grader and the ${other} both have an opinion`,
    );
  const last = agreementBySeed(verdictPairs(run, 'code', 'last', other));
  const words = (rows: typeof found): string =>
    rows.map(({ seed, a, b, n }) => `seed ${seed}: ${three(a)} against ${three(b)} (n = ${n})`).join(', ');
  return decided(
    found.every(({ a, b }) => a > b),
    `at the peak ${words(found)}; in the last round ${last.length === 0 ? 'none' : words(last)}`,
  );
}

function taskAgainstVerdictLevel(run: RunData): Decision {
  const pairs = verdictPairs(run, 'code', 'peak', 'hand-seed');
  if (new Set(pairs.map(({ item }) => item)).size < 2)
    return undecided('no matched verdicts of the evolved grader and the hand seed in code');
  const corrected = pairs.filter(({ aRight, bRight }) => aRight && !bRight).length;
  const broken = pairs.filter(({ aRight, bRight }) => !aRight && bRight).length;
  if (corrected + broken === 0) return undecided(`the graders agree on all ${pairs.length} verdicts`);
  const verdictLevel = mcnemarTest({ corrected, broken }).pValue;
  const taskLevel = pairedDifference({
    tasks: pairs.map(({ item }) => item),
    a: pairs.map(({ aRight }) => Number(aRight)),
    b: pairs.map(({ bRight }) => Number(bRight)),
  }).test.pValue;
  const numbers = `corrects ${corrected}, breaks ${broken} of ${pairs.length} verdicts: p = ${three(verdictLevel)} over verdicts, ${three(taskLevel)} over tasks`;
  if (verdictLevel >= 0.05) return undecided(`${numbers}: the verdict-level test does not reject`);
  return decided(taskLevel >= 0.05, numbers);
}

/** Whether the last rounds' locked agreement is told from the better constant grader. */
function atChance(run: RunData, family: string): { readonly at: boolean; readonly words: string } | null {
  const last = lastRows(evolutionRuns(run, family));
  const opinions = total(last, (row) => row.opinions);
  if (opinions === 0) return null;
  const correct = total(last, (row) => row.correct);
  const constant = Math.max(
    mean(last.map(({ alwaysPass }) => alwaysPass)),
    mean(last.map(({ alwaysFail }) => alwaysFail)),
  );
  const tasks = Math.max(...last.map((row) => row.items));
  const { low, high } = wilsonInterval({
    passes: correct,
    trials: opinions,
    tasks: Math.min(tasks, opinions),
  });
  return {
    at: low <= constant,
    words: `agreement ${correct}/${opinions} = ${three(correct / opinions)} [${three(low)}, ${three(high)}], better constant ${three(constant)}`,
  };
}

function objectiveAgainstAgreement(run: RunData): Decision {
  const runs = families.flatMap((family) => evolutionRuns(run, family));
  if (runs.length === 0) return undecided('no grader rounds');
  const falls = runs.filter((rounds) => {
    const objectives = rounds.flatMap(({ objective }) => objective ?? []);
    return objectives.some((value, round) => round > 0 && value < (objectives[round - 1] ?? 0));
  }).length;
  const below = runs.filter((rounds) => {
    const best = peakAgreement(rounds);
    const [last] = rounds.slice(-1);
    return best !== undefined && last !== undefined && (agreementOf(last) ?? 0) < (agreementOf(best) ?? 0);
  }).length;
  const numbers = `the objective falls in ${falls} of ${runs.length} runs; agreement ends below its peak in ${below} of ${runs.length}`;
  if (falls > 0) return decided(false, numbers);
  if (runs.length < 6) return undecided(`${numbers}: too few runs for a share`);
  return decided(below * 3 >= runs.length && below * 3 <= 2 * runs.length, numbers);
}

function chanceTrains(run: RunData): Decision {
  const chance = atChance(run, 'sql');
  const kept = compareArms(run, 'sql', ['co', 'reference'], (one) => one.lastTen);
  const learnt = compareArms(run, 'sql', ['reference', 'frozen'], (one) => one.lastTen);
  if (chance === null || kept === null)
    return undecided('sql lacks grader rounds, or two runs of co and reference');
  if (!chance.at) return undecided(`${chance.words}: above chance`);
  const numbers = `${chance.words}; co − reference ${kept.words}; reference − frozen ${learnt?.words ?? 'not run'}`;
  if (!withinNoise(kept)) return decided(false, numbers);
  if (learnt === null || learnt.low <= 0)
    return undecided(`${numbers}: the reference is not told from no learning`);
  return decided(true, numbers);
}

function scoresDoNotCertify(run: RunData): Decision {
  const found = families.flatMap((family) => {
    const naive = lastRows(graderRunsOf(run, family, 'naive'));
    const co = lastRows(graderRunsOf(run, family, 'co'));
    const difference = compareArms(run, family, ['naive', 'co'], (one) => one.lastTen);
    const apart = naive.filter(isVacuous).length > naive.length / 2 && co.length > 0 && !co.some(isVacuous);
    return apart && difference !== null ? [{ family, difference }] : [];
  });
  if (found.length === 0)
    return undecided('in no family is naive’s grader vacuous and co’s not, with two runs of both');
  return decided(
    found.some(({ difference }) => withinNoise(difference)),
    found
      .map(({ family, difference }) => `${family}: one vacuous, one valid, naive − co ${difference.words}`)
      .join('; '),
  );
}
