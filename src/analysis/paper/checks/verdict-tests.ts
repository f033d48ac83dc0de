import { mcnemarTest } from '../../../stats/index.js';
import { point } from '../box.js';
import { pValueText } from '../number-text.js';
import { about, type BareLine, type CheckContext, judge, reported } from '../paper-line.js';
import type { McNemarCheck, TaskSignFlipCheck } from '../published.js';
import { partAt } from '../quantities.js';
import { attainableTaskPValues, mostRuns } from './attainable-task-p-values.js';

/** A p-value from corrected and broken verdicts, as if verdicts were independent. */
export function checkMcNemar(check: McNemarCheck, context: CheckContext): BareLine[] {
  const [corrected, broken] = [context.exactly(check.corrected), context.exactly(check.broken)];
  const { pValue, midP } = mcnemarTest({ corrected, broken });
  const { part } = partAt(check.of, context.values);
  return [
    {
      ...about(check.of, context),
      status: judge(point(pValue), part, check),
      recomputed: reported(point(pValue)),
      arithmetic: `${corrected} v ${broken}: exact binomial p = ${pValueText(pValue)} (mid-p ${pValueText(midP)})`,
      notes: [],
    },
  ];
}

/**
 * A task-level p-value for which only the totals of corrected and broken verdicts are printed: it does not follow
 * from them, but they bound it, and a p outside the bounds is impossible.
 */
export function checkTaskSignFlip(check: TaskSignFlipCheck, context: CheckContext): BareLine[] {
  const design = {
    corrected: context.exactly(check.corrected),
    broken: context.exactly(check.broken),
    tasks: context.exactly(check.tasks),
    runs: context.exactly(check.runs),
  };
  const { corrected, broken, tasks, runs } = design;
  const { part } = partAt(check.of, context.values);
  const frame = about(check.of, context);
  const outcomes = attainableTaskPValues(design);
  const needs = `needs each task's verdicts, which are not printed`;
  const [least, most] = [outcomes.at(0), outcomes.at(-1)];
  if (runs > mostRuns)
    return [{ ...frame, status: 'not derivable', recomputed: null, arithmetic: needs, notes: [] }];
  if (least === undefined || most === undefined) {
    const arithmetic = `${corrected} corrected and ${broken} broken do not fit ${tasks} tasks × ${runs} runs`;
    return [{ ...frame, status: 'impossible', recomputed: null, arithmetic, notes: [] }];
  }
  const possible = outcomes.some((p) => p >= part.box.low - 1e-12 && p <= part.box.high + 1e-12);
  const bounds = `${corrected} v ${broken} over ${tasks} tasks × ${runs} runs allow p from ${pValueText(least)} to ${pValueText(most)}`;
  const impossible = !possible && check.assuming === undefined;
  return [
    {
      ...frame,
      status: impossible ? 'impossible' : 'not derivable',
      recomputed: null,
      arithmetic: possible ? `${needs}; ${bounds}` : `${bounds}, and none prints as this`,
      notes: unanimityNote(design),
    },
  ];
}

/** With the runs of every task unanimous, the totals would be multiples of the number of runs. */
function unanimityNote({
  corrected,
  broken,
  runs,
}: {
  corrected: number;
  broken: number;
  runs: number;
}): string[] {
  const odd = [corrected, broken].filter((count) => count % runs !== 0);
  if (runs < 2 || odd.length === 0) return [];
  const which = odd.join(' and ');
  return [
    `the runs disagree on at least one task: ${which} ${odd.length === 1 ? 'is' : 'are'} no multiple of ${runs}`,
  ];
}
