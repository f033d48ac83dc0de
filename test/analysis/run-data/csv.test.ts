import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRunData, writeRunData } from '../../../src/analysis/run-data/csv.js';
import { tidyRun } from '../../support/tidy-run.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-run-data-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tidy results of a run', () => {
  it('are read as they were written, and written again in the same bytes', () => {
    const run = tidyRun();
    writeRunData(run, folder);
    const read = readRunData(folder);
    expect(read).toEqual(run);
    const before = readFileSync(join(folder, 'skillRounds.csv'), 'utf8');
    writeRunData(read, folder);
    expect(readFileSync(join(folder, 'skillRounds.csv'), 'utf8')).toBe(before);
  });

  it('keep what could not be scored apart from a score of 0', () => {
    const run = tidyRun();
    const [first] = run.skillRounds;
    if (first === undefined) throw new Error('no rounds');
    writeRunData(
      { ...run, skillRounds: [{ ...first, testScores: [null, 0, 0.25], trainTrueMean: null }] },
      folder,
    );
    const [read] = readRunData(folder).skillRounds;
    expect(read?.testScores).toEqual([null, 0, 0.25]);
    expect(read?.trainTrueMean).toBeNull();
  });

  it.each([
    [
      'a word for a number',
      (text: string) => text.replace(/,42,on,0,/, ',x,on,0,'),
      /skillRounds\.csv:2: seed: expected a number, got 'x'/,
    ],
    [
      'another column',
      (text: string) => text.replace('passed', 'pased'),
      /skillRounds\.csv:1: the columns are .*pased/,
    ],
  ])('name the place of %s', (_, damage, message) => {
    writeRunData(tidyRun(), folder);
    const path = join(folder, 'skillRounds.csv');
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    expect(() => readRunData(folder)).toThrow(message);
  });

  it('say which file is missing', () => {
    writeRunData(tidyRun(), folder);
    rmSync(join(folder, 'ops.csv'));
    expect(() => readRunData(folder)).toThrow(/ops\.csv: cannot be read/);
  });
});
