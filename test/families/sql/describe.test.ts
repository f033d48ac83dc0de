import { describe, expect, it } from 'vitest';
import { describeSql } from '../../../src/families/sql/describe.js';
import { makeItem } from '../../../src/grader/item.js';
import type { JsonObject } from '../../../src/json.js';

const item = makeItem(
  { id: 't', prompt: '', topic: 'sales', reference: null, visible: {}, hidden: {} },
  'SELECT 1',
);
const lines = (facts: JsonObject): readonly unknown[] =>
  describeSql({ item, root: { verdict: 'CLEAN', facts } });

describe('describeSql', () => {
  it('tells why a query did not run', () => {
    const problem = { stage: 'bind', message: 'no such column: totl' };
    expect(lines({ problem, summary: null, result: null })).toEqual([
      { source: 'root', text: 'bind: no such column: totl' },
    ]);
  });

  it('tells what a result looks like, with repeated rows and nulls where there are any', () => {
    const columns = [
      { name: 'month', nulls: 0 },
      { name: 'total', nulls: 2 },
    ];
    expect(lines({ problem: null, result: { rows: 12, columns, repeatedRows: 3 } })).toEqual([
      { source: 'execution', text: '12 rows of month, total' },
      { source: 'execution', text: '3 rows repeat others' },
      { source: 'execution', text: 'nulls in total' },
    ]);
    expect(
      lines({ problem: null, result: { rows: 1, columns: [{ name: 'n', nulls: 0 }], repeatedRows: 0 } }),
    ).toEqual([{ source: 'execution', text: '1 rows of n' }]);
  });

  it('has nothing to tell of an attempt without output', () => {
    expect(lines({})).toEqual([]);
  });
});
