import { readFileSync } from 'node:fs';
import { sha256 } from '../../hash.js';
import { stepBudgetSource } from '../../sandbox/python/step-budget.js';

/** A driver of the family: Python source that defines `main(payload)`, and its hash. */
export interface Driver {
  readonly source: string;
  readonly hash: string;
}

/** Joins Python files of this room, in order, into one driver that counts steps. */
function driver(...files: readonly string[]): Driver {
  const texts = files.map((file) => readFileSync(new URL(`./python/${file}.py`, import.meta.url), 'utf8'));
  const source = [stepBudgetSource, ...texts].join('\n\n');
  return { source, hash: sha256(source) };
}

/** Runs a program on inputs. */
export const runDriver: Driver = driver('values', 'program', 'run');

/** Reads rows of task files. */
export const readTasksDriver: Driver = driver('asserts', 'mbpp_plus', 'read_tasks');

/** Looks at an output: parse summary, examples and probes. */
export const rootDriver: Driver = driver(
  'values',
  'program',
  'asserts',
  'summary',
  'recursion',
  'probes',
  'root',
);
