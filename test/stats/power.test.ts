import { describe, expect, it } from 'vitest';
import { minimumDetectableEffect } from '../../src/stats/minimum-detectable-effect.js';
import { power } from '../../src/stats/power.js';

const bad: unknown = expect.objectContaining({ code: 'bad-input' });

describe('power', () => {
  // Σ over all outcomes with scipy 1.17.1 binom
  it('enumerates McNemar’s test', () => {
    const design = { test: 'mcnemar', pairs: 40, discordant: 0.3, effect: 0.2 } as const;
    expect(power(design).power).toBeCloseTo(0.5673794537450316, 12);
    expect(power(design, { midP: true }).power).toBeCloseTo(0.662439862294388, 12);
    expect(power({ ...design, pairs: 1000, effect: 0.05 }).power).toBeCloseTo(0.8105580823075883, 11);
    expect(power(design)).toMatchObject({
      exact: true,
      standardError: 0,
      resamples: null,
      seed: null,
      unit: 'pair',
      n: 40,
    });
  });

  it('keeps its size without an effect', () => {
    for (const alternative of ['two-sided', 'greater', 'less'] as const) {
      const size = power({ test: 'mcnemar', pairs: 60, discordant: 0.4, effect: 0 }, { alternative }).power;
      expect(size).toBeGreaterThan(0.01);
      expect(size).toBeLessThanOrEqual(0.05);
    }
    expect(power({ test: 'mcnemar', pairs: 20, discordant: 0, effect: 0 }).power).toBe(0);
  });

  // The same designs simulated 20,000 times with numpy 2.4.6 (its Beta, binomial and an own exact test)
  it.each([
    [
      { test: 'sign-flip', tasks: 12, seeds: 2, baseline: 0.4, icc: 0.3, effect: 0.3 } as const,
      false,
      0.39405,
    ],
    [
      { test: 'sign-flip', tasks: 12, seeds: 2, baseline: 0.4, icc: 0.3, effect: 0.3 } as const,
      true,
      0.51455,
    ],
    [
      { test: 'sign-flip', tasks: 20, seeds: 3, baseline: 0.5, icc: 0.2, effect: -0.2 } as const,
      false,
      0.53335,
    ],
    [{ test: 'sign-flip', tasks: 40, seeds: 3, baseline: 0.3, icc: 0.3, effect: 0 } as const, true, 0.04925],
    [{ test: 'runs', runs: 4, sd: 0.5, effect: 1 } as const, false, 0.60638],
    [{ test: 'runs', runs: 3, sd: 1, effect: 0 } as const, false, 0.03493],
  ])('simulates %j (mid-p %s)', (design, midP, expected) => {
    const result = power(design, { midP, simulations: 4000, seed: 2 });
    const error = Math.sqrt((expected * (1 - expected)) / 4000 + (expected * (1 - expected)) / 20_000);
    expect(Math.abs(result.power - expected)).toBeLessThan(3.5 * error);
    expect(result).toMatchObject({ exact: false, resamples: 4000, seed: 2, method: 'simulation' });
    expect(result.standardError).toBeCloseTo(Math.sqrt((result.power * (1 - result.power)) / 4000), 14);
  });

  it('looks to the side that it is told', () => {
    const design = { test: 'runs', runs: 5, sd: 1, effect: 2 } as const;
    const [greater, less] = (['greater', 'less'] as const).map(
      (alternative) => power(design, { alternative, simulations: 500 }).power,
    );
    expect(greater).toBeGreaterThan(power(design, { simulations: 500 }).power);
    expect(less).toBe(0);
    expect(power({ test: 'sign-flip', tasks: 10, seeds: 1, baseline: 0, effect: 1, icc: 0 }).power).toBe(1);
    expect(
      power({ test: 'sign-flip', tasks: 10, seeds: 1, baseline: 0.5, effect: -0.5, icc: 1 }).power,
    ).toBeGreaterThan(0);
  });

  it('warns of two runs and refuses what cannot be', () => {
    const two = power({ test: 'runs', runs: 2, sd: 1, effect: 1 }, { simulations: 50 });
    expect(two.warnings.map(({ code }) => code)).toEqual(['few-runs']);
    expect(() => power({ test: 'mcnemar', pairs: 40, discordant: 0.1, effect: 0.2 })).toThrow(bad);
    expect(() => power({ test: 'mcnemar', pairs: 40, discordant: 0.1, effect: NaN })).toThrow(bad);
    expect(() => power({ test: 'mcnemar', pairs: 0, discordant: 0.1, effect: 0 })).toThrow(bad);
    expect(() => power({ test: 'sign-flip', tasks: 4, seeds: 1, baseline: 0.9, effect: 0.2 })).toThrow(bad);
    expect(() => power({ test: 'runs', runs: 3, sd: 0, effect: 1 })).toThrow(bad);
    expect(() => power({ test: 'runs', runs: 3, sd: 1, effect: 1 }, { alpha: 5 })).toThrow(bad);
  });
});

describe('minimumDetectableEffect', () => {
  it('is the smallest effect with the power', () => {
    const { effect, power: reached } = minimumDetectableEffect({
      test: 'mcnemar',
      pairs: 40,
      discordant: 0.3,
    });
    expect(reached).toBeGreaterThanOrEqual(0.8);
    expect(effect).toBeCloseTo(0.2421, 4);
    expect(
      power({ test: 'mcnemar', pairs: 40, discordant: 0.3, effect: (effect ?? NaN) - 2e-4 }).power,
    ).toBeLessThan(0.8);
  });

  it('works on simulated designs, to either side', () => {
    const design = { test: 'sign-flip', tasks: 20, seeds: 3, baseline: 0.4, simulations: 400 } as const;
    const up = minimumDetectableEffect(design);
    const down = minimumDetectableEffect({ ...design, alternative: 'less' });
    expect(up).toMatchObject({ exact: false, resamples: 400, unit: 'task', n: 20 });
    expect(up.power).toBeGreaterThanOrEqual(0.8);
    expect(down.effect).toBeLessThan(0);
    const runs = minimumDetectableEffect({ test: 'runs', runs: 3, sd: 0.03, simulations: 400 });
    const wide = minimumDetectableEffect({ test: 'runs', runs: 3, sd: 0.06, simulations: 400 });
    expect((wide.effect ?? NaN) / (runs.effect ?? NaN)).toBeCloseTo(2, 2);
  });

  it('says when nothing is large enough', () => {
    const few = minimumDetectableEffect({ test: 'mcnemar', pairs: 10, discordant: 0.3 });
    expect(few.effect).toBeNull();
    expect(few.power).toBeLessThan(0.8);
    expect(few.warnings.map(({ code }) => code)).toEqual(['not-reached']);
    expect(() => minimumDetectableEffect({ test: 'mcnemar', pairs: 10, discordant: 0.3, power: 80 })).toThrow(
      bad,
    );
  });
});
