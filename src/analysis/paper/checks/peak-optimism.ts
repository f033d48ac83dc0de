import { peakOptimism } from '../../../stats/index.js';
import { type Box, middle } from '../box.js';
import { decimal } from '../number-text.js';
import { type BareLine, type CheckContext, reported, unprinted } from '../paper-line.js';
import type { PeakOptimismCheck } from '../published.js';

/** What the best of many rounds adds with no learning at all: with all tasks alike, and with some that never pass. */
export function checkPeakOptimism(check: PeakOptimismCheck, context: CheckContext): BareLine[] {
  const [tasks, rounds] = [context.exactly(check.tasks), context.exactly(check.rounds)];
  const rate = middle(context.quantity(check.rate).box);
  const alike = peakOptimism({ tasks, rounds, rate }).optimism;
  const parts = [`all tasks alike +${decimal(alike, 3)}`];
  const values = [alike];
  if (check.neverPassed !== undefined) {
    const never = context.exactly(check.neverPassed);
    const others = (rate * tasks) / (tasks - never);
    if (others <= 1) {
      const rates = Array.from({ length: tasks }, (_, task) => (task < never ? 0 : others));
      const mixed = peakOptimism({ tasks, rounds, rate: rates }).optimism;
      parts.unshift(`${never} tasks that never pass +${decimal(mixed, 3)}`);
      values.push(mixed);
    }
  }
  const box: Box = { low: Math.min(...values), high: Math.max(...values) };
  const design = `best of ${rounds} rounds on ${tasks} tasks at p = ${decimal(rate, 2)}, nothing learned`;
  return [
    {
      ...unprinted(check.label),
      status: 'recomputed',
      recomputed: reported(box),
      arithmetic: `${design}: ${parts.join(', ')}`,
      notes: [],
    },
  ];
}
