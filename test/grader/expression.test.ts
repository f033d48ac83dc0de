import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leavesOf, withoutOp, type Expression } from '../../src/grader/expression.js';
import { parseExpression } from '../../src/grader/parse-expression.js';
import { printExpression } from '../../src/grader/print-expression.js';
import { evaluate } from '../../src/grader/evaluate.js';
import { verdictsOf, verdictTable } from '../../src/grader/planes.js';
import { simplifyExpression } from '../../src/grader/simplify-expression.js';
import type { OpVerdict } from '../../src/verdict.js';

const names = ['a', 'b', 'c', 'd_1', 'x:y.z-w'];
const decimals = (largest: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max: largest * 10_000 }).map((n) => n / 10_000);

const expressions: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => {
  const children = fc.array(tie('node'), { minLength: 1, maxLength: 4 });
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...names).map((name): Expression => ({ kind: 'op', name })),
      children.map((list): Expression => ({ kind: 'any', children: list })),
      children.map((list): Expression => ({ kind: 'all', children: list })),
      tie('node').map((child): Expression => ({ kind: 'not', child })),
      fc
        .tuple(children, fc.nat())
        .map(([list, n]): Expression => ({ kind: 'at-least', count: 1 + (n % list.length), children: list })),
      fc
        .tuple(decimals(1), fc.array(fc.tuple(decimals(1000), tie('node')), { minLength: 1, maxLength: 4 }))
        .map(([threshold, list]): Expression => ({
          kind: 'weighted',
          threshold,
          children: list.map(([weight, child]) => ({ weight, child })),
        })),
    ),
  };
}).node;

/** DEFINITIONS "Expressions", read literally, one item at a time; weights in exact integer arithmetic. */
function literally(expression: Expression, verdicts: ReadonlyMap<string, OpVerdict>): OpVerdict {
  switch (expression.kind) {
    case 'op':
      return verdicts.get(expression.name) ?? 'ABSTAIN';
    case 'not': {
      const verdict = literally(expression.child, verdicts);
      return verdict === 'DRAWBACK' ? 'CLEAN' : verdict === 'CLEAN' ? 'DRAWBACK' : 'ABSTAIN';
    }
    case 'weighted': {
      let found = 0n;
      let all = 0n;
      for (const { weight, child } of expression.children) {
        const verdict = literally(child, verdicts);
        const exact = BigInt(Math.round(weight * 10_000));
        if (verdict !== 'ABSTAIN') all += exact;
        if (verdict === 'DRAWBACK') found += exact;
      }
      if (all === 0n) return 'ABSTAIN';
      return found * 10_000n >= BigInt(Math.round(expression.threshold * 10_000)) * all
        ? 'DRAWBACK'
        : 'CLEAN';
    }
    case 'any':
    case 'all':
    case 'at-least': {
      const opinions = expression.children
        .map((child) => literally(child, verdicts))
        .filter((one) => one !== 'ABSTAIN');
      if (opinions.length === 0) return 'ABSTAIN';
      const drawbacks = opinions.filter((one) => one === 'DRAWBACK').length;
      const needed =
        expression.kind === 'any' ? 1 : expression.kind === 'all' ? opinions.length : expression.count;
      return drawbacks >= needed ? 'DRAWBACK' : 'CLEAN';
    }
  }
}

describe('text form', () => {
  it('parse(print(e)) equals e', () => {
    fc.assert(
      fc.property(expressions, (e) => {
        expect(parseExpression(printExpression(e))).toEqual(e);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', 1, 'the expression is empty'],
    ['(any a', 7, "expected ')'"],
    ['(any)', 2, "'any' needs children"],
    ['(anny a b)', 2, "unknown node 'anny'"],
    ['(any a b) c', 11, 'nothing may follow'],
    ['(any a 9b)', 8, "'9b' is not an op name"],
    ['(not a b)', 8, "expected ')' after the children of 'not'"],
    ['(at-least 0 a)', 11, 'whole number ≥ 1'],
    ['(at-least 3 a b)', 11, 'can never be reached'],
    ['(weighted 1.5 (1 a))', 11, 'a threshold in (0, 1]'],
    ['(weighted 0.5 (0 a))', 16, 'a weight in (0, 1000]'],
    ['(weighted 0.5 (0.12345 a))', 16, 'four decimals'],
    ['(weighted 0.5 a)', 2, 'children such as'],
    ['any', 1, "'any' is a node"],
    ['(any a ))', 9, 'nothing may follow'],
    [')', 1, "got ')'"],
  ])('refuses %j at column %i', (text, column, problem) => {
    expect(() => parseExpression(text)).toThrow(`column ${column}: `);
    expect(() => parseExpression(text)).toThrow(problem);
  });

  it('refuses nesting that would overflow the stack', () => {
    expect(() => parseExpression('(not '.repeat(50_000) + 'a' + ')'.repeat(50_000))).toThrow('nested deeper');
  });

  it('suggests the nearest node', () => {
    expect(() => parseExpression('(at_least 1 a)')).toThrow(
      expect.objectContaining({ hint: "did you mean 'at-least'?" }),
    );
  });
});

describe('evaluation', () => {
  const verdict = fc.constantFrom<OpVerdict>('DRAWBACK', 'CLEAN', 'ABSTAIN');
  const rows = fc
    .integer({ min: 1, max: 70 })
    .chain((n) => fc.array(fc.tuple(...names.map(() => verdict)), { minLength: n, maxLength: n }));

  it('on bit planes equals the definition read one item at a time', () => {
    fc.assert(
      fc.property(expressions, rows, (expression, items) => {
        const table = verdictTable(
          items.length,
          names.map((name, index) => [name, items.map((item) => item[index] as OpVerdict)]),
        );
        const expected = items.map((item) =>
          literally(expression, new Map(names.map((name, index) => [name, item[index] as OpVerdict]))),
        );
        expect(verdictsOf(evaluate(expression, table), items.length)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('at-least says CLEAN with fewer than k opinions', () => {
    const table = verdictTable(1, [
      ['a', ['DRAWBACK']],
      ['b', ['ABSTAIN']],
      ['c', ['ABSTAIN']],
    ]);
    expect(verdictsOf(evaluate(parseExpression('(at-least 2 a b c)'), table), 1)).toEqual(['CLEAN']);
  });

  it('weighted sums meet their threshold exactly, where floats would miss it', () => {
    const table = verdictTable(1, [
      ['a', ['DRAWBACK']],
      ['b', ['DRAWBACK']],
      ['c', ['CLEAN']],
    ]);
    expect(verdictsOf(evaluate(parseExpression('(weighted 0.3 (0.1 a) (0.2 b) (0.7 c))'), table), 1)).toEqual(
      ['DRAWBACK'],
    );
  });

  it('names an unknown op and the nearest known one', () => {
    const table = verdictTable(1, [['crash', ['CLEAN']]]);
    expect(() => evaluate(parseExpression('crahs'), table)).toThrow(
      expect.objectContaining({ code: 'bad-expression', hint: "did you mean 'crash'?" }),
    );
  });
});

describe('simplification', () => {
  it('changes no verdict and no leaf', () => {
    fc.assert(
      fc.property(
        expressions,
        fc.array(fc.tuple(...names.map(() => fc.constantFrom<OpVerdict>('DRAWBACK', 'CLEAN', 'ABSTAIN'))), {
          minLength: 1,
          maxLength: 40,
        }),
        (expression, items) => {
          const table = verdictTable(
            items.length,
            names.map((name, index) => [name, items.map((item) => item[index] as OpVerdict)]),
          );
          const plain = simplifyExpression(expression);
          expect(verdictsOf(evaluate(plain, table), items.length)).toEqual(
            verdictsOf(evaluate(expression, table), items.length),
          );
          expect(leavesOf(plain)).toEqual(leavesOf(expression));
          expect(simplifyExpression(plain)).toEqual(plain);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['(all a)', '(any a)'],
    ['(not (not a))', '(any a)'],
    ['(at-least 1 a b)', '(any a b)'],
    ['(any a (any b (all c)))', '(any a b c)'],
    ['(all a (all b c))', '(all a b c)'],
    ['(weighted 0.5 (2 a))', '(any a)'],
    ['(any (not a))', '(not a)'],
  ])('%s is written %s', (given, plain) => {
    expect(printExpression(simplifyExpression(parseExpression(given)))).toBe(plain);
  });
});

describe('leaves', () => {
  it('counts occurrences and removes an op everywhere', () => {
    const e = parseExpression('(any a (all a b) (weighted 0.5 (1 a) (2 c)) (at-least 2 a b))');
    expect(leavesOf(e)).toEqual(['a', 'a', 'b', 'a', 'c', 'a', 'b']);
    const rest = withoutOp(e, 'a');
    expect(rest === null ? null : printExpression(rest)).toBe(
      '(any (all b) (weighted 0.5 (2 c)) (at-least 1 b))',
    );
    expect(withoutOp(parseExpression('(not a)'), 'a')).toBeNull();
  });
});
