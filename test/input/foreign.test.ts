import { deflateRawSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asFailureClass } from '../../src/input/foreign-row.js';
import { rowsOfInspect } from '../../src/input/inspect.js';
import { rowsOfPromptfoo } from '../../src/input/promptfoo.js';
import { zipEntries } from '../../src/input/zip.js';
import { temporaryFolders } from '../store/helpers.js';

const folder = temporaryFolders();

const result = {
  promptIdx: 0,
  testIdx: 3,
  prompt: { raw: 'Say yes.', label: 'p' },
  vars: { word: 'yes' },
  provider: { id: 'some-model' },
  response: { output: 'no' },
  success: false,
  gradingResult: {
    pass: false,
    reason: 'Expected yes',
    componentResults: [
      { pass: false, reason: 'Expected output to equal yes', assertion: { type: 'equals', value: 'yes' } },
      { pass: true, reason: '', assertion: { type: 'contains', value: 'n' } },
    ],
  },
  testCase: {
    assert: [
      { type: 'equals', value: 'yes' },
      { type: 'llm-rubric', value: 'short' },
    ],
  },
};

describe('results of promptfoo', () => {
  const read = (results: readonly unknown[]): ReturnType<typeof rowsOfPromptfoo> =>
    rowsOfPromptfoo(JSON.stringify({ evalId: 'e', results: { version: 3, results } }), 'results.json');

  it('become rows with the failed assertion as class', () => {
    expect(read([result])).toEqual([
      {
        id: 'test-3/0/some-model/0',
        prompt: 'Say yes.',
        reference: 'yes',
        output: 'no',
        label: 'FAIL',
        failureClasses: ['equals'],
        reason: 'Expected output to equal yes',
        provider: 'some-model',
        vars: { word: 'yes' },
      },
    ]);
  });

  it('have a label only where something was asserted and nothing went wrong', () => {
    const labels = read([
      { ...result, success: true, gradingResult: { componentResults: [{ pass: true }] } },
      { ...result, success: true, gradingResult: null },
      { ...result, response: { output: 'x', error: 'rate limit' } },
    ]).map(({ label }) => label);
    expect(labels).toEqual(['PASS', null, null]);
  });

  it('without an output are left out, and refused where none has one', () => {
    const failed = { ...result, response: { error: 'timeout' } };
    expect(read([failed, result])).toHaveLength(1);
    expect(() => read([failed])).toThrow(/none of 1 results has an output/);
  });

  it('come as JSON lines, too; objects as outputs become JSON', () => {
    const text = [result, { ...result, response: { output: { a: 1 } } }]
      .map((one) => JSON.stringify(one))
      .join('\n');
    expect(rowsOfPromptfoo(text, 'r.jsonl').map(({ output }) => output)).toEqual(['no', '{"a":1}']);
  });

  it.each([
    ['{}', /no list 'results'/],
    ['nonsense', /not JSON/],
  ])('are not %s', (text, message) => {
    expect(() => rowsOfPromptfoo(text, 'r.json')).toThrow(message);
  });
});

const sample = {
  id: 7,
  epoch: 2,
  input: [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: [{ type: 'text', text: 'What is 2 + 2?' }] },
    { role: 'assistant', content: 'five' },
  ],
  target: '4',
  output: { choices: [{ message: { role: 'assistant', content: [{ type: 'text', text: 'five' }] } }] },
  scores: { match: { value: 'I', explanation: 'not 4' }, 'model graded': { value: 1 } },
};

describe('logs of Inspect', () => {
  const write = (name: string, content: string | Buffer): string => {
    const path = join(folder(), name);
    writeFileSync(path, content);
    return path;
  };
  const log = (samples: readonly unknown[]): string =>
    write('log.json', JSON.stringify({ version: 2, samples }));

  it('become rows with the scorer as class', () => {
    expect(rowsOfInspect(log([sample]))).toEqual([
      {
        id: '7/2',
        prompt: 'Be short.\n\nWhat is 2 + 2?',
        reference: '4',
        output: 'five',
        label: 'FAIL',
        failureClasses: ['match'],
        reason: 'not 4',
      },
    ]);
  });

  it.each([
    [{ m: { value: 'C' } }, 'PASS'],
    [{ m: { value: 'P' } }, 'FAIL'],
    [{ m: { value: true }, n: { value: 1 } }, 'PASS'],
    [{ m: { value: { a: 1, b: 0 } } }, 'FAIL'],
    [{ m: { value: 'some text' } }, null],
    [{}, null],
    [undefined, null],
  ])('with scores %j are %s', (scores, label) => {
    expect(rowsOfInspect(log([{ ...sample, scores }]))[0]?.label).toBe(label);
  });

  it('leave out samples that ended in an error', () => {
    expect(() => rowsOfInspect(log([{ ...sample, error: { message: 'x' } }]))).toThrow(/none of 1 samples/);
    expect(rowsOfInspect(log([{ ...sample, output: { completion: 'four' }, error: null }]))[0]?.output).toBe(
      'four',
    );
  });

  it('are read from archives, stored or deflated', () => {
    const text = JSON.stringify(sample);
    const archive = zip([
      { name: 'header.json', text: '{}', method: 0 },
      { name: 'samples/7_epoch_2.json', text, method: 8 },
      { name: 'samples/8_epoch_1.json', text: text.replace('"id":7', '"id":8'), method: 0 },
    ]);
    expect(rowsOfInspect(write('run.eval', archive)).map(({ id }) => id)).toEqual(['7/2', '8/2']);
  });

  it('refuse what is no log', () => {
    expect(() => rowsOfInspect(write('x.json', '{"a": 1}'))).toThrow(/no list 'samples'/);
    expect(() => rowsOfInspect(write('x.eval', 'nothing'))).toThrow(/not a ZIP archive/);
    expect(() => rowsOfInspect(join(folder(), 'none.eval'))).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    );
    const odd = zip([{ name: 'samples/a.json', text: '{}', method: 12 }]);
    expect(() => zipEntries(odd, 'x.eval')[0]?.read()).toThrow(/method 12/);
  });
});

describe('failure classes from other names', () => {
  it.each([
    ['contains-json: $.total', 'contains-json-total'],
    ['Is it polite?', 'is-it-polite'],
    ['2 good', 'check-2-good'],
    ['???', 'failed'],
  ])('%s: %s', (name, expected) => {
    expect(asFailureClass(name)).toBe(expected);
  });
});

/** A ZIP archive as other tools write it, for tests: checksums are left at zero, which readers by the central directory ignore. */
function zip(
  files: readonly { readonly name: string; readonly text: string; readonly method: number }[],
): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, text, method } of files) {
    const data = method === 8 ? deflateRawSync(Buffer.from(text)) : Buffer.from(text);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(method, 8);
    header.writeUInt32LE(data.length, 18);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(text.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(header, Buffer.from(name), data);
    central.push(entry, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const size = central.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...central, end]);
}
