import { describe, expect, it } from 'vitest';
import { agreement } from '../../src/stats/agreement.js';
import { cohenKappa } from '../../src/stats/cohen-kappa.js';
import type { Label, Verdict } from '../../src/verdict.js';

const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
  result.warnings.map(({ code }) => code);
const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

describe('agreement', () => {
  it('counts items with an opinion and shows what is beside it', () => {
    const verdicts: Verdict[] = ['PASS', 'FAIL', 'ABSTAIN', 'FAIL'];
    const labels: Label[] = ['PASS', 'FAIL', 'FAIL', 'PASS'];
    expect(agreement({ verdicts, labels })).toMatchObject({
      agreement: 2 / 3,
      agreementOfAll: 0.5,
      recallFail: 1,
      recallClean: 0.5,
      weighted: 2.5 / 3,
      abstained: 1,
      decided: 3,
      matches: 2,
      n: 4,
      alwaysPass: 0.5,
      alwaysFail: 0.5,
      coverage: { fail: { decided: 1, of: 2 }, clean: { decided: 2, of: 2 } },
      unit: 'item',
    });
    expect(codes(agreement({ verdicts, labels }))).toEqual(['abstentions']);
  });

  it('shows that always-PASS scores the share of passes', () => {
    // Report: 96 items, 54 of them labelled PASS
    const labels: Label[] = [...many<Label>(54, 'PASS'), ...many<Label>(42, 'FAIL')];
    const result = agreement({ verdicts: many<Verdict>(96, 'PASS'), labels });
    expect(result).toMatchObject({
      agreement: 0.5625,
      alwaysPass: 0.5625,
      alwaysFail: 0.4375,
      weighted: 1 / 3,
    });
    expect(result.warnings).toEqual([]);
  });

  it('names missing opinions and classes', () => {
    const none = agreement({ verdicts: ['ABSTAIN', 'ABSTAIN'], labels: ['PASS', 'FAIL'] });
    expect(none).toMatchObject({ agreement: 0, weighted: 0, abstained: 2, decided: 0 });
    expect(codes(none)).toEqual(['no-evidence']);
    expect(codes(agreement({ verdicts: ['PASS'], labels: ['PASS'] }))).toEqual(['one-class']);
    expect(codes(agreement({ verdicts: ['PASS', 'ABSTAIN'], labels: ['PASS', 'FAIL'] }))).toEqual([
      'abstentions',
      'one-class',
    ]);
  });

  it('refuses nothing, unequal lists and other words', () => {
    const bad: unknown = expect.objectContaining({ code: 'bad-input' });
    expect(() => agreement({ verdicts: [], labels: [] })).toThrow(bad);
    expect(() => agreement({ verdicts: ['PASS'], labels: [] })).toThrow(bad);
    const words = { verdicts: ['pass'], labels: ['PASS'] } as unknown as {
      verdicts: Verdict[];
      labels: Label[];
    };
    expect(() => agreement(words)).toThrow(bad);
  });
});

describe('cohenKappa', () => {
  const table = [
    [12, 3, 1],
    [4, 18, 5],
    [0, 2, 15],
  ];

  // statsmodels 0.15.0 cohens_kappa
  it.each([
    ['none', 0.6196111580726965, 0.0853324898208226],
    ['linear', 0.6772024209818426, 0.07684297262187255],
    ['quadratic', 0.7422434367541766, 0.07394177906955852],
  ] as const)('with weights %s', (weights, kappa, standardError) => {
    const result = cohenKappa(table, { weights });
    expect(result.kappa).toBeCloseTo(kappa, 13);
    expect(result.standardError).toBeCloseTo(standardError, 13);
    expect(result).toMatchObject({ n: 60, weights, level: 0.95, warnings: [] });
    expect((result.high - result.low) / 2).toBeCloseTo(1.9599639845400538 * standardError, 12);
  });

  it('gives the textbook value', () => {
    const result = cohenKappa([
      [20, 5],
      [10, 15],
    ]);
    expect(result.kappa).toBeCloseTo(0.4, 14);
    expect(result.standardError).toBeCloseTo(0.12699606293110033, 13);
    expect([result.observed, result.expected]).toEqual([0.7, 0.5]);
  });

  it('is 0 at chance, 1 at identity, and warns of a point interval', () => {
    const constant = cohenKappa([
      [5, 0],
      [5, 0],
    ]);
    expect(constant.kappa).toBe(0);
    const same = cohenKappa([
      [5, 0],
      [0, 5],
    ]);
    expect(same).toMatchObject({ kappa: 1, low: 1, high: 1 });
    expect(codes(same)).toEqual(['zero-variance']);
  });

  it.each([
    [[]],
    [[[1, 2]]],
    [
      [
        [1, 2],
        [3, NaN],
      ],
    ],
    [
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      [
        [9, 0],
        [0, 0],
      ],
    ],
  ])('refuses %j', (counts) => {
    expect(() => cohenKappa(counts)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});
