import { groupByCell, skillSeries } from '../../analysis/run-data/cell-series.js';
import type { CallRow, CellName, GraderRoundRow, RunData } from '../../analysis/run-data/rows.js';
import type { PawlTable } from '../../analysis/tables/table.js';
import { makeTables } from '../../analysis/tables/tables.js';
import type { Store } from '../../store/store.js';
import type { CellWork } from './cell-work.js';
import { armsRequestFromJson, specsOf, type ArmsRequest } from './request.js';
import { runDataOf } from './run-data.js';

/** Levels of one cell's skill rounds; peaks are maxima over a noisy locked split. */
export interface SkillLevels {
  readonly rounds: number;
  readonly round0: number;
  readonly peak: number;
  readonly peakRound: number;
  readonly untouchedAtPeak: number;
  readonly lastTen: number;
  readonly untouchedLastTen: number;
  readonly rollbacks: number;
  readonly activeSkills: number;
  readonly written: number;
  readonly leftByMerit: number;
  readonly leftByCap: number;
  readonly leftByRollback: number;
  /** Share of evidence tags without a value in the last ten rounds (report). */
  readonly erasedLastTen: number | null;
}

/** The grader that a cell ends with. */
export interface GraderEnd {
  readonly rounds: number;
  readonly expression: string | null;
  readonly objective: number | null;
  readonly devOpinions: { readonly fail: number; readonly clean: number };
  readonly trainVerdicts: { readonly pass: number; readonly fail: number; readonly abstain: number };
  /** Locked agreement of the expression alone. */
  readonly locked: { readonly correct: number; readonly opinions: number; readonly items: number };
  readonly alwaysPass: number;
  readonly alwaysFail: number;
}

/** One cell in a result. */
export interface ArmCellResult extends CellName {
  readonly configHash: string;
  readonly skills: SkillLevels | null;
  readonly grader: GraderEnd | null;
  /** Requests by role; simulated roles take no tokens and cost nothing. */
  readonly calls: Readonly<Record<string, number>>;
}

/** What a run of arms came to: equal for equal config, whatever the jobs, the machine or the interruptions. */
export interface ArmsResult {
  readonly about: RunData['about'];
  readonly families: readonly string[];
  readonly arms: readonly string[];
  readonly seeds: readonly number[];
  readonly schedule: ArmsRequest['schedule'];
  readonly evolutionRounds: number;
  readonly cells: readonly ArmCellResult[];
  /** Seed ops that were left out of the bank, by cell, where that was asked for. */
  readonly narrowOps: readonly { readonly cell: string; readonly ops: readonly string[] }[];
  readonly replay: readonly ReplayLevel[];
  readonly episode: RunData['episode'];
  /** Tables 1 to 5: the paper beside this run. */
  readonly tables: readonly PawlTable[];
}

/** Locked agreement over the subsamples of one size. */
export interface ReplayLevel {
  readonly family: string;
  readonly anchors: 'subset' | 'fresh';
  readonly size: number;
  readonly subsamples: number;
  /** Subsamples whose selected grader has an opinion on a locked item: those that the mean is over. */
  readonly withOpinion: number;
  readonly mean: number | null;
  readonly sd: number | null;
}

/** The cells of a stored run with what each was asked. */
function cellsOfRun(store: Store, id: string): readonly CellWork[] {
  const specs = specsOf(armsRequestFromJson(store.runs.get(id).request));
  return store.runs.cellsOf(id).flatMap(({ cell }, index): CellWork[] => {
    const spec = specs[index];
    return spec === undefined ? [] : [{ spec, cell: store.cells.get(cell) }];
  });
}

/** Reads what a finished run came to, from the store alone. */
export function armsResultOf(
  store: Store,
  id: string,
): { readonly result: ArmsResult; readonly data: RunData } {
  const request = armsRequestFromJson(store.runs.get(id).request);
  const cells = cellsOfRun(store, id);
  const data = runDataOf(store, cells, titleOf(request));
  return {
    data,
    result: {
      about: data.about,
      families: request.families,
      arms: [...new Set(cells.map(({ cell }) => cell.arm))],
      seeds: request.seeds,
      schedule: request.schedule,
      evolutionRounds: request.evolutionRounds,
      cells: cellResults(data),
      narrowOps: cells.flatMap(({ spec, cell }) => {
        const noted = store.cells.noted(cell.id, 'narrow-ops') as unknown as
          { readonly op: string }[] | undefined;
        return noted === undefined
          ? []
          : [{ cell: `${spec.family} ${cell.arm} ${spec.seed}`, ops: noted.map(({ op }) => op) }];
      }),
      replay: replayLevels(data),
      episode: data.episode,
      tables: makeTables(data),
    },
  };
}

/** What a run is about, without ids or times. */
function titleOf({ families, seeds, schedule, options }: ArmsRequest): string {
  const rounds = schedule.reduce((sum, { skill }) => sum + skill, 0);
  const parts = [
    families.join(', '),
    `seeds ${seeds.join(', ')}`,
    `${rounds} skill rounds`,
    ...(options.capsuleRule === 'all-attempts' ? [] : [`capsules: ${options.capsuleRule}`]),
    ...(options.injection ? [] : ['skills unplugged']),
    ...(options.withoutNarrowOps ? ['without narrow ops'] : []),
  ];
  return `pawl: ${parts.join('; ')}`;
}

function cellResults(data: RunData): ArmCellResult[] {
  const nameOf = ({ family, arm, seed, repair }: CellName): string => `${family}/${arm}/${seed}/${repair}`;
  const skills = new Map(skillSeries(data).map((series) => [nameOf(series), series]));
  const graders = new Map(groupByCell(data.graderRounds).map((rows) => [nameOf(rows[0] as CellName), rows]));
  const calls = new Map(groupByCell(data.calls).map((rows) => [nameOf(rows[0] as CellName), rows]));
  return data.cells.map(({ family, arm, seed, repair, configHash }) => {
    const name = nameOf({ family, arm, seed, repair });
    const series = skills.get(name);
    const sum = (of: (round: (typeof data.skillRounds)[number]) => number): number =>
      series?.rounds.reduce((total, round) => total + of(round), 0) ?? 0;
    const erased = series?.rounds.slice(-10).flatMap(({ erasedShare }) => erasedShare ?? []) ?? [];
    return {
      family,
      arm,
      seed,
      repair,
      configHash,
      skills:
        series === undefined
          ? null
          : {
              rounds: series.rounds.length,
              round0: series.round0,
              peak: series.peak,
              peakRound: series.peakRound,
              untouchedAtPeak: series.untouchedAtPeak,
              lastTen: series.lastTen,
              untouchedLastTen: series.untouchedLastTen,
              rollbacks: sum(({ rolledBack }) => rolledBack),
              activeSkills: series.rounds.at(-1)?.activeSkills ?? 0,
              written: sum(({ written }) => written),
              leftByMerit: sum(({ leftByMerit }) => leftByMerit),
              leftByCap: sum(({ leftByCap }) => leftByCap),
              leftByRollback: sum(({ leftByRollback }) => leftByRollback),
              erasedLastTen:
                erased.length === 0
                  ? null
                  : erased.reduce((total, share) => total + share, 0) / erased.length,
            },
      grader: graderEnd(graders.get(name)),
      calls: totals(calls.get(name) ?? []),
    };
  });
}

function graderEnd(rows: readonly GraderRoundRow[] | undefined): GraderEnd | null {
  const last = rows?.at(-1);
  if (rows === undefined || last === undefined) return null;
  return {
    rounds: rows.length,
    expression: last.expression,
    objective: last.objective,
    devOpinions: { fail: last.devOpinionsFail, clean: last.devOpinionsClean },
    trainVerdicts: { pass: last.trainPass, fail: last.trainFail, abstain: last.trainAbstain },
    locked: { correct: last.correct, opinions: last.opinions, items: last.items },
    alwaysPass: last.alwaysPass,
    alwaysFail: last.alwaysFail,
  };
}

function totals(rows: readonly CallRow[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { role, calls } of rows) sums[role] = (sums[role] ?? 0) + calls;
  return sums;
}

function replayLevels({ replay }: RunData): ReplayLevel[] {
  const groups = new Map<string, RunData['replay'][number][]>();
  for (const row of replay) {
    const key = `${row.family} ${row.anchors} ${row.size}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((rows): ReplayLevel[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const values = rows
      .filter(({ opinions }) => opinions > 0)
      .map(({ correct, opinions }) => correct / opinions);
    const mean = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = values.reduce((sum, value) => sum + (value - (mean ?? 0)) ** 2, 0);
    return [
      {
        family: first.family,
        anchors: first.anchors,
        size: first.size,
        subsamples: rows.length,
        withOpinion: values.length,
        mean,
        sd: values.length < 2 ? null : Math.sqrt(spread / (values.length - 1)),
      },
    ];
  });
}
