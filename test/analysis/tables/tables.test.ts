import { describe, expect, it } from 'vitest';
import { readPublished } from '../../../src/analysis/paper/read-published.js';
import type { PawlTable, TableCell } from '../../../src/analysis/tables/table.js';
import { formatTable, tableFormats } from '../../../src/analysis/tables/format-table.js';
import { makeTables } from '../../../src/analysis/tables/tables.js';
import { tidyRun } from '../../support/tidy-run.js';

const run = tidyRun();
const tables = makeTables(run, [], readPublished());

function tableOf(number: number): PawlTable {
  const found = tables.find((table) => table.number === number);
  if (found === undefined) throw new Error(`no table ${number}`);
  return found;
}

/** The cell of a column in the row that starts with these words. */
function cell(number: number, row: readonly string[], key: string): TableCell {
  const { rows, columns } = tableOf(number);
  const found = rows.find((cells) => row.every((word, index) => cells[index]?.text.trim() === word));
  const at = columns.findIndex((column) => column.key === key);
  const value = found?.[at];
  if (value === undefined) throw new Error(`table ${number} has no ${row.join(' | ')} × ${key}`);
  return value;
}

/** Mean locked score of each round of a cell, computed apart from the code under test. */
function means(family: string, arm: string, seed: number, split: 'testScores' | 'untouchedScores'): number[] {
  return run.skillRounds
    .filter((row) => row.family === family && row.arm === arm && row.seed === seed)
    .map((row) => row[split].reduce<number>((sum, score) => sum + (score ?? 0), 0) / row[split].length);
}

const seeds = [42, 7, 13];
const average = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

describe('tables', () => {
  it('show the mean over runs of each run’s own peak, the paper beside it', () => {
    const found = cell(1, ['code (MBPP+)', 'peak, locked (8 tasks)'], 'co');
    expect(found.value).toBeCloseTo(
      average(seeds.map((seed) => Math.max(...means('code', 'co', seed, 'testScores')))),
      12,
    );
    expect(found.n).toBe(3);
    expect(cell(1, ['code (MBPP+)', 'peak, locked (8 tasks)'], 'co-paper').text).toBe('0.717±.038');
  });

  it('read the untouched split in the round of the locked peak, not at a peak of its own', () => {
    const expected = seeds.map((seed) => {
      const locked = means('sql', 'naive', seed, 'testScores');
      return means('sql', 'naive', seed, 'untouchedScores')[locked.indexOf(Math.max(...locked))] ?? NaN;
    });
    expect(cell(1, ['sql (Spider 2.0-Snow)', 'same round, untouched split'], 'naive').value).toBeCloseTo(
      average(expected),
      12,
    );
  });

  it('give lift retention from each arm’s own round 0, means first', () => {
    const lift = (arm: string): number =>
      average(seeds.map((seed) => Math.max(...means('report', arm, seed, 'testScores')))) -
      average(seeds.map((seed) => means('report', arm, seed, 'testScores')[0] ?? NaN));
    expect(cell(1, ['report', 'lift retention'], 'co').value).toBeCloseTo(lift('co') / lift('reference'), 10);
  });

  it('count tasks that failed first and were solved later, with the denominator', () => {
    const counts = seeds.map((seed) => {
      const rounds = run.skillRounds.filter(
        (row) => row.family === 'code' && row.arm === 'co' && row.seed === seed,
      );
      const failing = [...(rounds[0]?.testScores.entries() ?? [])].filter(([, score]) => score === 0);
      return [
        failing.filter(([task]) => rounds.some((row) => row.testScores[task] === 1)).length,
        failing.length,
      ] as const;
    });
    const solved = counts.reduce((sum, [part]) => sum + part, 0);
    const failing = counts.reduce((sum, [, whole]) => sum + whole, 0);
    expect(cell(1, ['code (MBPP+)', 'improved'], 'co').text).toBe(
      `${(solved / failing).toFixed(3)} (${solved}/${failing})`,
    );
  });

  it('take wins over decided pairs and print the ties', () => {
    const pairs = run.preferences.filter((row) => row.repair === 'on' && row.rubric === 'task-aware');
    const decided = pairs.filter(({ winner }) => winner !== 'tie');
    const wins = decided.filter(({ winner }) => winner === 'evolved');
    expect(cell(2, ['after (gate + hints)', 'task-aware'], 'win-rate').value).toBe(
      wins.length / decided.length,
    );
    expect(cell(2, ['after (gate + hints)', 'task-aware'], 'ties').text).toContain(
      `(${pairs.length - decided.length}/${pairs.length})`,
    );
  });

  it('say when a grader has no opinion instead of showing a number', () => {
    expect(cell(3, ['report', 'naive'], 'agreement').text).toBe('no opinion');
    expect(cell(3, ['report', 'naive'], 'vacuous').value).toBe(3);
    expect(cell(3, ['report', 'naive'], 'pass').text).toBe('1');
    expect(cell(3, ['report', 'co (anchored)'], 'agreement').value).toBe(7 / 8);
    expect(cell(3, ['report', 'naive'], 'objective-paper').text).toBe('1.000');
  });

  it('sum the rejections of each run and leave the paper’s cell empty where it prints none', () => {
    expect(cell(4, ['code (MBPP+)'], 'rejected').text).toBe('8');
    expect(cell(4, ['code (MBPP+)'], 'rejected-paper').text).toBe('997–1014');
    expect(cell(5, ['report', 'naive'], 'paper').text).toBe('–');
  });

  it.each(tableFormats)('are written as %s with every cell', (format) => {
    for (const table of tables) {
      const text = formatTable(table, format);
      expect(text).toContain(
        format === 'csv' ? 'row,column,source' : (table.columns.at(-1)?.title ?? '').slice(0, 8),
      );
      expect(text).not.toMatch(/undefined|NaN/);
      if (format === 'csv') {
        const labels = table.columns.filter(({ source }) => source === 'label').length;
        expect(text.trim().split('\n')).toHaveLength(1 + table.rows.length * (table.columns.length - labels));
      }
    }
  });

  it('refuse a table that the paper does not have', () => {
    expect(() => makeTables(run, [6])).toThrow(/there is no table 6/);
  });
});
