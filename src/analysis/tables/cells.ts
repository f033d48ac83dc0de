import { bootstrapInterval } from '../../stats/index.js';
import type { PublishedPaper } from '../paper/published.js';
import type { TableCell } from './table.js';

/** A word. */
export function word(text: string): TableCell {
  return { text };
}

/** Nothing to show, said in one sign. */
export const none: TableCell = { text: '–' };

/** A number with three decimals. */
export function number(value: number | null, n?: number): TableCell {
  if (value === null) return none;
  return { text: three(value), value, ...(n === undefined ? {} : { n }) };
}

/** A whole number. */
export function count(value: number): TableCell {
  return { text: String(value), value };
}

/** `part/whole` with the share behind it; `–` of nothing. */
export function shareOf(part: number, whole: number): TableCell {
  return whole === 0
    ? { text: '–', n: 0 }
    : { text: `${three(part / whole)} (${part}/${whole})`, value: part / whole, n: whole };
}

/** Mean ± sample standard deviation over runs. */
export function meanOverRuns(values: readonly number[]): TableCell {
  if (values.length === 0) return none;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return { text: `${three(mean)} (one run)`, value: mean, n: 1 };
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
  return { text: `${three(mean)} ± ${three(spread)}`, value: mean, n: values.length };
}

/** Smallest and largest, or one number where they are the same. */
export function rangeOf(values: readonly number[]): TableCell {
  if (values.length === 0) return none;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const shown = (value: number): string => (Number.isInteger(value) ? String(value) : three(value));
  return { text: low === high ? shown(low) : `${shown(low)}–${shown(high)}`, low, high };
}

/** An estimate with its interval. */
export function interval(value: number, low: number, high: number): TableCell {
  return { text: `${signed(value)} [${signed(low)}, ${signed(high)}]`, value, low, high };
}

/** A printed value of the paper by its id; `–` where the paper prints none. */
export function printed(paper: PublishedPaper, id: string): TableCell {
  const found = paper.values.find((value) => value.id === id);
  return found === undefined ? none : { text: found.printed };
}

/** Mean task score with the exact task-level bootstrap interval (BCa, the task being the unit). */
export function taskMean(values: readonly number[]): TableCell {
  if (values.length < 2) return number(values[0] ?? null);
  const { estimate, low, high } = bootstrapInterval([...values], { method: 'bca' });
  return {
    text: `${three(estimate)} [${three(low)}, ${three(high)}]`,
    value: estimate,
    low,
    high,
    n: values.length,
  };
}

function three(value: number): string {
  return value.toFixed(3);
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return value < 0 && Number(text) !== 0 ? `−${text}` : `+${text}`;
}
