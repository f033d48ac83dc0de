import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkout: string = fileURLToPath(new URL('../..', import.meta.url));

/** A folder in which `import 'pawl'` works. */
export function makeFolder(scratch: string, name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

export interface CellSource {
  readonly source: string;
  readonly tags?: readonly string[];
}

/** Writes a notebook for a kernel. */
export function writeSource(file: string, cells: readonly (string | CellSource)[], kernel = 'pawl'): void {
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: kernel, display_name: kernel, language: 'typescript' } },
    cells: cells.map((cell, index) => {
      const { source, tags = [] } = typeof cell === 'string' ? { source: cell } : cell;
      return {
        cell_type: 'code',
        id: `cell-${index}`,
        metadata: tags.length > 0 ? { tags } : {},
        source,
        outputs: [],
        execution_count: null,
      };
    }),
  };
  writeFileSync(file, JSON.stringify(notebook, null, 1));
}

export interface StoredCell {
  readonly execution_count: number | null;
  readonly outputs: readonly Readonly<Record<string, unknown>>[];
}

/** The code cells of an executed notebook. */
export function readCells(file: string): readonly StoredCell[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { cells: StoredCell[] }).cells;
}

/** Outputs in one form: texts joined, neighbouring streams joined, nothing that differs from run to run. */
export function comparable(cells: readonly StoredCell[]): string {
  return JSON.stringify(
    cells.map(({ execution_count, outputs }) => {
      const joined: Record<string, unknown>[] = [];
      for (const output of outputs.map((one) => join1(one) as Record<string, unknown>)) {
        const last = joined.at(-1);
        if (
          output['output_type'] === 'stream' &&
          last?.['output_type'] === 'stream' &&
          last['name'] === output['name']
        ) {
          last['text'] = `${String(last['text'])}${String(output['text'])}`;
        } else joined.push(output);
      }
      return { execution_count, outputs: joined };
    }),
    null,
    1,
  );
}

/** Lists of lines as texts, keys in order. */
function join1(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length > 0 && value.every((one) => typeof one === 'string')
      ? value.join('')
      : value.map(join1);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, join1(one)]),
  );
}

/** Sixteen cells with every kind of output. */
export const richCells: readonly (string | CellSource)[] = [
  "import { random, version } from 'pawl';\nversion.split('.').length",
  "console.log('one');\nconsole.error('two');\nconsole.log('three');",
  'const rows: { name: string; score: number }[] = [{ name: "a", score: 1 }, { name: "b", score: 2 }];\nrows',
  "import * as aq from 'arquero';\nconst table = aq.from(rows);\ntable",
  'table.numRows()',
  "display({ toMimeBundle: () => ({ data: { 'image/svg+xml': '<svg xmlns=\"http://www.w3.org/2000/svg\"/>', 'text/plain': 'a picture' } }) });",
  "display({ toMimeBundle: () => ({ data: { 'application/vnd.vegalite.v5+json': { $schema: 'https://vega.github.io/schema/vega-lite/v5.json', mark: 'bar', data: { values: [{ a: 1 }] }, encoding: { x: { field: 'a' } } }, 'text/plain': 'a chart' } }) });",
  "display('0 %', { id: 'bar' });",
  "display('100 %', { id: 'bar', update: true });",
  "console.log('gone');\nclearOutput();\nconsole.log('stays');",
  { source: "throw new RangeError('on purpose')", tags: ['raises-exception'] },
  { source: 'const text: string = 5;', tags: ['raises-exception'] },
  'let count = 0;\nfor (let i = 0; i < 1000; i++) count += i;\ncount',
  'await new Promise((resolve) => setTimeout(resolve, 20));\n"awaited"',
  "const { sum } = await import('simple-statistics');\nsum([1, 2, 3])",
  "random('kernel-check').below(10) < 10",
];
