import { liftRetention, runDifference, unpairedBootstrapOfRuns } from '../../stats/index.js';
import type { PublishedPaper } from '../paper/published.js';
import { skillSeries, type SkillSeries } from '../run-data/cell-series.js';
import type { GraderRoundRow, RunData } from '../run-data/rows.js';
import { interval, meanOverRuns, none, number, printed, shareOf, word } from './cells.js';
import { agreementOf, graderRunsOf, paperFamilies, peakAgreement, seriesOf, total } from './select.js';
import type { PawlTable, TableCell } from './table.js';

const arms = ['reference', 'co', 'naive', 'frozen'] as const;
type MainArm = (typeof arms)[number];

/** Table 1: peaks on the locked split beside what the paper prints, with what a reader needs to judge them. */
export function mainResults(run: RunData, paper: PublishedPaper): PawlTable {
  const all = skillSeries(run);
  return {
    number: 1,
    title: 'Main results',
    caption: `Mean ± sample sd over runs. Roles: ${run.about.roles}.`,
    columns: [
      { key: 'family', title: 'Family', unit: '', source: 'label' },
      { key: 'measure', title: 'Measure', unit: '', source: 'label' },
      ...arms.flatMap((arm) => [
        ...(arm === 'frozen'
          ? []
          : [{ key: `${arm}-paper`, title: `${arm}, paper`, unit: '', source: 'paper' as const }]),
        { key: arm, title: `${arm}, this run`, unit: '', source: 'run' as const },
      ]),
    ],
    rows: paperFamilies.flatMap((named) => familyRows(run, paper, all, named)),
    notes: [
      'A peak is the maximum over all rounds on a noisy locked split; the frozen arm, which learns nothing, shows how much of it is luck. The last ten rounds were fixed beforehand.',
      'The loop reads the locked split for rollback; the untouched split is read by nothing.',
      'Lift retention = (co peak − co round 0) / (reference peak − reference round 0), means first; Fieller’s set at 95 %.',
      'Δpeak: Welch’s t over runs at 95 %; below it the unpaired percentile bootstrap over runs, which is how the paper’s interval can be reproduced; with three runs that one is descriptive.',
      'Improved: tasks that failed in round 0 and were solved at least once later; report: share of sections that end above their round 0.',
    ],
  };
}

function familyRows(
  run: RunData,
  paper: PublishedPaper,
  all: readonly SkillSeries[],
  { family, prefix, title }: (typeof paperFamilies)[number],
): (readonly TableCell[])[] {
  const of = (arm: MainArm): readonly SkillSeries[] => seriesOf(all, family, arm);
  const tasks = of('reference')[0]?.rounds[0]?.testScores.length ?? 0;
  const row = (
    measure: string,
    cellOf: (series: readonly SkillSeries[], arm: MainArm) => TableCell,
    paperOf: (arm: MainArm) => TableCell = () => none,
  ): readonly TableCell[] => [
    word(title),
    word(measure),
    ...arms.flatMap((arm) => [...(arm === 'frozen' ? [] : [paperOf(arm)]), cellOf(of(arm), arm)]),
  ];
  const mean = (pick: (one: SkillSeries) => number) => (series: readonly SkillSeries[]) =>
    meanOverRuns(series.map(pick));
  const id = (name: string) => (arm: MainArm) => printed(paper, `${prefix}-${name}-${arm}`);
  const onlyCo = (name: string) => (arm: MainArm) =>
    arm === 'co' ? printed(paper, `${prefix}-${name}`) : none;

  return [
    row(
      `round 0, locked (${tasks} tasks)`,
      mean((one) => one.round0),
      id('round0'),
    ),
    row(
      `peak, locked (${tasks} tasks)`,
      mean((one) => one.peak),
      id('peak'),
    ),
    row(
      'same round, untouched split',
      mean((one) => one.untouchedAtPeak),
    ),
    row(
      'last ten, locked',
      mean((one) => one.lastTen),
      id('last'),
    ),
    row(
      'last ten, untouched split',
      mean((one) => one.untouchedLastTen),
    ),
    row(
      'lift retention',
      (_, arm) => (arm === 'co' ? retention(of('reference'), of('co')) : none),
      onlyCo('retention'),
    ),
    row(
      'Δpeak to reference',
      (series, arm) => difference(series, of('reference'), arm),
      onlyCo('peak-difference'),
    ),
    row(
      '  bootstrap over runs',
      (series, arm) => bootstrapped(series, of('reference'), arm),
      onlyCo('peak-interval'),
    ),
    row('improved', (series) => improved(series, family), id('improved')),
    row(
      'verifier agreement at its peak',
      (_, arm) => agreementAtPeak(graderRunsOf(run, family, arm)),
      onlyCo('verifier-peak'),
    ),
    row('  opinions of locked items', (_, arm) => opinionsAtPeak(graderRunsOf(run, family, arm))),
    row('  always PASS / always FAIL', (_, arm) => constants(graderRunsOf(run, family, arm))),
  ];
}

function retention(reference: readonly SkillSeries[], co: readonly SkillSeries[]): TableCell {
  const lift = (series: readonly SkillSeries[]): { baseline: number[]; peak: number[] } => ({
    baseline: series.map(({ round0 }) => round0),
    peak: series.map(({ peak }) => peak),
  });
  const runs = Math.min(reference.length, co.length);
  if (runs === 0 || total(reference, ({ peak, round0 }) => peak - round0) <= 0) return none;
  const result = liftRetention({ reference: lift(reference), co: lift(co) });
  const percent = (value: number): string => `${Math.round(100 * value)} %`;
  const set = result.interval;
  const text =
    set === null
      ? percent(result.retention)
      : set.kind === 'bounded'
        ? `${percent(result.retention)} [${percent(set.low)}, ${percent(set.high)}]`
        : `${percent(result.retention)} [unbounded]`;
  return {
    text,
    value: result.retention,
    n: runs,
    ...(set?.kind === 'bounded' ? { low: set.low, high: set.high } : {}),
  };
}

function difference(
  series: readonly SkillSeries[],
  reference: readonly SkillSeries[],
  arm: MainArm,
): TableCell {
  if (arm === 'reference' || series.length < 2 || reference.length < 2) return none;
  const found = runDifference(peaks(series), peaks(reference));
  return interval(found.difference, found.low, found.high);
}

function bootstrapped(
  series: readonly SkillSeries[],
  reference: readonly SkillSeries[],
  arm: MainArm,
): TableCell {
  const most = Math.max(series.length, reference.length);
  if (arm === 'reference' || series.length < 2 || reference.length < 2 || most > 10) return none;
  const { estimate, low, high } = unpairedBootstrapOfRuns(peaks(series), peaks(reference));
  return interval(estimate, low, high);
}

function peaks(series: readonly SkillSeries[]): number[] {
  return series.map(({ peak }) => peak);
}

function improved(series: readonly SkillSeries[], family: string): TableCell {
  if (family === 'report') return meanOverRuns(series.map(({ endAboveStart }) => endAboveStart));
  return shareOf(
    total(series, ({ solvedLater }) => solvedLater),
    total(series, ({ failedAtFirst }) => failedAtFirst),
  );
}

function agreementAtPeak(runs: readonly (readonly GraderRoundRow[])[]): TableCell {
  const values = runs.flatMap((rounds) => {
    const best = peakAgreement(rounds);
    return best === undefined ? [] : [agreementOf(best) ?? 0];
  });
  return values.length === 0 && runs.length > 0 ? word('no opinion') : meanOverRuns(values);
}

function opinionsAtPeak(runs: readonly (readonly GraderRoundRow[])[]): TableCell {
  if (runs.length === 0) return none;
  const best = runs.map((rounds) => peakAgreement(rounds) ?? rounds[0]);
  return shareOf(
    total(best, (row) => row?.opinions ?? 0),
    total(best, (row) => row?.items ?? 0),
  );
}

function constants(runs: readonly (readonly GraderRoundRow[])[]): TableCell {
  const rows = runs.flatMap((rounds) => rounds.slice(-1));
  if (rows.length === 0) return none;
  const pass = number(total(rows, ({ alwaysPass }) => alwaysPass) / rows.length).text;
  const fail = number(total(rows, ({ alwaysFail }) => alwaysFail) / rows.length).text;
  return word(`${pass} / ${fail}`);
}
