import { describe, expect, it } from 'vitest';
import { taskHash, type Task } from '../../src/grader/item.js';
import { readOutputs } from '../../src/jobs/read-outputs.js';

const embedded: Task[] = ['code/a', 'code/b'].map((id) => ({
  id,
  prompt: `Do ${id}.`,
  topic: 'numbers',
  reference: 'x',
  visible: {},
  hidden: {},
}));
const [first] = embedded;
const own = { id: 'own/1', prompt: 'p', topic: 't', reference: null, visible: {}, hidden: {} };
const read = (...rows: unknown[]): ReturnType<typeof readOutputs> =>
  readOutputs(
    rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
    'o.jsonl',
    embedded,
  );

describe('rows of outputs', () => {
  it('take an embedded task by id, a task of their own, and one that an earlier row brought', () => {
    const rows = read(
      { task: { id: 'code/b' }, output: 'one' },
      { task: own, output: 'two', note: 'other fields are passed over' },
      '',
      { task: { id: 'own/1' }, output: 'three' },
    );
    expect(rows.map(({ line, item }) => [line, item.task.id, item.output])).toEqual([
      [1, 'code/b', 'one'],
      [2, 'own/1', 'two'],
      [4, 'own/1', 'three'],
    ]);
    expect(rows[0]?.item.task).toBe(embedded[1]);
    expect(rows[2]?.item.task).toBe(rows[1]?.item.task);
  });

  it('check the hash of a named task', () => {
    expect(read({ task: { id: 'code/a', hash: first && taskHash(first) }, output: '' })).toHaveLength(1);
    expect(() => read({ task: { id: 'code/a', hash: 'f'.repeat(64) }, output: '' })).toThrow(
      /another task here/,
    );
  });

  it.each([
    ['no output', { task: { id: 'code/a' } }, /o\.jsonl:1: output: missing/],
    ['a misspelt field', { task: { id: 'code/a' }, ouput: 'x' }, /output: missing \(the row has 'ouput'\)/],
    ['no task', { output: 'x' }, /task: missing/],
    [
      'an output that is no text',
      { task: { id: 'code/a' }, output: 3 },
      /output: expected a text, got a number/,
    ],
    [
      'an unknown id',
      { task: { id: 'code/aa' }, output: 'x' },
      /no task 'code\/aa'.*did you mean 'code\/a'\?/,
    ],
    [
      'half a task',
      { task: { id: 'own/2', prompt: 'p', topic: 't' }, output: 'x' },
      /task\.reference: missing/,
    ],
    [
      'an unknown field',
      { task: { ...own, refrence: 'r' }, output: 'x' },
      /task\.refrence: unknown field \(did you mean 'reference'/,
    ],
    ['a task that is a text', { task: 'code/a', output: 'x' }, /task: /],
    ['not an object', '[1]', /expected a JSON object, got an array/],
    ['a line that is cut off', '{"task": {"id"', /truncated/],
    ['nothing', '', /no rows/],
  ])('refuse %s, with its line', (_, row, message) => {
    expect(() => read(row)).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(message) as string }),
    );
  });

  it('report all bad rows at once', () => {
    expect(() =>
      read({ output: 'x' }, { task: { id: 'code/a' }, output: 'fine' }, { task: { id: 'nope' }, output: '' }),
    ).toThrow(/o\.jsonl:1: task: missing\no\.jsonl:3: task\.id/);
  });
});
