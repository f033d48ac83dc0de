import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPaperCommand } from '../../src/cli/paper.js';
import type { PaperReport } from '../../src/analysis/paper/index.js';
import { type Ran, runCommand } from './capture.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-paper-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const paper = (...words: string[]): Promise<Ran> => runCommand(addPaperCommand, ['paper', ...words]);

/** A file of the user's with one value and one check. */
function userFile(name: string, printed: string): string {
  const path = join(folder, name);
  const value = {
    id: 'p',
    label: 'p of the test',
    printed,
    document: 'main',
    place: 'Table 2',
    unit: 'p value',
  };
  const document = {
    format: 'pawl-published/1',
    paper: { title: 'Mine' },
    documents: { main: 'my paper' },
    values: [value],
    checks: [{ kind: 'mcnemar', of: 'p', corrected: 15, broken: 5 }],
  };
  writeFileSync(path, JSON.stringify(document));
  return path;
}

describe('pawl paper', () => {
  it('prints one line a number and exits 0, also when one is impossible', async () => {
    const { out, code } = await paper();
    expect(code).toBe(0);
    const line = out.split('\n').find((one) => one.includes('0.500±0.026'));
    expect(line).toMatch(/^ {2}impossible .*18,19,20 of 38 fits/);
    expect(out).toMatch(
      /Printed numbers: \d+ recomputed, \d+ consistent with rounding, 1 impossible, \d+ not derivable/,
    );
  });

  it('exits 1 with --strict when a number is impossible, after the report', async () => {
    const { out, code, error } = await paper('--strict');
    expect(code).toBe(1);
    expect(out).toContain('MBPP+ lift retention');
    expect(error?.message).toBe('1 impossible: Spider evolved grader, agreement 0.500±0.026');
  });

  it('prints one JSON object whose result is always the same', async () => {
    const [first, second] = [await paper('--json'), await paper('--json')];
    const one = JSON.parse(first.out) as { result: PaperReport; meta: { command: string } };
    const other = JSON.parse(second.out) as { result: PaperReport };
    expect(Object.keys(one)).toEqual(['result', 'meta']);
    expect(JSON.stringify(one.result)).toBe(JSON.stringify(other.result));
    expect(one.result.lines.find((line) => line.id === 'peak-p-verdict')?.recomputed).toBeCloseTo(
      0.014389633,
      8,
    );
    expect(one.meta.command).toBe('paper');
  });

  it("checks a user's file", async () => {
    const right = await paper(userFile('right.json', '.041'), '--strict');
    expect(right.code).toBe(0);
    expect(right.out).toContain('15 v 5: exact binomial p = .04139');
    const wrong = await paper(userFile('wrong.json', '.051'), '--strict');
    expect(wrong).toMatchObject({ code: 1, error: { message: '1 impossible: p of the test .051' } });
  });

  it('names what is wrong with a file, and exits 2', async () => {
    const bad = await paper(userFile('bad.json', 'O.041'));
    expect(bad.code).toBe(2);
    expect(bad.error?.message).toMatch(
      /bad\.json: 1 problem\n {2}values\[0\]\.printed: expected .*, got 'O\.041'/,
    );
    const missing = await paper(join(folder, 'none.json'));
    expect(missing).toMatchObject({ code: 2, error: { code: 'not-found' } });
  });
});
