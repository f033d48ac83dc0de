import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile, logGamma } from '../../src/stats/numeric/beta.js';
import { binomialCdf, binomialPmf, binomialUpper, fairCoinTail } from '../../src/stats/numeric/binomial.js';
import { normalCdf, normalQuantile } from '../../src/stats/numeric/normal.js';
import { studentTCdf, studentTQuantile } from '../../src/stats/numeric/student-t.js';

// Expected values: mpmath 1.4.1 with 25 digits or more (quantiles by bisection of its distribution functions).
type Case = readonly [f: (...args: number[]) => number, args: readonly number[], expected: number];
const cases: readonly Case[] = [
  [normalCdf, [-30], 4.906713927148187e-198],
  [normalCdf, [-8], 6.220960574271784e-16],
  [normalCdf, [-2.9], 0.0018658133003840384],
  [normalCdf, [-2], 0.02275013194817921],
  [normalCdf, [-1.959963984540054], 0.025000000000000012],
  [normalCdf, [-0.001], 0.49960105778608893],
  [normalCdf, [0.3], 0.6179114221889527],
  [normalCdf, [3], 0.9986501019683699],
  [normalQuantile, [1e-300], -37.0470962993612],
  [normalQuantile, [1e-8], -5.612001244174789],
  [normalQuantile, [0.001], -3.0902323061678136],
  [normalQuantile, [0.025], -1.9599639845400543],
  [normalQuantile, [0.4999], -0.00025066283008800747],
  [normalQuantile, [0.7], 0.5244005127080407],
  [normalQuantile, [0.975], 1.9599639845400538],
  [normalQuantile, [0.9999], 3.7190164854557084],
  [logGamma, [0.1], 2.252712651734206],
  [logGamma, [0.5], 0.5723649429247001],
  [logGamma, [1.5], -0.12078223763524522],
  [logGamma, [10.5], 13.940625219403763],
  [logGamma, [16.1], 28.173694494813546],
  [logGamma, [10_000], 82099.71749644238],
  [betaCdf, [0.9, 19.5, 0.5], 0.04398378691677222],
  [betaCdf, [1e-6, 20, 0.5], 1.2537074731994932e-121],
  [betaCdf, [0.1, 300.5, 700.25], 3.2556912035486374e-69],
  [betaCdf, [0.99, 0.1, 5], 0.9999999999975349],
  [betaCdf, [0.01, 0.5, 0.5], 0.06376856085851985],
  [betaCdf, [0.7, 0.1, 5], 0.999922777868705],
  [betaCdf, [1e-6, 0.1, 5], 0.30728837499950495],
  [betaCdf, [0.99, 1.5, 1], 0.9850375627355538],
  [betaQuantile, [0.9, 20, 0.5], 0.9996003456321771],
  [betaQuantile, [0.975, 82, 183], 0.3662905935223741],
  [betaQuantile, [0.05, 20, 0.5], 0.9073433300939732],
  [betaQuantile, [1e-6, 20, 0.5], 0.5458877176246016],
  [betaQuantile, [1e-6, 1.5, 1], 1e-4],
  [betaQuantile, [0.9, 82, 183], 0.34609901828087763],
  [studentTCdf, [-4.3, 10], 0.0007807200462776829],
  [studentTCdf, [-2.02, 2], 0.09040438496319592],
  [studentTCdf, [-0.1, 2.5], 0.46390327203124476],
  [studentTCdf, [0.5, 1000], 0.6914074595830626],
  [studentTCdf, [-4.3, 119], 1.7585155685543035e-5],
  [studentTCdf, [-10, 1], 0.03172551743055357],
  [studentTCdf, [-50, 1.7], 0.0005396142866148648],
  [studentTQuantile, [0.025, 119], -1.98009987645694],
  [studentTQuantile, [0.2, 1], -1.3763819204711734],
  [studentTQuantile, [0.005, 3], -5.840909309733357],
  [studentTQuantile, [0.025, 1], -12.706204736174705],
  [studentTQuantile, [0.8, 2.5], 1.010163874722239],
  [studentTQuantile, [0.45, 10], -0.12889018929327375],
  [studentTQuantile, [0.05, 4], -2.1318467863266504],
  [studentTQuantile, [1e-10, 10], -25.466008021697725],
  [binomialPmf, [0, 5, 0.3], 0.16807],
  [binomialPmf, [11, 40, 0.27], 0.13973811455688534],
  [binomialPmf, [500, 1000, 0.5], 0.0252250181783608],
  [binomialPmf, [3, 1000, 0.01], 0.007393222778222845],
  [binomialPmf, [40, 40, 0.27], 1.797010299914436e-23],
  [binomialCdf, [10, 40, 0.27], 0.4684584045737582],
  [binomialCdf, [450, 1000, 0.5], 0.0008652680424881588],
  [binomialCdf, [0, 10, 0.1], 0.3486784401],
  [binomialCdf, [39, 40, 0.9], 0.9852191170585654],
  [binomialUpper, [25, 40, 0.27], 2.7522848035912975e-6],
  [binomialUpper, [560, 1000, 0.5], 8.252493527522651e-5],
  [binomialUpper, [40, 40, 0.27], 1.797010299914436e-23],
];

describe('special functions', () => {
  it.each(cases.map(([f, args, expected]) => ({ name: f.name, f, args, expected })))(
    '$name($args) has twelve digits',
    ({ f, args, expected }) => {
      expect(Math.abs(f(...args) / expected - 1)).toBeLessThan(1e-12);
    },
  );

  it('inverts its distribution functions', () => {
    for (const p of [1e-9, 0.01, 0.2, 0.5, 0.77, 0.999]) {
      expect(normalCdf(normalQuantile(p)) / p - 1).toBeCloseTo(0, 12);
      expect(studentTCdf(studentTQuantile(p, 4.5), 4.5) / p - 1).toBeCloseTo(0, 12);
      expect(betaCdf(betaQuantile(p, 3, 0.7), 3, 0.7) / p - 1).toBeCloseTo(0, 12);
    }
  });

  it('takes the ends of the range', () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
    expect([studentTQuantile(0, 3), studentTQuantile(0.5, 3)]).toEqual([-Infinity, 0]);
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
    expect([binomialCdf(-1, 4, 0.5), binomialCdf(4, 4, 0.5), binomialUpper(5, 4, 0.5)]).toEqual([0, 1, 0]);
  });

  it.each([
    () => normalQuantile(1.2),
    () => normalQuantile(NaN),
    () => studentTCdf(1, 0),
    () => studentTQuantile(-0.1, 3),
    () => betaCdf(0.5, -1, 2),
    () => betaQuantile(2, 1, 2),
  ])('refuses what has no answer (%#)', (call) => {
    expect(call).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });

  it('counts fair coins in whole numbers', () => {
    expect(fairCoinTail(1, 4)).toEqual({ below: 1 / 16, at: 4 / 16 });
    // Σ_{k≤800} C(1700, k) / 2^1700 twice: scipy 1.17.1 binomtest(800, 1700)
    const { below, at } = fairCoinTail(800, 1700);
    expect(2 * (below + at)).toBeCloseTo(0.016320682494448686, 14);
  });
});
