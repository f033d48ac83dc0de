import type { GraderRoundRow, RunData } from '../run-data/rows.js';
import { isVacuous, trainPass } from '../tables/guard-table.js';
import { graderRunsOf, total } from '../tables/select.js';
import type { Claim, Decision } from './claim.js';
import { decided, families, lastRows, mean, three, undecided } from './deciding.js';

/** The claims about graders that say nothing. */
export const vacuityClaims: readonly Claim[] = [
  {
    number: 6,
    claim: "naive's grader is vacuous",
    rule: 'in more than half of all runs of naive, in the last grader round, the grader gives no opinion on any anchor and lets at least 97 % of train pass',
    decide: (run) =>
      ofRuns(
        families.flatMap((family) => naive(run, family)),
        (vacuous, all) => vacuous > all / 2,
      ),
  },
  {
    number: 7,
    claim: "naive's grader is vacuous in every family",
    rule: 'the same in more than half of the runs of each family',
    decide: (run) => {
      const found = families.map((family) => ({ family, last: naive(run, family) }));
      const missing = found.filter(({ last }) => last.length === 0).map(({ family }) => family);
      if (missing.length > 0) return undecided(`no run of naive in ${missing.join(', ')}`);
      return decided(
        found.every(({ last }) => last.filter(isEmpty).length > last.length / 2),
        found
          .map(({ family, last }) => `${family} ${last.filter(isEmpty).length} of ${last.length} runs`)
          .join(', '),
      );
    },
  },
  {
    number: 8,
    claim: "naive's grader is vacuous in every seed of report",
    rule: 'the same in every run of report',
    decide: (run) => ofRuns(naive(run, 'report'), (vacuous, all) => vacuous === all),
  },
  {
    number: 9,
    claim: "naive's objective hardly moves in sql",
    rule: 'in more than half of the runs of naive in sql the stored objective ends within 0.02 of where it began',
    decide: (run) => {
      const moves = graderRunsOf(run, 'sql', 'naive').flatMap((rounds) => {
        const objectives = rounds.flatMap(({ objective }) => objective ?? []);
        const [first] = objectives;
        const last = objectives.at(-1);
        return first === undefined || last === undefined ? [] : [last - first];
      });
      if (moves.length === 0) return undecided('no run of naive in sql with an objective');
      const still = moves.filter((move) => Math.abs(move) <= 0.02).length;
      return decided(
        still > moves.length / 2,
        `moves by ${moves.map(three).join(', ')}: still in ${still} of ${moves.length} runs`,
      );
    },
  },
  {
    number: 10,
    claim: 'the anchored grader never becomes vacuous',
    rule: 'in no grader round of co or of evolution alone is a grader selected that gives no opinion on any anchor',
    decide: (run) => {
      const rows = run.graderRounds.filter(({ arm }) => arm === 'co' || arm === 'evolution');
      const selected = rows.filter(({ expression }) => expression !== null);
      if (selected.length === 0) return undecided('no grader rounds of co or evolution alone');
      const empty = selected.filter(isVacuous).length;
      return decided(empty === 0, `${empty} of ${selected.length} rounds`);
    },
  },
  {
    number: 11,
    claim: 'no-lifecycle does not collapse, its pool is larger, unselected ops never grade',
    rule: "no run of no-lifecycle ends with a grader that gives no opinion on any anchor, and its mean pool in the last round (active and shadow) is larger than co's in every family; that unselected ops never grade holds by construction: a verdict is a function of the selected expression",
    decide: (run) => {
      const found = families.map((family) => ({
        family,
        without: lastRows(graderRunsOf(run, family, 'no-lifecycle')),
        co: lastRows(graderRunsOf(run, family, 'co')),
      }));
      if (found.some(({ without, co }) => without.length === 0 || co.length === 0))
        return undecided('no run of no-lifecycle or of co in some family');
      const pool = (rows: readonly GraderRoundRow[]): number =>
        mean(rows.map(({ poolActive, poolShadow }) => poolActive + poolShadow));
      return decided(
        found.every(({ without, co }) => !without.some(isVacuous) && pool(without) > pool(co)),
        found
          .map(
            ({ family, without, co }) =>
              `${family}: ${without.filter(isVacuous).length} of ${without.length} runs vacuous, pool ${pool(without).toFixed(1)} against ${pool(co).toFixed(1)}`,
          )
          .join('; '),
      );
    },
  },
];

function naive(run: RunData, family: string): readonly GraderRoundRow[] {
  return lastRows(graderRunsOf(run, family, 'naive'));
}

/** No opinion on the anchors, and nearly everything passes. */
function isEmpty(row: GraderRoundRow): boolean {
  return isVacuous(row) && trainPass(row) >= 0.97;
}

function ofRuns(last: readonly GraderRoundRow[], rule: (vacuous: number, all: number) => boolean): Decision {
  if (last.length === 0) return undecided('no run of naive');
  const vacuous = last.filter(isEmpty).length;
  const opinions = total(last, (row) => row.devOpinionsFail + row.devOpinionsClean);
  return decided(
    rule(vacuous, last.length),
    `${vacuous} of ${last.length} runs; ${opinions} opinions on anchors in all, train pass ${last.map((row) => three(trainPass(row))).join(', ')}`,
  );
}
