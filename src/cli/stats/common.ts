import { Option } from 'commander';
import { PawlError } from '../../errors.js';
import type { StatWarning } from '../../stats/index.js';
import { wholeNumber } from '../options.js';
import type { LongFile } from './long-rows.js';

/** `--level`, nominal coverage. */
export function levelOption(): Option {
  return new Option('--level <share>', 'nominal coverage').default(0.95).argParser(shareBetween('--level'));
}

/** `--seed` of whatever has to be sampled. */
export function seedOption(): Option {
  return new Option('--seed <number>', 'seed, where something has to be sampled')
    .default(42)
    .argParser(wholeNumber('--seed', 0, 4_294_967_295));
}

/** `--replicates`: whether the seeds of a task may be averaged as draws of one system. */
export function replicatesOption(): Option {
  return new Option('--replicates <what>', 'what the seeds of a task are').choices([
    'draws',
    'learning-runs',
  ]);
}

/**
 * Says, in the words of the command line, when seeds that may be whole learning runs were taken together by task.
 *
 * @param seeds seeds of a task
 */
export function withReplicateWarning(
  warnings: readonly StatWarning[],
  seeds: number,
  replicates: 'draws' | 'learning-runs' | undefined,
): StatWarning[] {
  const others = warnings.filter((warning) => warning.code !== 'runs-as-replicates');
  if (seeds < 2 || replicates === 'draws') return others;
  const message =
    replicates === 'learning-runs'
      ? 'the seeds are whole learning runs: their tasks move together and the run is the unit; use --unit run'
      : 'if each seed is a whole learning run, its tasks move together and the run is the unit (--unit run); ' +
        'if the seeds are draws of one system, say --replicates draws';
  return [...others, { code: 'runs-as-replicates', message }];
}

/** `--alternative`. */
export function alternativeOption(): Option {
  return new Option('--alternative <side>', 'which differences count as extreme')
    .choices(['two-sided', 'greater', 'less'])
    .default('two-sided');
}

/**
 * Reads a number between 0 and 1, both excluded.
 *
 * @throws PawlError `usage`
 */
export function shareBetween(name: string): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (!(value > 0 && value < 1))
      throw new PawlError('usage', `${name}: expected a number between 0 and 1, got '${text}'`);
    return value;
  };
}

/**
 * Reads any finite number.
 *
 * @throws PawlError `usage`
 */
export function finiteNumber(name: string): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (!Number.isFinite(value)) throw new PawlError('usage', `${name}: expected a number, got '${text}'`);
    return value;
  };
}

/** The mean of a list that is not empty. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Elements by a key, in the order of the keys (numbers by size, then text). */
export function groupedBy<T>(elements: readonly T[], keyOf: (element: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return [...groups].sort(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : 1));
}

/**
 * Each run's mean over its tasks.
 *
 * @throws PawlError `bad-input` without a column of runs
 */
export function runLevelScores(file: LongFile, arm: string): number[] {
  if (!file.hasRuns) {
    throw new PawlError(
      'bad-input',
      `${file.source}: no column 'seed' or 'run', so that runs cannot be told apart`,
      {
        hint: '--run <column> names it',
      },
    );
  }
  const rows = file.rows.filter((row) => row.arm === arm);
  return groupedBy(rows, (row) => row.run).map(([, own]) => meanOf(own.map((row) => row.score)));
}
