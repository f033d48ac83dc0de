import type { StatWarning } from '../../stats/index.js';
import { version } from '../../version.js';
import { print, printJson } from '../terminal.js';

/** What a procedure found, for people and for programs. */
export interface StatReport {
  readonly procedure: string;
  /** The result object of the procedure, for `--json`. */
  readonly result: object;
  /** Name and value pairs, in reading order. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** A table below them. */
  readonly table?: string;
  readonly warnings: readonly StatWarning[];
}

/** Prints a report: aligned names and values, the table, then every trap that was met. */
export function printReport(report: StatReport, source: string, json: boolean | undefined): void {
  const { procedure, result, facts, table, warnings } = report;
  if (json === true) {
    printJson({ procedure, ...result }, { command: `stats ${procedure}`, file: source, version });
    return;
  }
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  for (const [name, value] of facts) print(`${name.padEnd(width)}  ${value}`);
  if (table !== undefined) print(facts.length === 0 ? table : `\n${table}`);
  if (warnings.length > 0) print('');
  for (const warning of warnings) print(`warning (${warning.code}): ${warning.message}`);
}

/** A number with a real minus sign and up to six decimals. */
export function numeral(value: number, digits: number = 6): string {
  const text = Number(value.toFixed(digits)).toString();
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}

/** The same with its sign always shown. */
export function signed(value: number): string {
  return value > 0 ? `+${numeral(value)}` : numeral(value);
}

/** A p-value with six decimals; smaller ones in powers of ten. */
export function pValueText(p: number): string {
  return p !== 0 && p < 0.0001 ? p.toExponential(4) : p.toFixed(6);
}

/** [low, high] and its level. */
export function intervalText({ low, high, level }: { low: number; high: number; level: number }): string {
  return `[${numeral(low)}, ${numeral(high)}] at ${numeral(100 * level)} %`;
}

/** How a number was computed. */
export function computationText(of: {
  exact: boolean;
  resamples: number | null;
  seed: number | null;
}): string {
  return of.exact ? 'exact' : `${of.resamples ?? 0} resamples, seed ${of.seed ?? 0}`;
}

/** 1 task, 2 tasks. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Every warning once, by code and message. */
export function distinct(warnings: readonly StatWarning[]): StatWarning[] {
  return [...new Map(warnings.map((warning) => [`${warning.code} ${warning.message}`, warning])).values()];
}
