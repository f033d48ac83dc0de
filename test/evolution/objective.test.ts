import { describe, expect, it } from 'vitest';
import { consensus } from '../../src/evolution/consensus.js';
import { devAgreement, devLabels, marginals } from '../../src/evolution/dev-agreement.js';
import { judgeOpsOf, score, type Yardstick } from '../../src/evolution/objective.js';
import { parseExpression } from '../../src/grader/parse-expression.js';
import { planesOf, verdictsOf, verdictTable } from '../../src/grader/planes.js';
import type { OpVerdict } from '../../src/verdict.js';
import { tableContext, tableOp } from '../support/table-world.js';

const letters: Readonly<Record<string, OpVerdict>> = { D: 'DRAWBACK', C: 'CLEAN', '.': 'ABSTAIN' };
const verdicts = (row: string): OpVerdict[] => [...row].map((letter) => letters[letter] ?? 'ABSTAIN');
const labels = devLabels(tableContext({ dev: 'FFFFFPPPPP', train: 0, ops: {} }).dev);
const agreement = (row: string, failClosed = true): ReturnType<typeof devAgreement> =>
  devAgreement(planesOf(verdicts(row)), labels, failClosed);

describe('A_dev', () => {
  it.each([
    ['DDDDDCCCCC', 1],
    ['DDDDDDDDDD', 2 / 3],
    ['CCCCCCCCCC', 1 / 3],
    ['DCCCC.....', (2 * 0.2) / 3], // no opinion on a clean anchor: that recall is 0
    ['.....CCCC.', 1 / 3],
    ['D.........', 2 / 3],
  ])('of %s is worked by hand', (row, value) => expect(agreement(row).value).toBeCloseTo(value, 12));

  it('without any opinion is 0 with fail-closed on and a vacuous 1 with it off', () => {
    expect(agreement('..........').value).toBe(0);
    expect(agreement('..........', false).value).toBe(1);
  });
});

describe('consensus', () => {
  const ops = ['a', 'b', 'c'].map((name) => tableOp(name));
  const train = verdictTable(4, [
    ['a', verdicts('DDC.')],
    ['b', verdicts('CCC.')],
    ['c', verdicts('.CD.')],
  ]);

  it('is the majority of active ops, and nothing on a tie or without opinions', () => {
    expect(verdictsOf(consensus(ops, new Map(), train), 4)).toEqual(['ABSTAIN', 'CLEAN', 'CLEAN', 'ABSTAIN']);
  });

  it('weighs an op by 1 + 10·max(0, m): a positive marginal outvotes, a negative one changes nothing', () => {
    expect(verdictsOf(consensus(ops, new Map([['a', 0.2]]), train), 4)).toEqual([
      'DRAWBACK',
      'DRAWBACK',
      'CLEAN',
      'ABSTAIN',
    ]);
    expect(verdictsOf(consensus(ops, new Map([['a', -0.2]]), train), 4)).toEqual([
      'ABSTAIN',
      'CLEAN',
      'CLEAN',
      'ABSTAIN',
    ]);
  });

  it('an op outside the active list does not vote', () => {
    expect(verdictsOf(consensus(ops.slice(1), new Map([['a', 1]]), train), 4)).toEqual([
      'CLEAN',
      'CLEAN',
      'ABSTAIN',
      'ABSTAIN',
    ]);
  });
});

describe('S', () => {
  const table = (rows: Readonly<Record<string, string>>, items: number): ReturnType<typeof verdictTable> =>
    verdictTable(
      items,
      Object.entries(rows).map(([name, row]) => [name, verdicts(row)] as const),
    );
  const yardstick = (weight: number, lambda = 1, failClosed = true): Yardstick => {
    const { settings } = tableContext({
      dev: '',
      train: 0,
      ops: {},
      guards: { failClosed },
      consensusWeight: weight,
    });
    return {
      tables: {
        dev: table({ a: 'DDDDDCCCCC', j: 'DDDDDCCCCC', s: '..........' }, 10),
        train: table({ a: 'DDCC', j: 'DDCC', s: '....' }, 4),
      },
      labels,
      consensus: planesOf(verdicts('DCC.')),
      judgeOps: judgeOpsOf([tableOp('j', { tier: 'judge' })]),
      settings: { ...settings, lambda },
    };
  };

  it('raises A_train to w, over items on which candidate and consensus both have an opinion', () => {
    expect(score(parseExpression('(any a)'), yardstick(1))).toMatchObject({
      trainAgreement: 2 / 3,
      trainOpinions: 3,
    });
    expect(score(parseExpression('(any a)'), yardstick(1)).objective).toBeCloseTo(2 / 3, 12);
    expect(score(parseExpression('(any a)'), yardstick(0.25)).objective).toBeCloseTo((2 / 3) ** 0.25, 12);
  });

  it('charges 0.001 a leaf occurrence beyond three and 0.002 a leaf that asks a judge, times λ', () => {
    expect(score(parseExpression('(any a a a a j)'), yardstick(1)).complexity).toBeCloseTo(0.004, 12);
    expect(score(parseExpression('(any a j)'), yardstick(1)).complexity).toBeCloseTo(0.002, 12);
    expect(score(parseExpression('(any a j)'), yardstick(1, 10)).objective).toBeCloseTo(2 / 3 - 0.02, 12);
  });

  it('refuses a candidate without dev opinion, or gives it the vacuous 1 where fail-closed is off', () => {
    expect(score(parseExpression('(any s)'), yardstick(1)).objective).toBeNull();
    expect(score(parseExpression('(any s)'), yardstick(1, 1, false))).toMatchObject({
      objective: 1,
      trainAgreement: 1,
    });
  });
});

describe('marginals', () => {
  const table = verdictTable(10, [
    ['a', verdicts('DDDCCCCCCC')],
    ['b', verdicts('CCCDDCCCCC')],
    ['twin', verdicts('CCCDDCCCCC')],
  ]);
  const of = (text: string): [string, number][] => [...marginals(parseExpression(text), table, labels, true)];

  it('are what dev agreement loses without the leaf; 0 for a sole leaf', () => {
    expect(of('(any a b)')).toEqual([
      ['a', 0.4],
      ['b', 2016 / 7560],
    ]);
    expect(of('(any a)')).toEqual([['a', 0]]);
  });

  it('are 0 for leaves that replace each other', () => {
    expect(of('(any a b twin)').slice(1)).toEqual([
      ['b', 0],
      ['twin', 0],
    ]);
  });
});
