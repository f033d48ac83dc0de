import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareResults } from '../../../src/families/sql/comparison/compare-results.js';
import { pythonFloatText } from '../../../src/families/sql/comparison/pandas-number.js';
import { readCsv } from '../../../src/families/sql/comparison/read-csv.js';

interface ScoredCase {
  readonly prediction: string;
  readonly gold: string[];
  readonly condition_cols: unknown;
  readonly ignore_order: boolean;
  readonly score: 0 | 1;
}

const cases = readFileSync(new URL('./comparison-cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ScoredCase);

const compare = (
  prediction: string,
  gold: string | string[],
  conditionColumns: unknown = [],
  ignoreOrder = true,
) =>
  compareResults({
    prediction,
    gold: typeof gold === 'string' ? [gold] : gold,
    conditionColumns,
    ignoreOrder,
  });
const rows = (prediction: string, gold: string, ignoreOrder = true) =>
  compareResults({ prediction, gold: [gold], conditionColumns: [], ignoreOrder, mode: 'rows' }).match;

describe('compareResults against scores that pandas itself gave (comparison-oracle.py)', () => {
  it('agrees on all generated cases, and the stricter mode never passes more', () => {
    const wrong: string[] = [];
    for (const one of cases) {
      const input = {
        prediction: one.prediction,
        gold: one.gold,
        conditionColumns: one.condition_cols,
        ignoreOrder: one.ignore_order,
      };
      if (compareResults(input).score !== one.score) wrong.push(JSON.stringify(one));
      if (compareResults({ ...input, mode: 'rows' }).score > one.score)
        wrong.push(`rows passes: ${JSON.stringify(one)}`);
    }
    expect(wrong).toEqual([]);
    expect(cases.length).toBe(600);
    expect(cases.filter((one) => one.score === 1).length).toBeGreaterThan(200);
    expect(cases.filter((one) => one.score === 0).length).toBeGreaterThan(200);
  });
});

describe('the official rule', () => {
  it.each([
    ['names, column order and extra columns do not matter', 'x,y,z\n1,a,7\n2,b,8\n', 'L,N\na,1\nb,2\n', 1],
    ['row order does not matter', 'n\n3\n1\n2\n', 'n\n1\n2\n3\n', 1],
    ['rows may be scrambled across columns', 'a,b\n1,y\n2,x\n', 'a,b\n1,x\n2,y\n', 1],
    ['a missing value counts as 0', 'a,b\n1,\n2,5\n', 'a,b\n1,0\n2,5\n', 1],
    ['.009 is within the tolerance', 'a\n1.009\n', 'a\n1\n', 1],
    ['.02 is not', 'a\n1.02\n', 'a\n1\n', 0],
    ['a billionth of a large number is', 'a\n1000000000000.5\n', 'a\n1000000000000\n', 1],
    ['True is 1', 'a\nTrue\nFalse\n', 'a\n1\n0\n', 1],
    ['a text is never a number', 'a,b\nx1,q\n', 'a,b\n1,q\n', 0],
    ['one predicted column may serve two gold columns', 'a\n1\n2\n', 'a,b\n1,1\n2,2\n', 1],
    ['a missing row', 'a\n1\n', 'a\n1\n2\n', 0],
    ['sorting by text comes before the tolerance', 'a\n9.999\n100\n', 'a\n10.001\n100\n', 0],
  ])('%s', (_, prediction, gold, score) => {
    expect(compare(prediction, gold).score).toBe(score);
  });

  it('applies a flat list to every gold result, a nested one position by position, and of a flat list for one result the first', () => {
    const prediction = 'a\n5\n';
    expect(compare(prediction, ['a,b\n9,5\n', 'a,b\n8,7\n'], [1]).matchedGold).toBe(0);
    expect(compare(prediction, ['a,b\n9,8\n', 'a,b\n5,7\n'], [[1], [0]]).matchedGold).toBe(1);
    expect(compare(prediction, ['a,b\n5,7\n'], [0, 1]).score).toBe(1);
    expect(compare(prediction, ['a,b\n5,7\n'], [[0, 1]]).score).toBe(0);
    expect(compare(prediction, ['a,b\n7,5\n'], [-1]).score).toBe(1);
  });

  it.each([
    ['too few lists', [[0]]],
    ['a position out of range', [0, 9]],
    ['null inside', [null, 0]],
    ['text', 'all'],
    ['an object', { columns: 1 }],
    ['a fraction', [0.5]],
    ['nested too deep', [[[0]], [0]]],
  ])('scores a defect of the metadata 0 and says so: %s', (_, conditionColumns) => {
    const result = compare('a\n5\n', ['a,b\n1,2\n', 'a,b\n3,4\n'], conditionColumns);
    expect(result.score).toBe(0);
    expect(result.golds.at(-1)?.defect).not.toBeNull();
  });

  it('fails an empty result of an executed query, an empty text, and no gold at all', () => {
    expect(
      compareResults({
        prediction: 'a\n',
        gold: ['a\n'],
        conditionColumns: [],
        ignoreOrder: true,
        executed: true,
      }).score,
    ).toBe(0);
    expect(compare('a\n', 'a\n').score).toBe(1);
    expect(compare('a\n', 'a\n1\n').score).toBe(0);
    expect(compare('', 'a\n1\n').reason).toContain('no table');
    expect(compare('a\n1\n', []).score).toBe(0);
  });

  it('names the gold column that is missing', () => {
    expect(compare('a\n1\n', 'id,revenue\n1,20\n').reason).toBe(
      "no predicted column matches gold column 'revenue'",
    );
  });

  it('refuses an unknown mode', () => {
    expect(() =>
      compareResults({
        prediction: 'a\n1\n',
        gold: ['a\n1\n'],
        conditionColumns: [],
        ignoreOrder: true,
        mode: 'row' as 'rows',
      }),
    ).toThrow("unknown comparison mode 'row'");
  });
});

describe('the rows mode', () => {
  it('catches scrambled rows, repeated use of a column, and a missing value passed off as 0', () => {
    expect(rows('a,b\n1,y\n2,x\n', 'a,b\n1,x\n2,y\n')).toBe(false);
    expect(rows('a\n1\n2\n', 'a,b\n1,1\n2,2\n')).toBe(false);
    expect(rows('a,b\n1,\n2,5\n', 'a,b\n1,0\n2,5\n')).toBe(false);
  });

  it('passes shuffled rows, other column orders, extra columns and numbers within the tolerance', () => {
    expect(rows('x,k,y\n9,b,2.004\n9,a,1.003\n', 'k,v\na,1\nb,2\n')).toBe(true);
    expect(rows('v\n1.000\n1.009\n1.018\n', 'v\n1.009\n1.018\n1.000\n')).toBe(true);
  });

  it('chooses among equal-looking columns the one that keeps rows together', () => {
    expect(rows('p,q,k\n2,1,a\n1,2,b\n', 'k,v\na,1\nb,2\n')).toBe(true);
  });

  it('keeps the order of rows when order counts', () => {
    expect(rows('a,b\n2,y\n1,x\n', 'a,b\n1,x\n2,y\n', false)).toBe(false);
    expect(rows('a,b\n1,x\n2,y\n', 'a,b\n1,x\n2,y\n', false)).toBe(true);
  });

  it('passes any shuffle of rows and columns of any table, and fails one changed number', () => {
    const table = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 }), fc.constantFrom('p', 'q')),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(table, fc.infiniteStream(fc.nat()), fc.nat(), (cells, noise, at) => {
        const text = (list: readonly (readonly [number, number, string])[]): string =>
          `a,b,c\n${list.map(([a, b, c]) => `${a},${b},${c}`).join('\n')}\n`;
        const shuffled = cells.map((row) => ({ row, key: noise.next().value as number })).sort((x, y) => x.key - y.key).map(({ row }) => row); // prettier-ignore
        expect(rows(text(shuffled), text(cells))).toBe(true);
        const changed = cells.map(([a, b, c], index) =>
          index === at % cells.length ? ([a + 40, b, c] as const) : ([a, b, c] as const),
        );
        expect(rows(text(changed), text(cells))).toBe(false);
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});

describe('readCsv types columns as pandas does', () => {
  const kinds = (text: string): string[] => {
    const reading = readCsv(text);
    return reading.kind === 'frame' ? reading.frame.columns.map((column) => column.kind) : [reading.message];
  };
  it.each([
    ['007', 'int'], ['1_000', 'object'], ['1.', 'float'], ['TRUE', 'bool'], ['9223372036854775808', 'uint'], ['18446744073709551616', 'object'],
    ['99999999999999999999.5', 'object'], ['inf', 'float'], ['1e', 'object'], ['2024-01-31', 'object'], ['0x10', 'object'], [' 4 ', 'int'],
  ])('%s → %s', (word, kind) => {
    expect(kinds(`a\n${word}\n`)).toEqual([kind]);
  }); // prettier-ignore

  it('turns whole numbers with a gap into floats, truth values with a gap into objects, and skips blank lines', () => {
    expect(kinds('a,b\n1,true\n\n,\n')).toEqual(['float', 'object']);
    expect(readCsv('a\n\n1\n""\n')).toMatchObject({
      frame: { rowCount: 2, columns: [{ cells: [1, null] }] },
    });
  });

  it('refuses rows longer than the row before and open quotation marks; takes surplus leading fields as the index', () => {
    expect(kinds('a\n1\n1,2\n')[0]).toContain('expected 1 fields in row 2, saw 2');
    expect(kinds('a\n"1\n')[0]).toContain('inside a quoted field');
    expect(readCsv('a\nx,1\ny,2\n')).toMatchObject({ frame: { columns: [{ name: 'a', cells: [1, 2] }] } });
  });
});

describe('pythonFloatText', () => {
  it.each([[1e16, '1e+16'], [1e15, '1000000000000000.0'], [3, '3.0'], [1e-4, '0.0001'], [1e-5, '1e-05'], [-0, '-0.0'], [1.5e300, '1.5e+300'], [Infinity, 'inf'], [0.1, '0.1']])('%d → %s', (value, text) => {
    expect(pythonFloatText(value)).toBe(text);
  }); // prettier-ignore
});
