import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { streamRows, type RowSource, type StreamedRow } from '../../src/input/stream-rows.js';
import { temporaryFolders } from '../store/helpers.js';

const folder = temporaryFolders();

async function read(source: RowSource): Promise<StreamedRow[]> {
  const rows: StreamedRow[] = [];
  for await (const row of streamRows(source)) rows.push(row);
  return rows;
}

function file(name: string, content: string | Buffer): RowSource {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return { path };
}

describe('rows of a file', () => {
  const lines = '\uFEFF{"a":1}\n\n{"a":"x\u2028y"}\r\n{"a":3}';

  it.each([
    ['JSONL', 'x.jsonl', lines],
    ['zipped JSONL', 'x.jsonl.gz', gzipSync(lines)],
  ])('come from %s with their lines', async (_, name, content) => {
    expect(await read(file(name, content))).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 3, value: { a: 'x\u2028y' } },
      { line: 4, value: { a: 3 } },
    ]);
  });

  it('come from CSV, quoted lines and all', async () => {
    expect(await read(file('x.csv', 'a,b\n1,"two\nlines"\n3,4\n'))).toEqual([
      { line: 3, value: { a: '1', b: 'two\nlines' } },
      { line: 4, value: { a: '3', b: '4' } },
    ]);
  });

  it('go on after a bad line, and say when the last one is cut off', async () => {
    const rows = await read({ text: '[1]\nnull\n{"a":1}\n{"a"', format: 'jsonl' });
    expect(rows.map(({ line, problem }) => [line, problem?.replace(/^.*(\(the last)/, '$1')])).toEqual([
      [1, 'expected a JSON object, got an array'],
      [2, 'expected a JSON object, got null'],
      [3, undefined],
      [4, '(the last line has no end: is the file truncated?)'],
    ]);
  });

  it('are many without being held: characters that fall between two pieces stay whole', async () => {
    const row = JSON.stringify({ text: 'ä€😀'.repeat(50) });
    const rows = await read(file('many.jsonl', `${row}\n`.repeat(2000)));
    expect(rows).toHaveLength(2000);
    expect(new Set(rows.map(({ value }) => JSON.stringify(value)))).toEqual(new Set([row]));
  });

  it.each([
    ['a file that is not there', { path: '/no/such/file.jsonl' }, 'not-found'],
    ['a CSV file that is not there', { path: '/no/such/file.csv' }, 'not-found'],
  ])('are refused from %s', async (_, source, code) => {
    await expect(read(source)).rejects.toMatchObject({ code });
  });

  it('are refused from a broken archive and a ragged table', async () => {
    await expect(read(file('x.jsonl.gz', 'no gzip'))).rejects.toMatchObject({ code: 'bad-input' });
    await expect(read(file('x.csv', 'a,b\n1\n'))).rejects.toMatchObject({ code: 'bad-input' });
  });
});
