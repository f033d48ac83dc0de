import type { PublishedPaper } from '../../analysis/paper/published.js';
import { skillSeries } from '../../analysis/run-data/cell-series.js';
import type { RunData } from '../../analysis/run-data/rows.js';
import { paperFamilies } from '../../analysis/tables/select.js';
import { paperSchedule } from '../../arms/schedule.js';
import type { FigureData } from '../../figures/index.js';
import { guardCollapseData, learningCurveData, objectiveData } from './curves.js';
import { anchorSizeData, forestData, goodhartData, lifecycleData, retentionData } from './summaries.js';

/** The finished numbers of every figure, computed from a run's tidy results. */
export function figureDataOf(run: RunData, paper: PublishedPaper): FigureData {
  const runs = new Set(skillSeries(run).map(({ seed }) => seed)).size;
  const note = `${runs} ${runs === 1 ? 'run' : 'runs'} an arm. Roles: ${run.about.roles}.`;
  const published = (family: string): number | null => {
    const prefix = paperFamilies.find((one) => one.family === family)?.prefix ?? '';
    const printed = paper.values.find(({ id }) => id === `${prefix}-retention`)?.printed;
    return printed === undefined ? null : Number.parseFloat(printed) / 100;
  };
  return {
    '1': { note, schedule: paperSchedule, devAnchors: 10 },
    '2': objectiveData(run, note),
    '3a': learningCurveData(run, note),
    '3b': guardCollapseData(run, note),
    '4': anchorSizeData(run, note),
    '5': lifecycleData(run, note),
    '6': forestData(run, note),
    '7': goodhartData(run, note),
    '8': retentionData(run, note, published),
  };
}
