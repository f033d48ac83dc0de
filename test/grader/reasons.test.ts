import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../src/grader/parse-expression.js';
import { verdictTable } from '../../src/grader/planes.js';
import { evaluateNodes, reasonsFor } from '../../src/grader/reasons.js';
import { wholeVerdict } from '../../src/grader/whole-verdict.js';
import type { OpVerdict } from '../../src/verdict.js';

const letters: Readonly<Record<string, OpVerdict>> = { D: 'DRAWBACK', C: 'CLEAN', '.': 'ABSTAIN' };

/** The reasons of one item on which a, b and c say what the letters say; `!op` is a negated one. */
function reasons(text: string, said: string, wanted: 'DRAWBACK' | 'CLEAN' = 'DRAWBACK'): string {
  const expression = parseExpression(text);
  const table = verdictTable(
    1,
    ['a', 'b', 'c'].map((name, index) => [name, [letters[said[index] ?? '.'] ?? 'ABSTAIN']] as const),
  );
  return reasonsFor(expression, evaluateNodes(expression, table), 0, wanted)
    .map(({ op, negated }) => `${negated ? '!' : ''}${op}`)
    .join(' ');
}

describe('what a verdict rests on', () => {
  it.each([
    ['a', 'D..', 'a'],
    ['a', 'C..', ''],
    ['(any a b c)', 'DCD', 'a c'],
    ['(all a b)', 'DD.', 'a b'],
    ['(all a b)', 'DC.', ''],
    ['(all a b)', 'D..', 'a'],
    // An op that fires under a `not` speaks for the output.
    ['(any a (not b))', 'DD.', 'a'],
    ['(any a (not b))', 'CC.', '!b'],
    ['(any a (not b))', 'DC.', 'a !b'],
    ['(not (any a b))', 'CC.', '!a !b'],
    ['(not (all a b))', 'DC.', '!b'],
    ['(not (not a))', 'D..', 'a'],
    ['(at-least 2 a b c)', 'DDC', 'a b'],
    ['(at-least 2 a b c)', 'DCC', ''],
    ['(weighted 0.5 (0.6 a) (0.4 b))', 'DC.', 'a'],
    ['(any (all a b) c)', 'DCD', 'c'],
    ['(any a (all a b))', 'DD.', 'a b'],
  ])('%s on %s: %s', (text, said, expected) => {
    expect(reasons(text, said)).toBe(expected);
  });

  it('explains a CLEAN, too', () => {
    expect(reasons('(any a b c)', 'C.C', 'CLEAN')).toBe('a c');
    expect(reasons('(any a b)', 'DC.', 'CLEAN')).toBe('');
  });
});

describe('root AND expression', () => {
  it.each([
    ['DRAWBACK', 'PASS', 'FAIL'],
    ['DRAWBACK', 'ABSTAIN', 'FAIL'],
    ['DRAWBACK', 'FAIL', 'FAIL'],
    ['CLEAN', 'PASS', 'PASS'],
    ['CLEAN', 'ABSTAIN', 'ABSTAIN'],
    ['CLEAN', 'FAIL', 'FAIL'],
  ] as const)('%s and %s is %s', (root, expression, whole) => {
    expect(wholeVerdict(root, expression)).toBe(whole);
  });
});
