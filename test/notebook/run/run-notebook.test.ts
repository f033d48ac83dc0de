import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkNotebook } from '../../../src/notebook/run/check-notebook.js';
import { readNotebook, type CodeCell, type Notebook } from '../../../src/notebook/run/notebook-file.js';
import {
  runNotebook,
  type NotebookResult,
  type RunNotebookOptions,
} from '../../../src/notebook/run/run-notebook.js';
import { notebookFolder } from '../session.js';
import { codeCell, notebookText } from './sample.js';

let folder: string;
beforeAll(() => {
  folder = notebookFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function execute(
  name: string,
  cells: readonly object[],
  options: Partial<RunNotebookOptions> = {},
): Promise<{ result: NotebookResult; notebook: Notebook; cells: readonly CodeCell[] }> {
  const file = join(folder, `${name}.ipynb`);
  writeFileSync(file, notebookText(cells));
  const result = await runNotebook({ file, ...options });
  const notebook = readNotebook(options.out ?? file);
  return { result, notebook, cells: notebook.cells.filter((cell) => cell.cell_type === 'code') };
}

it('runs cells in the folder of the notebook, writes outputs and counts, and leaves the file to --out', async () => {
  writeFileSync(join(folder, 'beside.ts'), 'export const beside = 6;\n');
  const out = join(folder, 'out.ipynb');
  const { result, notebook, cells } = await execute(
    'fine',
    [
      codeCell('const rounds = 3;', { metadata: { tags: ['parameters'] } }),
      { cell_type: 'markdown', metadata: {}, source: '# A title' },
      codeCell("import { beside } from './beside.ts';\nconsole.log(beside);\nrounds"),
      codeCell("throw new Error('meant')", { metadata: { tags: ['raises-exception'] } }),
      codeCell('  '),
      codeCell('skipped()', { metadata: { tags: ['skip-execution'] } }),
      codeCell('rounds * 2'),
    ],
    { out, parameters: { rounds: 5 } },
  );
  expect(result).toEqual({ ran: 5, total: 5, failures: [] });
  expect(cells.map(({ execution_count }) => execution_count)).toEqual([1, 2, 3, 4, null, null, 5]);
  expect(cells[2]?.outputs).toEqual([
    { output_type: 'stream', name: 'stdout', text: '6\n' },
    { output_type: 'execute_result', execution_count: 3, data: { 'text/plain': '5' }, metadata: {} },
  ]);
  expect(cells[3]?.outputs[0]).toMatchObject({ output_type: 'error', evalue: 'meant' });
  expect(cells[6]?.outputs).toMatchObject([{ data: { 'text/plain': '10' } }]);
  expect(notebook.metadata).toMatchObject({
    kernelspec: { name: 'pawl' },
    language_info: { name: 'typescript' },
  });
  expect(checkNotebook(notebook)).toEqual([]);
  expect(readFileSync(join(folder, 'fine.ipynb'), 'utf8')).not.toContain('"pawl"');
});

it('goes on after a failure when told, fails for late errors and for timeouts, and keeps what was there', async () => {
  const { result, cells } = await execute(
    'faults',
    [
      codeCell("setTimeout(() => { throw new Error('late') }, 5); 1"),
      codeCell('await new Promise((resolve) => setTimeout(resolve, 30))'),
      codeCell('const text: string = 5;'),
      codeCell('await null; for (;;);'),
      codeCell('7'),
    ],
    { goOn: true, timeoutMs: 400 },
  );
  expect(result.ran).toBe(5);
  expect(result.failures.map(({ position, ename }) => [position, ename])).toEqual([
    [1, 'Error'],
    [3, 'TypeScriptError'],
    [4, 'CellTimeout'],
  ]);
  expect(cells[0]?.outputs.map(({ output_type }) => output_type)).toEqual(['execute_result', 'error']);
  expect(cells[4]?.outputs).toMatchObject([{ data: { 'text/plain': '7' } }]);
});

it('stops at a cell that kills the kernel, and writes what ran', async () => {
  const { result, cells } = await execute('dead', [
    codeCell("'before'"),
    codeCell("process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})"),
    codeCell("'after'"),
  ]);
  expect(result).toMatchObject({ ran: 2, total: 3, failures: [{ position: 2, ename: 'DeadKernel' }] });
  expect(cells.map(({ execution_count }) => execution_count)).toEqual([1, null, null]);
  expect(cells[0]?.outputs).toMatchObject([{ data: { 'text/plain': "'before'" } }]);
});

it('refuses a notebook of another language and says why no kernel starts', async () => {
  const file = join(folder, 'python.ipynb');
  writeFileSync(file, notebookText([], { kernelspec: { name: 'python3', language: 'python' } }));
  await expect(runNotebook({ file })).rejects.toThrow('notebook of "python", expected TypeScript');
  writeFileSync(file, notebookText([codeCell('1')]));
  const command = (): readonly string[] => [
    process.execPath,
    '-e',
    'console.error("no luck"); process.exit(7)',
  ];
  await expect(runNotebook({ file, command })).rejects.toThrow(/the kernel died \(exit code 7\)\nno luck/);
});
