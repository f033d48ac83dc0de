import { describe, expect, it } from 'vitest';
import { expressionGrader, trainingGrader, truthGrader } from '../../src/arms/training-grader.js';
import { countCalls } from '../../src/arms/count-calls.js';
import { applicability, isNarrow } from '../../src/arms/narrow-ops.js';
import { makeItem, type PreparedItem } from '../../src/grader/item.js';
import type { OpRunner } from '../../src/grader/op.js';
import type { Truth } from '../../src/families/family.js';
import { exampleTask } from '../store/helpers.js';
import { fakeOp, oneFakeWorld } from '../support/fake-world.js';

/** An op says DRAWBACK where the output holds its word, CLEAN elsewhere, and nothing of an output with a question mark. */
const runner: OpRunner = {
  engines: {},
  run: async (ops, items) =>
    ops.map(({ check }) =>
      items.map(({ item: { output } }) => {
        if (output.includes('?')) return { verdict: 'ABSTAIN' as const, reason: 'precondition' as const };
        const word = check.kind === 'python' ? check.source : 'wrong';
        return { verdict: output.includes(word) ? ('DRAWBACK' as const) : ('CLEAN' as const) };
      }),
    ),
};
const item = (output: string, root: PreparedItem['root']['verdict'] = 'CLEAN'): PreparedItem => ({
  item: makeItem(exampleTask, output),
  root: { verdict: root, facts: {} },
});
const ops = [fakeOp('sees_crash', 'crash', 'crash'), fakeOp('sees_slow', 'slow', 'slow')];

describe('a training grader', () => {
  it('that is an expression grades as root AND expression, and names the ops that a FAIL rests on', async () => {
    const grade = expressionGrader('(any sees_crash sees_slow)', ops, runner);
    expect(
      await grade([item('crash and slow'), item('fine'), item('what?'), item('what?', 'DRAWBACK')]),
    ).toEqual([
      {
        verdict: 'FAIL',
        evidence: [
          { source: 'op', text: "sees_crash: finds 'crash'", failureClass: 'crash' },
          { source: 'op', text: "sees_slow: finds 'slow'", failureClass: 'slow' },
        ],
      },
      { verdict: 'PASS', evidence: [] },
      { verdict: 'ABSTAIN', evidence: [] },
      {
        verdict: 'FAIL',
        evidence: [{ source: 'root', text: 'fails the structural check of its family' }],
      },
    ]);
  });

  it('says of an op under not that it found nothing', async () => {
    const [grade] = await expressionGrader('(not sees_crash)', ops, runner)([item('fine')]);
    expect(grade?.evidence).toEqual([
      { source: 'op', text: "sees_crash: not found: finds 'crash'", failureClass: 'crash' },
    ]);
  });

  it('that is the truth grades by the label, and not at all where the truth is not to be had', async () => {
    const truth = (label: 'PASS' | 'FAIL', failureClass: string | null): Truth => ({
      outcome: 'scored',
      label,
      score: 0.4,
      failureClass,
      evidence: 'seen',
      details: {},
    });
    const truths: Truth[] = [
      truth('PASS', null),
      truth('FAIL', 'slow'),
      { outcome: 'unscored', reason: 'gone' },
    ];
    const grades = await truthGrader({ truths: async () => truths })([item('a'), item('b'), item('c')]);
    expect(grades).toEqual([
      { verdict: 'PASS', evidence: [] },
      { verdict: 'FAIL', evidence: [{ source: 'truth', text: 'seen', failureClass: 'slow' }] },
      { verdict: 'ABSTAIN', evidence: [] },
    ]);
  });

  it('is chosen by the arm; where there is none everything is ungraded', async () => {
    const { family, grading } = await oneFakeWorld();
    const parts = { family, seedOps: ops, grading, runner, evolved: { expression: null, pool: ops } };
    const verdicts = async (kind: Parameters<typeof trainingGrader>[0]['kind'], expression?: string) => {
      const evolved = { expression: expression ?? null, pool: ops };
      const grade = trainingGrader({ ...parts, seedOps: family.seedOps, kind, evolved });
      return (await grade([item('crash'), item('slow'), item('fine')])).map(({ verdict }) => verdict);
    };
    expect(await verdicts('none')).toEqual(['ABSTAIN', 'ABSTAIN', 'ABSTAIN']);
    expect(await verdicts('evolved')).toEqual(['ABSTAIN', 'ABSTAIN', 'ABSTAIN']);
    expect(await verdicts('evolved', '(any sees_slow)')).toEqual(['PASS', 'FAIL', 'PASS']);
    expect(await verdicts('truth')).toEqual(['FAIL', 'FAIL', 'PASS']);
    expect(await verdicts('hand-seed')).toEqual(['FAIL', 'PASS', 'PASS']);
    expect(await verdicts('bare-judge')).toEqual(['PASS', 'PASS', 'PASS']);
  });
});

describe('narrow ops', () => {
  it('are those with an opinion on less than a fifth of the train outputs', async () => {
    const outputs = ['fine', ...Array.from({ length: 9 }, () => 'what?')].map((output) => item(output));
    const [first] = await applicability(ops.slice(0, 1), outputs, runner);
    expect(first).toEqual({ op: 'sees_crash', opinions: 1, of: 10 });
    expect(first !== undefined && isNarrow(first)).toBe(true);
    expect(isNarrow({ op: 'a', opinions: 2, of: 10 })).toBe(false);
  });
});

describe("a judge's questions", () => {
  const question = {
    ...fakeOp('asks', 'wrong', ''),
    tier: 'judge' as const,
    check: { kind: 'question' as const, question: 'Is it wrong?' },
  };

  it('count once a round and output, and not where an earlier round had the answer', async () => {
    const { roles } = await oneFakeWorld();
    const calls = countCalls(roles);
    const counted = calls.counted(runner);
    const items = [item('a'), item('b'), item('a')];
    await counted.run([question, ...ops], items);
    await counted.run([question], items);
    expect(calls.take()).toEqual({ judge: 2 });
    calls.knows([question], [item('a')]);
    await counted.run([question], [item('a'), item('c')]);
    expect(calls.take()).toEqual({ judge: 1 });
    expect(calls.take()).toEqual({});
  });
});
