import { describe, expect, it } from 'vitest';
import type { RoundContext } from '../../src/evolution/context.js';
import { initialState } from '../../src/evolution/evolve.js';
import { leafReport } from '../../src/jobs/leaf-record.js';
import { tableOp, tableContext } from '../support/table-world.js';

describe('what each leaf of a grader contributes', () => {
  const context: RoundContext = tableContext({
    dev: 'FFPP',
    train: 3,
    ops: { a: 'DCCC|DC.', b: 'CDD.|CC.', c: 'CCCC|CCC' },
  });
  const state = { ...initialState(['a', 'b', 'c'].map((name) => tableOp(name))), incumbent: '(any a b)' };

  it('is counted on the anchors and on train', async () => {
    const report = await leafReport(state, context);
    expect(report?.leaves.map(({ op, anchors }) => [op, anchors])).toEqual([
      ['a', { caught: 1, missed: 1, silentOnFailing: 0, falseAlarms: 0, cleared: 2, silentOnClean: 0 }],
      ['b', { caught: 1, missed: 1, silentOnFailing: 0, falseAlarms: 1, cleared: 0, silentOnClean: 1 }],
    ]);
    // With b: both failures found, one of two clean: (2·1 + 1/2)/3. Without b: (2·1/2 + 1)/3. Without a: (2·1/2 + 0)/3.
    expect(report?.leaves.map(({ marginal }) => marginal)).toEqual([
      expect.closeTo(2.5 / 3 - 1 / 3, 3),
      expect.closeTo(2.5 / 3 - 2 / 3, 3),
    ]);
    expect(report?.train).toMatchObject({
      items: 3,
      verdicts: { pass: 1, fail: 1, abstain: 1 },
      split: 1,
      silent: 1,
    });
  });

  it('counts what the root refuses as failed, as grading does', async () => {
    const train = context.train.map((prepared) => ({
      ...prepared,
      root: { ...prepared.root, verdict: 'DRAWBACK' as const },
    }));
    const report = await leafReport(state, { ...context, train });
    expect(report?.train.verdicts).toEqual({ pass: 0, fail: 3, abstain: 0 });
  });

  it('is nothing without a grader', async () => {
    expect(await leafReport(initialState([]), context)).toBeNull();
  });
});
