import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRight, type Comparison } from '../../../src/families/code/comparison.js';
import { evalPlusRule } from '../../../src/families/code/evalplus.js';
import type { Encoded } from '../../../src/families/code/value.js';

const exact: Comparison = { kind: 'exact' };

/** Expected verdicts worked out by hand from EvalPlus's rule: ==, else allclose where only floats are expected. */
const table: readonly (readonly [
  comparison: Comparison,
  returned: Encoded,
  expected: Encoded,
  right: boolean,
])[] = [
  [exact, ['f', 5], 5, true],
  [exact, true, 1, true],
  [exact, ['t', 1], ['l', 1], false],
  [exact, ['f', 0.3], ['f', 0.30000000000000004], true],
  [exact, ['f', 1.000002], ['f', 1], false],
  [exact, ['f', 1000000.09], ['f', 1000000], true],
  [exact, 3, ['f', 3.0000001], false],
  [exact, ['l', ['f', 0.1]], ['l', ['f', 0.1000001]], true],
  [exact, ['t', ['f', 0.1]], ['l', ['f', 0.1000001]], false],
  [exact, ['l', ['f', 0.1]], ['l', ['f', 0.1000001], ['f', 2]], false],
  [exact, ['l', 1, ['f', 0.1]], ['l', 1, ['f', 0.1000001]], false],
  [exact, ['f', 'nan'], ['f', 'nan'], true],
  [exact, ['f', 'inf'], ['f', 'inf'], true],
  [exact, ['f', 1e308], ['f', 'inf'], false],
  [exact, ['x', 'E'], ['x', 'E'], false],
  [exact, null, null, true],
  [{ kind: 'atol', atol: 0.0001 }, ['f', 1.00009], ['f', 1], true],
  [{ kind: 'atol', atol: 0.0001 }, ['f', 1.0002], ['f', 1], false],
  [{ kind: 'atol', atol: 0.1 }, ['l', ['t', 'a', ['f', 1.05]]], ['l', ['t', 'a', ['f', 1]]], true],
  [{ kind: 'atol', atol: 0.1 }, ['d', 'a', ['f', 1.05]], ['d', 'a', ['f', 1]], true],
  [{ kind: 'atol', atol: 0.1 }, ['d', 'b', ['f', 1]], ['d', 'a', ['f', 1]], false],
  [{ kind: 'atol', atol: 0.1 }, ['c', 1, 0.05], ['c', 1, 0], true],
  [{ kind: 'close', rtol: 0.001 }, ['f', 1000.9], 1000, true],
  [{ kind: 'close', rtol: 0.001 }, ['f', 1001.1], 1000, false],
  [{ kind: 'close', rtol: 0.001 }, '1000', 1000, false],
  [{ kind: 'set' }, ['t', 2, 1, 1], ['l', 1, 2], true],
  [{ kind: 'set' }, 'aab', ['s', 'a', 'b'], true],
  [{ kind: 'set' }, 12, ['l', 1, 2], false],
  [{ kind: 'set' }, ['l', ['x', 'E']], ['l', 1], false],
  [{ kind: 'unordered' }, ['l', 2, 1], ['l', 1, 2], true],
  [{ kind: 'unordered' }, ['l', 2, 1, 1], ['l', 1, 2, 2], false],
  [{ kind: 'unordered' }, ['t', 2, 1], ['l', 1, 2], false],
  [{ kind: 'unordered' }, ['l', ['f', 0.3], ['f', 0.1]], ['l', ['f', 0.1], ['f', 0.30000000000000004]], true],
  [{ kind: 'unordered' }, 7, 7, true],
  [{ kind: 'not-none' }, ['x', 'Match'], ['x', 'Match'], true],
  [{ kind: 'not-none' }, null, ['x', 'Match'], false],
  [{ kind: 'not-none' }, 'found', true, true],
  [{ kind: 'not-none' }, false, ['x', 'Match'], false],
  [{ kind: 'not-none' }, false, null, true],
  [{ kind: 'truthy' }, ['l', 1], true, true],
  [{ kind: 'truthy' }, ['l'], true, false],
  [{ kind: 'truthy' }, ['f', 0], ['r', 0, 0, 1], true],
  [{ kind: 'truthy' }, ['x', 'E'], true, true],
  [{ kind: 'any' }, ['x', 'E'], 1, true],
];

describe('isRight', () => {
  it.each(table)('by %j takes %j for %j: %s', (comparison, returned, expected, right) => {
    expect(isRight(returned, expected, comparison)).toBe(right);
  });

  it('takes every plain value for itself, by every comparison that looks at values', () => {
    const { value } = fc.letrec<{ value: Encoded }>((tie) => ({
      value: fc.oneof(
        fc.constant(null),
        fc.boolean(),
        fc.maxSafeInteger(),
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number): Encoded => ['f', number]),
        fc.array(tie('value'), { maxLength: 3 }).map((parts): Encoded => ['l', ...parts]),
        fc.array(tie('value'), { maxLength: 3 }).map((parts): Encoded => ['t', ...parts]),
      ),
    }));
    fc.assert(
      fc.property(
        value,
        (one) =>
          isRight(one, one, exact) &&
          isRight(one, one, { kind: 'atol', atol: 1e-6 }) &&
          isRight(one, one, { kind: 'unordered' }),
      ),
    );
  });
});

it('knows the tasks that EvalPlus compares in their own way', () => {
  expect(evalPlusRule('similar_elements', 0)).toEqual({ comparison: { kind: 'set' }, alternatives: [] });
  expect(evalPlusRule('check_str', 0).comparison).toEqual({ kind: 'not-none' });
  expect(evalPlusRule('are_equivalent', 0).comparison).toEqual({ kind: 'any' });
  expect(evalPlusRule('volume_sphere', 0.0001).comparison).toEqual({ kind: 'atol', atol: 0.0001 });
  expect(evalPlusRule('sum_div', 0).alternatives).toHaveLength(1);
  expect(evalPlusRule('toString', 0)).toEqual({ comparison: { kind: 'exact' }, alternatives: [] });
});
