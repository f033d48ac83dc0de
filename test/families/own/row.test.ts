import { describe, expect, it } from 'vitest';
import { itemOfRow, readOwnRow, taskOfRow } from '../../../src/families/own/row.js';
import { ownRoot } from '../../../src/families/own/root.js';
import { compareWithReference } from '../../../src/families/own/compare-reference.js';

describe('rows of an own family', () => {
  it('need an output alone; other fields are what checks see', () => {
    const { row } = readOwnRow(
      { prompt: 'p', output: 'o', channel: 'chat', label: 'fail', failureClasses: 'a; b' },
      'mine',
    );
    expect(row).toMatchObject({
      prompt: 'p',
      output: 'o',
      topic: 'mine',
      reference: null,
      label: 'FAIL',
      failureClasses: ['a', 'b'],
      visible: { channel: 'chat' },
    });
    expect(row?.id).toMatch(/^row-[0-9a-f]{12}$/);
  });

  it('take an empty output as one', () => {
    expect(readOwnRow({ output: '' }, 'mine').row?.output).toBe('');
  });

  it.each([
    ['no output', { prompt: 'p', outptu: 'x' }, /output: missing \(the row has 'outptu'\)/],
    ['an output that is no text', { output: 3 }, /output: expected a text, got a number/],
    ['a label that is none', { output: 'x', label: 'good' }, /label: expected PASS or FAIL, got "good"/],
    [
      'classes of a pass',
      { output: 'x', label: 'PASS', failureClasses: ['a'] },
      /a row that passes names none/,
    ],
    ['classes that are no texts', { output: 'x', failureClasses: [1] }, /failureClasses: expected a list/],
  ])('refuse %s', (_, value, message) => {
    const { row, problems } = readOwnRow(value, 'mine');
    expect(row).toBeNull();
    expect(problems.join()).toMatch(message);
  });

  it('hide labels from everyone but the truth, and from graders altogether', () => {
    const { row } = readOwnRow({ id: 'x', output: 'o', label: 'FAIL', failureClasses: ['a'] }, 'mine');
    if (row === null) throw new Error('the row is good');
    expect(taskOfRow(row, true)).toMatchObject({ visible: {}, hidden: { label: 'FAIL' } });
    expect(itemOfRow(row).task.hidden).toEqual({});
  });
});

describe('the structural check', () => {
  const none = { json: false, requiredKeys: [], maximumCharacters: null };
  it.each([
    ['anything', 'two words', none, 'CLEAN', { words: 2, lines: 1, characters: 9, failed: [] }],
    ['not emptiness', ' \n ', none, 'DRAWBACK', { words: 0, failed: ['empty'] }],
    ['JSON', '{"a": 1}', { ...none, json: true }, 'CLEAN', { json: 'valid', value: { a: 1 } }],
    [
      'not broken JSON',
      '{"a": ',
      { ...none, json: true },
      'DRAWBACK',
      { json: 'invalid', value: null, failed: ['not-json'] },
    ],
    ['keys', '{"a": 1}', { ...none, requiredKeys: ['a', 'b'] }, 'DRAWBACK', { failed: ['no-key:b'] }],
    ['a length', 'abcd', { ...none, maximumCharacters: 3 }, 'DRAWBACK', { failed: ['too-many-characters'] }],
  ] as const)('wants %s', (_, output, root, verdict, facts) => {
    const found = ownRoot(output, root);
    expect(found.verdict).toBe(verdict);
    expect(found.facts).toMatchObject(facts);
  });
});

describe('comparing with a reference', () => {
  it.each([
    ['exact', ' yes\n', 'yes', 'PASS'],
    ['exact', 'Yes', 'yes', 'FAIL'],
    ['contains', 'I say YES.', 'yes', 'PASS'],
    ['contains', 'no', 'yes', 'FAIL'],
    ['number', 'The total is 1,250.', '1250', 'PASS'],
    ['number', 'between 3 and 1251', '1250', 'FAIL'],
    ['number', 'no idea', '7 kg', 'FAIL'],
    ['number', '7', 'seven', null],
    ['number', '7', 'a text with 7 in it', null],
    ['json', '{"b":2,"a":1}', '{"a":1,"b":2}', 'PASS'],
    ['json', '{"a":1}', '{"a":1,"b":2}', 'FAIL'],
    ['json', 'no', '{"a":1}', 'FAIL'],
    ['json', '1', '1', null],
    ['exact', 'x', null, null],
    ['exact', 'x', '  ', null],
  ] as const)('%s: %j against %j is %s', (comparison, output, reference, label) => {
    expect(compareWithReference(comparison, output, reference)).toBe(label);
  });
});
