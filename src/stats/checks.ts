import { PawlError } from '../errors.js';
import { didYouMean } from '../input/nearest-name.js';
import type { Replicates, StatWarning } from './result.js';

/** Refuses anything but a list of at least `least` finite numbers. */
export function requireNumbers(values: readonly number[], what: string, least = 1): void {
  if (!Array.isArray(values)) {
    throw new PawlError(
      'bad-input',
      `${what}: got ${values === null ? 'null' : typeof values}, expected a list of numbers`,
    );
  }
  if (values.length < least) {
    throw new PawlError(
      'bad-input',
      `${what}: got ${values.length} values, expected at least ${least === 1 ? 'one' : least}`,
    );
  }
  for (let at = 0; at < values.length; at++) {
    if (!Number.isFinite(values[at])) {
      throw new PawlError(
        'bad-input',
        `${what}[${at}]: got ${String(values[at])}, expected a finite number`,
        {
          hint: 'leave out missing values, or decide what they count as, before the statistics',
        },
      );
    }
  }
}

/** Refuses lists of unequal length. */
export function requireEqualLength(
  first: readonly unknown[],
  firstName: string,
  second: readonly unknown[],
  secondName: string,
): void {
  if (!Array.isArray(first) || !Array.isArray(second)) {
    throw new PawlError('bad-input', `${Array.isArray(first) ? secondName : firstName}: expected a list`);
  }
  if (first.length !== second.length) {
    throw new PawlError(
      'bad-input',
      `${firstName} has ${first.length} entries and ${secondName} has ${second.length}: expected the same number`,
    );
  }
}

/** Refuses a level outside (0, 1). */
export function requireLevel(level: number): number {
  if (!(level > 0 && level < 1)) {
    throw new PawlError('bad-input', `level: got ${String(level)}, expected a number between 0 and 1`, {
      hint: 'the 95 % level is 0.95',
    });
  }
  return level;
}

/** Refuses a probability outside [0, 1]. */
export function requireProbability(value: number, what: string): number {
  if (!(value >= 0 && value <= 1)) {
    throw new PawlError('bad-input', `${what}: got ${String(value)}, expected a number from 0 to 1`);
  }
  return value;
}

/** Refuses anything but a whole number from `least` up. */
export function requireCount(value: number, what: string, least = 0): number {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new PawlError('bad-input', `${what}: got ${String(value)}, expected a whole number from ${least}`);
  }
  return value;
}

/** Refuses a name that is not in the list. */
export function requireOneOf<T extends string>(value: T, known: readonly T[], what: string): T {
  if (!known.includes(value)) {
    throw new PawlError('usage', `${what}: got '${String(value)}'`, {
      hint: didYouMean(String(value), known),
    });
  }
  return value;
}

/** Refuses option names that nobody reads: a misspelt one would otherwise be ignored. */
export function requireKnownOptions(options: object, known: readonly string[], procedure: string): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new PawlError('usage', `${procedure}: unknown option '${name}'`, {
        hint: didYouMean(name, known),
      });
    }
  }
}

/** The trap of several values a task in a procedure that treats each value as independent; none when tasks differ. */
export function repeatedTaskWarning(tasks: readonly string[], instead: string): StatWarning[] {
  const distinct = new Set(tasks).size;
  if (distinct === tasks.length) return [];
  return [
    {
      code: 'verdicts-as-tasks',
      message:
        `${tasks.length} values come from ${distinct} tasks: values of one task are not independent, so the result is ` +
        `too sure of itself; ${instead}`,
    },
  ];
}

/**
 * The trap of learning runs that are treated as replicates: several seeds a task whose kind nobody stated, or that are
 * whole runs. `seeds` are the fewest and the most a task has.
 */
export function replicateWarnings(
  seeds: { readonly fewest: number; readonly most: number },
  replicates: Replicates | undefined,
): StatWarning[] {
  if (replicates !== undefined) requireOneOf(replicates, ['draws', 'learning-runs'], 'replicates');
  const warnings: StatWarning[] = [];
  if (seeds.most > 1 && replicates !== 'draws') {
    const message =
      replicates === 'learning-runs'
        ? 'the seeds are whole learning runs: their tasks move together, so the run is the unit; use runDifference on ' +
          'the mean score of each run'
        : 'if each seed is a whole learning run, its tasks move together and the run is the unit (runDifference); if the ' +
          "seeds are draws of one system, say replicates: 'draws'";
    warnings.push({ code: 'runs-as-replicates', message });
  }
  if (replicates === 'learning-runs' && seeds.fewest < 3) {
    const message = `${seeds.fewest} learning runs: fewer than three show no spread between runs to speak of`;
    warnings.push({ code: 'few-runs', message });
  }
  return warnings;
}
