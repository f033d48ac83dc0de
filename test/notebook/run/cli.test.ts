import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cli } from '../../support/cli-in-process.js';
import { codeCell, notebookText } from './sample.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-notebook-cli-'));
  file = join(folder, 'a.ipynb');
  writeFileSync(file, notebookText([codeCell('1', { execution_count: 3 })]));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('notebook check names every problem and exits 1', async () => {
  const { code, out, err } = await cli('notebook', 'check', file);
  expect(code).toBe(1);
  expect(out).toContain('cell 1: ran as number 3, expected 1');
  expect(err).toContain('2 problems with stored outputs');
});

it('notebook clear removes counts', async () => {
  expect((await cli('notebook', 'clear', file)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('"execution_count": null');
});

it.each([
  [['notebook', 'run', 'a.ipynb', 'b.ipynb', '--out', 'c.ipynb'], '--out: takes one notebook, got 2'],
  [['notebook', 'run', 'a.ipynb', '--timeout', 'soon'], "--timeout: expected seconds above 0, got 'soon'"],
  [['notebook', 'run', 'a.ipynb', '--parameters', 'rounds'], "--parameters: 'rounds' is not name=value"],
  [['notebook', 'run', '/nowhere/a.ipynb'], '/nowhere/a.ipynb: no such notebook'],
  [['kernel', 'install', '--user', '--prefix', 'x'], '--user and --prefix: choose one'],
  [['kernel', 'uninstall', '--prefix', '/nowhere'], 'no kernel is installed there'],
])('%j exits 2 and says why', async (words, message) => {
  const { code, err } = await cli(...words);
  expect(err).toContain(message);
  expect(code).toBe(2);
});

it('kernel doctor says what is missing and exits 4', async () => {
  const { code, out } = await cli('kernel', 'doctor', '--prefix', folder);
  expect(code).toBe(4);
  expect(out).toContain('pawl kernel install');
});
