import { describe, expect, it } from 'vitest';
import { describeCode } from '../../../src/families/code/describe.js';
import { makeItem } from '../../../src/grader/item.js';
import type { JsonObject } from '../../../src/json.js';

const item = makeItem(
  { id: 't', prompt: '', topic: 'lists', reference: null, visible: {}, hidden: { secret: 1 } },
  'def f(): ...',
);
const lines = (facts: JsonObject): readonly unknown[] =>
  describeCode({ item, root: { verdict: 'CLEAN', facts } });
const example = (given: JsonObject): JsonObject => ({
  call: 'f([1])',
  expected: '[1]',
  holds: false,
  ...given,
});

describe('describeCode', () => {
  it('tells what is wrong with the text, and then nothing else', () => {
    const problem = { stage: 'compile', error: 'SyntaxError', message: 'invalid syntax', line: 1 };
    expect(lines({ problem, execution: 'not run', examples: [] })).toEqual([
      { source: 'root', text: 'compile: SyntaxError: invalid syntax' },
    ]);
    const missing = { stage: 'load', error: null, message: 'the entry point is not defined', line: 0 };
    expect(lines({ problem: missing, execution: 'not run', examples: [] })).toEqual([
      { source: 'root', text: 'load: the entry point is not defined' },
    ]);
  });

  it('tells how examples failed, at most four, and nothing of those that hold or could not be read', () => {
    const examples = [
      example({ outcome: 'returned', value: '[2]' }),
      example({ holds: true, outcome: 'returned', value: '[1]' }),
      example({ outcome: 'raised', error: 'IndexError', message: 'list index out of range' }),
      { source: 'assert …', readable: false, holds: null, outcome: 'not-run' },
      example({ outcome: 'step-limit' }),
      example({ outcome: 'returned', value: 'None' }),
      example({ outcome: 'returned', value: 'a fifth' }),
    ];
    expect(lines({ problem: null, execution: 'complete', examples })).toEqual([
      { source: 'execution', text: 'f([1]) gave [2], expected [1]' },
      { source: 'execution', text: 'f([1]) raised IndexError: list index out of range, expected [1]' },
      { source: 'execution', text: 'f([1]) did not end, expected [1]' },
      { source: 'execution', text: 'f([1]) gave None, expected [1]' },
    ]);
  });

  it('tells that running ended early, and has nothing to tell of an attempt without output', () => {
    expect(lines({ problem: null, execution: 'out-of-memory', examples: [] })).toEqual([
      { source: 'execution', text: 'running it ended early: out-of-memory' },
    ]);
    expect(lines({})).toEqual([]);
  });
});
