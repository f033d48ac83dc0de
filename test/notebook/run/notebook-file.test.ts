import { describe, expect, it } from 'vitest';
import { checkNotebook, clearNotebook } from '../../../src/notebook/run/check-notebook.js';
import { createOutputCollector } from '../../../src/notebook/run/collect-outputs.js';
import {
  formatNotebook,
  parseNotebook,
  sourcesHash,
  type Output,
} from '../../../src/notebook/run/notebook-file.js';
import { injectParameters, readParameters } from '../../../src/notebook/run/parameters.js';
import { makeHeader, type Message } from '../../../src/notebook/kernel/wire.js';
import { version } from '../../../src/version.js';
import { codeCell, notebookText } from './sample.js';

describe('files', () => {
  it('come back as they were, with texts as lists of lines and keys sorted', () => {
    const text = formatNotebook(
      parseNotebook(
        notebookText([
          codeCell('a\nb', {
            execution_count: 1,
            outputs: [
              { output_type: 'stream', name: 'stdout', text: 'x\ny\n' },
              {
                output_type: 'display_data',
                metadata: {},
                data: { 'text/plain': 'p', 'application/json': { b: 1, a: ['q'] }, 'image/png': 'AAAA' },
              },
            ],
          }),
        ]),
        'a.ipynb',
      ),
    );
    expect(text).toContain('"text": [\n      "x\\n",\n      "y\\n"\n     ]');
    expect(text.indexOf('"b": 1')).toBeLessThan(text.indexOf('"a": ['));
    expect(text.indexOf('"cell_type"')).toBeLessThan(text.indexOf('"source"'));
    expect(formatNotebook(parseNotebook(text, 'a.ipynb'))).toBe(text);
  });

  it('get cell ids where they have none or the same twice, the same on every run', () => {
    const cells = [
      codeCell('1', { id: undefined }),
      codeCell('2', { id: 'same' }),
      codeCell('3', { id: 'same' }),
    ];
    const read = (): readonly string[] =>
      parseNotebook(notebookText(cells), 'a.ipynb').cells.map(({ id }) => id);
    expect(new Set(read()).size).toBe(3);
    expect(read()).toEqual(read());
  });

  it.each([
    ['not json', 'no JSON'],
    [JSON.stringify({ nbformat: 3, worksheets: [] }), 'nbformat is 3, expected 4'],
    [notebookText([{ cell_type: 'graph', source: '' }]), 'cell 1: cell_type is "graph"'],
    [notebookText([{ cell_type: 'code', source: 5 }]), 'cell 1: a text is neither'],
  ])('are refused with what is wrong: %s', (text, words) => {
    expect(() => parseNotebook(text, 'a.ipynb')).toThrow(words);
  });
});

describe('outputs', () => {
  const say = (type: string, content: Message['content']): Message => ({
    identities: [],
    header: makeHeader(type, 's'),
    parent: {},
    metadata: {},
    content,
    buffers: [],
  });

  it('join streams, update displays of earlier cells, and clear', () => {
    const collector = createOutputCollector();
    const first: Output[] = [];
    const second: Output[] = [];
    const one = collector.begin(first);
    one(say('stream', { name: 'stdout', text: 'a' }));
    one(say('stream', { name: 'stdout', text: 'b' }));
    one(say('stream', { name: 'stderr', text: 'c' }));
    one(
      say('display_data', { data: { 'text/plain': '0 %' }, metadata: {}, transient: { display_id: 'bar' } }),
    );
    const two = collector.begin(second);
    two(say('stream', { name: 'stdout', text: 'old' }));
    two(say('clear_output', { wait: true }));
    expect(second).toHaveLength(1);
    two(
      say('update_display_data', {
        data: { 'text/plain': '100 %' },
        metadata: {},
        transient: { display_id: 'bar' },
      }),
    );
    two(say('execute_result', { execution_count: 2, data: { 'text/plain': '5' }, metadata: {} }));
    expect(first).toEqual([
      { output_type: 'stream', name: 'stdout', text: 'ab' },
      { output_type: 'stream', name: 'stderr', text: 'c' },
      { output_type: 'display_data', data: { 'text/plain': '100 %' }, metadata: {} },
    ]);
    expect(second).toEqual([
      { output_type: 'execute_result', execution_count: 2, data: { 'text/plain': '5' }, metadata: {} },
    ]);
  });
});

describe('parameters', () => {
  it('are JSON where they are JSON', () => {
    expect(readParameters(['rounds=30', 'family=code', 'seeds=[1,2]', 'empty='])).toEqual({
      rounds: 30,
      family: 'code',
      seeds: [1, 2],
      empty: '',
    });
  });

  it.each([
    [['rounds'], 'is not name=value'],
    [['a b=1'], 'is not name=value'],
    [['a=1', 'a=2'], 'given twice'],
  ])('%j is refused', (words, message) => {
    expect(() => readParameters(words)).toThrow(message);
  });

  it('go behind the tagged cell, and replace those of an earlier run', () => {
    const notebook = parseNotebook(
      notebookText([
        codeCell('1'),
        codeCell('const rounds = 3', { metadata: { tags: ['parameters'] } }),
        codeCell('rounds'),
      ]),
      'a.ipynb',
    );
    injectParameters(notebook, { rounds: 5 }, 'a.ipynb');
    injectParameters(notebook, { rounds: 7 }, 'a.ipynb');
    expect(notebook.cells.map(({ source }) => source)).toEqual([
      '1',
      'const rounds = 3',
      'let rounds = 7;',
      'rounds',
    ]);
    expect(() => injectParameters(notebook, { round: 1 }, 'a.ipynb')).toThrow("unknown parameter 'round'");
    const untagged = parseNotebook(notebookText([codeCell('1')]), 'a.ipynb');
    expect(() => injectParameters(untagged, { rounds: 1 }, 'a.ipynb')).toThrow(
      "no cell is tagged 'parameters'",
    );
  });
});

describe('checks', () => {
  const checked = (cells: readonly object[], changes: object = {}): readonly string[] => {
    const notebook = parseNotebook(notebookText(cells), 'a.ipynb');
    const pawl = { version, sources: sourcesHash(notebook), ...changes };
    return checkNotebook({ ...notebook, metadata: { pawl } });
  };
  const error = { output_type: 'error', ename: 'Error', evalue: 'x', traceback: [] };

  it.each([
    [
      'fine',
      [codeCell('1', { execution_count: 1 }), codeCell(' '), codeCell('2', { execution_count: 2 })],
      {},
      [],
    ],
    ['not run', [codeCell('1')], {}, ['cell 1: was not run']],
    ['out of order', [codeCell('1', { execution_count: 2 })], {}, ['cell 1: ran as number 2, expected 1']],
    [
      'failed',
      [codeCell('1', { execution_count: 1, outputs: [error] })],
      {},
      ['cell 1: ended with Error: x'],
    ],
    [
      'meant to fail',
      [codeCell('1', { execution_count: 1, outputs: [error], metadata: { tags: ['raises-exception'] } })],
      {},
      [],
    ],
    [
      'of another version',
      [codeCell('1', { execution_count: 1 })],
      { version: '0.0.1' },
      [`its outputs are of version 0.0.1, this is ${version}`],
    ],
    [
      'of other code',
      [codeCell('1', { execution_count: 1 })],
      { sources: 'x' },
      ['its code was changed after its outputs were made'],
    ],
  ])('%s', (_name, cells, changes, problems) => {
    expect(checked(cells, changes)).toEqual(problems);
  });

  it('clearing leaves code only', () => {
    const notebook = parseNotebook(
      notebookText([codeCell('1', { execution_count: 1, outputs: [error] })]),
      'a.ipynb',
    );
    const cleared = clearNotebook({ ...notebook, metadata: { pawl: {}, own: 1 } });
    expect(cleared.metadata).toEqual({ own: 1 });
    expect(cleared.cells).toMatchObject([{ source: '1', outputs: [], execution_count: null }]);
  });
});
