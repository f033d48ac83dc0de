import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readRunData } from '../../src/analysis/run-data/csv.js';
import { dataPath } from '../../src/data-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'pawl-reference-run-'));
const bin = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of a table of a run that belong to a cell. */
function linesOf(path: string, table: string, cell: string): string[] {
  return readFileSync(join(path, `${table}.csv`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(cell));
}

describe('the reference run', () => {
  it('is whole: every family, arm and seed of the main job, in less than 5 MiB', () => {
    const { cells, skillRounds } = readRunData();
    const arms = ['frozen', 'reference', 'co', 'naive', 'no-lifecycle'];
    for (const family of ['code', 'sql', 'report'])
      for (const arm of arms)
        for (const seed of [42, 7, 13])
          expect(
            skillRounds.filter(
              (row) => row.family === family && row.arm === arm && row.seed === seed && row.repair === 'on',
            ),
          ).toHaveLength(100);
    expect(new Set(cells.map(({ roles }) => roles)).size).toBe(1);
    const reference = dataPath('reference-run');
    const bytes = readdirSync(reference).map((name) => statSync(join(reference, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5 * 1024 * 1024);
  });

  it('comes out in the same bytes when a part of it is run again', () => {
    execFileSync(
      process.execPath,
      [bin, 'run', '--family', 'report', '--arm', 'reference', '--seeds', '42', '--store', folder],
      { stdio: 'ignore' },
    );
    const again = join(folder, 'results', 'r1');
    for (const table of ['cells', 'skillRounds', 'skills']) {
      const expected = linesOf(dataPath('reference-run'), table, 'report,reference,42,on');
      expect(expected.length).toBeGreaterThan(0);
      expect(linesOf(again, table, 'report,reference,42,on')).toEqual(expected);
    }
  }, 120_000);
});
