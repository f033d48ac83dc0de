import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dataPath } from '../../src/data-folder.js';
import { parseJsonl } from '../../src/input/jsonl.js';

const taskSchema = z.strictObject({
  id: z.string().regex(/^code\/[a-z-]+\/[a-z0-9-]+$/),
  prompt: z.string(),
  topic: z.string(),
  reference: z.string(),
  entryPoint: z.string().regex(/^[a-z][a-z0-9_]*$/),
  examples: z.array(z.string().startsWith('assert ')).min(1).max(2),
  inputs: z
    .array(z.string().regex(/^\(.*\)$/s))
    .min(12)
    .max(30),
  comparison: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('exact') }),
    z.strictObject({ kind: z.literal('atol'), atol: z.literal(1e-6) }),
  ]),
});
type PackTask = z.infer<typeof taskSchema>;

const folder = dataPath('families', 'code', 'tasks');
const files = readdirSync(folder).sort();
const rows = files.flatMap((file) =>
  parseJsonl(readFileSync(`${folder}/${file}`, 'utf8'), file).map(({ line, value }) => ({
    file,
    line,
    value,
  })),
);

// The first test checks that every row has this shape.
const tasks = rows.map(({ value }) => value as unknown as PackTask);

/** The tasks that break a rule, so that a failure names them. */
function breaking(rule: (task: PackTask) => boolean): string[] {
  return tasks.filter((task) => !rule(task)).map(({ id }) => id);
}

/** The values that occur more than once. */
function repeated(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

describe('the embedded code pack', () => {
  it('has tasks of the documented shape', () => {
    const problems = rows.flatMap(({ file, line, value }) => {
      const result = taskSchema.safeParse(value);
      return result.success ? [] : [`${file}:${line}: ${z.prettifyError(result.error)}`];
    });
    expect(problems).toEqual([]);
  });

  it('has enough tasks in each of its ten topics', () => {
    const counts = new Map<string, number>();
    for (const { topic } of tasks) counts.set(topic, (counts.get(topic) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual([
      'dates',
      'dicts',
      'intervals',
      'lists',
      'matrices',
      'numbers',
      'parsing',
      'recursion',
      'sets-and-tuples',
      'strings',
    ]);
    expect([...counts].filter(([, count]) => count < 22)).toEqual([]);
    expect(tasks.length).toBeGreaterThanOrEqual(224);
  });

  it('files each task under its topic, in the order of the ids', () => {
    expect(
      rows.filter(({ file, value }) => file !== `${(value as unknown as PackTask).topic}.jsonl`),
    ).toEqual([]);
    expect(breaking(({ id, topic }) => id.startsWith(`code/${topic}/`))).toEqual([]);
    for (const file of files) {
      const ids = rows
        .filter((row) => row.file === file)
        .map(({ value }) => (value as unknown as PackTask).id);
      expect(ids).toEqual([...ids].sort());
    }
  });

  it('repeats no id, prompt, entry point or reference', () => {
    expect(repeated(tasks.map(({ id }) => id))).toEqual([]);
    expect(repeated(tasks.map(({ prompt }) => prompt.split('\nassert ')[0] ?? ''))).toEqual([]);
    expect(repeated(tasks.map(({ entryPoint }) => entryPoint))).toEqual([]);
    expect(repeated(tasks.map(({ reference }) => reference))).toEqual([]);
  });

  it('shows exactly the examples at the end of each prompt, each calling the entry point', () => {
    expect(breaking(({ prompt, examples }) => prompt.endsWith(`\n${examples.join('\n')}`))).toEqual([]);
    expect(
      breaking(({ prompt, examples }) => prompt.split('\nassert ').length === examples.length + 1),
    ).toEqual([]);
    expect(
      breaking(({ examples, entryPoint }) => examples.every((one) => one.includes(`${entryPoint}(`))),
    ).toEqual([]);
    expect(breaking(({ prompt }) => /^Write a (recursive )?function (to|that) /.test(prompt))).toEqual([]);
  });

  it('has references that define their entry point and print nothing', () => {
    expect(breaking(({ reference, entryPoint }) => reference.includes(`def ${entryPoint}(`))).toEqual([]);
    expect(breaking(({ reference }) => !/\bprint\(|\binput\(|\bnumpy\b|\brandom\b/.test(reference))).toEqual(
      [],
    );
    const lines = ({ reference }: PackTask): number => reference.split('\n').length;
    expect(breaking((task) => lines(task) >= 3 && lines(task) <= 24)).toEqual([]);
  });

  it('has different hidden inputs, the call of the first example among them', () => {
    expect(breaking(({ inputs }) => new Set(inputs).size === inputs.length)).toEqual([]);
    const compact = (text: string): string => text.replace(/[\s,]/g, '').replaceAll('"', "'");
    expect(
      breaking(({ inputs, examples, entryPoint }) => {
        const call = compact(examples[0] ?? '').slice('assert'.length + entryPoint.length);
        return inputs.some((input) => call.startsWith(compact(input)));
      }),
    ).toEqual([]);
  });
});
