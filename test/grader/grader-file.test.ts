import { describe, expect, it } from 'vitest';
import { formatGraderFile, makeGraderFile, parseGraderFile } from '../../src/grader/grader-file.js';
import type { OpSpec } from '../../src/grader/op.js';
import { checkPool } from '../../src/grader/pool.js';

const op = (name: string): OpSpec => ({
  name,
  failureClass: 'crash',
  tier: 'static',
  origin: 'seed',
  bornAt: 0,
  check: { kind: 'python', source: `def check(item):\n    return 'CLEAN'  # ${name}\n` },
  description: `says nothing of ${name}`,
});
const parts = {
  family: { name: 'code', version: 'abc' },
  expression: '(any  b a)',
  pool: [op('a'), op('b'), op('unused')],
  engines: { python: 'test' },
};

describe('grader file', () => {
  it('brings only the ops that it names, sorted, and survives a round trip', () => {
    const grader = makeGraderFile(parts);
    expect(grader.ops.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(grader.expression).toBe('(any b a)');
    expect(parseGraderFile(formatGraderFile(grader), 'g.json')).toEqual(grader);
  });

  it('hashes what decides verdicts and nothing else', () => {
    const grader = makeGraderFile(parts);
    expect(makeGraderFile({ ...parts, provenance: { seed: 7 }, audit: { n: 40 } }).hash).toBe(grader.hash);
    expect(makeGraderFile({ ...parts, engines: { python: 'other' } }).hash).not.toBe(grader.hash);
    expect(makeGraderFile({ ...parts, expression: '(any a b)' }).hash).not.toBe(grader.hash);
  });

  it.each([
    [
      'an edited expression',
      (text: string) => text.replace('(any b a)', '(all b a)'),
      'does not match its hash',
    ],
    [
      'an edited check',
      (text: string) => text.replace("'CLEAN'  # a", "'DRAWBACK'  # a"),
      'does not match its hash',
    ],
    ['a cut file', (text: string) => text.slice(0, 300), 'not JSON'],
    ['a strange key', (text: string) => text.replace('"format":', '"extra": 1, "format":'), 'extra'],
    ['a missing hash', (text: string) => text.replace('"hash"', '"hush"'), 'hash'],
  ])('refuses %s', (_, edit, problem) => {
    const text = formatGraderFile(makeGraderFile(parts));
    expect(() => parseGraderFile(edit(text), 'g.json')).toThrow(
      expect.objectContaining({ code: 'bad-grader' }),
    );
    expect(() => parseGraderFile(edit(text), 'g.json')).toThrow(problem);
  });

  it('refuses an expression over an unknown op, with the nearest name', () => {
    expect(() => makeGraderFile({ ...parts, expression: '(any unusd a)' })).toThrow(
      expect.objectContaining({ code: 'bad-expression', hint: "did you mean 'unused'?" }),
    );
  });
});

describe('pool', () => {
  it('reports all problems at once', () => {
    const bad: OpSpec[] = [
      op('a'),
      op('a'),
      { ...op('9x'), failureClass: 'other' },
      { ...op('j'), tier: 'judge' },
    ];
    expect(() => checkPool(bad, ['crash'])).toThrow(
      /given twice[\s\S]*not an op name[\s\S]*not in the taxonomy[\s\S]*asks a question/,
    );
  });
});
