import { pathToFileURL } from 'node:url';
import { random } from '../../src/random.js';
import * as stats from '../../src/stats/index.js';
import type { BenchRow } from './row.js';
import { rPeers, scipyPeers, type Peers } from './stats-peers.js';

const stream = random('bench', 'statistics');
const wholes = (count: number, least: number, most: number): number[] =>
  Array.from({ length: count }, () => least + stream.below(most - least + 1));
const thirdsOf = (counts: readonly number[]): number[] => counts.map((count) => count / 3);
const reals = (count: number): number[] => Array.from({ length: count }, () => stream.next() * 2 - 0.8);

const data = {
  thirds16: thirdsOf(wholes(16, -3, 3)),
  thirds40: thirdsOf(wholes(40, -3, 3)),
  thirds2000: thirdsOf(wholes(2000, -3, 3)),
  real25: reals(25),
  real40: reals(40),
  real1000: reals(1000),
  whole40: wholes(40, 0, 30),
  treated: [94, 197, 16, 38, 99, 141, 23],
  control: [52, 104, 146, 10, 51, 30, 40, 27, 46],
  runsA: [0.675, 0.725, 0.75],
  runsB: [0.675, 0.7, 0.725],
  pValues: Array.from({ length: 15 }, () => stream.next() ** 2),
};
const verdicts = {
  values: wholes(120, 0, 1),
  clusters: Array.from({ length: 120 }, (_, at) => `t${Math.floor(at / 3)}`),
};
const paired = { tasks: verdicts.clusters, a: verdicts.values, b: wholes(120, 0, 1) };

/**
 * Milliseconds of the fastest call. Calls of a few milliseconds and more are timed on the processor, because other work
 * on the machine interrupts them; the peers do the same.
 */
function fastest(call: () => unknown, atLeastMs = 400): number {
  for (let warmUp = 0; warmUp < 3; warmUp++) call();
  const batch = Math.max(1, Math.floor(2 / wallMs(call, 1)));
  const measure = batch === 1 ? cpuMs : wallMs;
  let best = Infinity;
  const start = performance.now();
  for (let rounds = 0; rounds < 3 || performance.now() - start < atLeastMs; rounds++)
    best = Math.min(best, measure(call, batch));
  return best;
}

function wallMs(call: () => unknown, times: number): number {
  const start = performance.now();
  for (let at = 0; at < times; at++) call();
  return (performance.now() - start) / times;
}

function cpuMs(call: () => unknown): number {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Each statistical procedure, beside scipy, R and a naive loop where there is one. */
export function benchStats(): BenchRow[] {
  const scipy = scipyPeers(data);
  const r = rPeers(data.real40, data.whole40);
  const none = { peer: undefined, ratio: undefined };
  const beside = (peers: Peers, name: string, ms: number): Pick<BenchRow, 'peer' | 'ratio'> => {
    if ('missing' in peers) return { peer: peers.missing, ratio: undefined };
    const peerMs = (peers.seconds[name] ?? NaN) * 1000;
    return { peer: `${peers.name}: ${peerMs.toPrecision(3)} ms`, ratio: peerMs / ms };
  };
  const besideLoop = (loop: () => unknown, ms: number): Pick<BenchRow, 'peer' | 'ratio'> => {
    const peerMs = fastest(loop, 100);
    return { peer: `naive loop in JS: ${peerMs.toPrecision(3)} ms`, ratio: peerMs / ms };
  };
  const row = (
    name: string,
    unit: 'µs' | 'ms',
    target: string | undefined,
    call: () => unknown,
    compare: (ms: number) => Pick<BenchRow, 'peer' | 'ratio'> = () => none,
  ): BenchRow => {
    const ms = fastest(call);
    return { name, value: unit === 'µs' ? ms * 1000 : ms, unit, target, ...compare(ms) };
  };

  const flip = (differences: readonly number[]) => () => stats.signFlipTest(differences, { unit: 'task' });
  const monteCarlo = (): unknown =>
    stats.signFlipTest(data.thirds40, { method: 'monte-carlo', resamples: 1_000_000 });
  const sampledBca = (sample: readonly number[]) => () =>
    stats.bootstrapInterval(sample, { exact: false, resamples: 100_000 });
  const exactBca = (): unknown => stats.bootstrapInterval(data.thirds40);
  const apart = (): unknown => stats.twoSamplePermutationTest(data.treated, data.control);

  return [
    row('sign-flip, exact, thirds, n = 40', 'µs', '≤ 50', flip(data.thirds40)),
    row('sign-flip, exact, thirds, n = 2,000', 'ms', '≤ 2', flip(data.thirds2000)),
    row('sign-flip, exact, real values, n = 25', 'ms', '≤ 0.5', flip(data.real25)),
    row('sign-flip, exact, real values, n = 40', 'ms', '≤ 100', flip(data.real40)),
    row('sign-flip, exact, n = 16', 'µs', undefined, flip(data.thirds16), (ms) =>
      beside(scipy, 'signFlip16', ms),
    ),
    row('sign-flip, exact, n = 16', 'µs', undefined, flip(data.thirds16), (ms) =>
      besideLoop(() => naiveEnumeration(data.thirds16), ms),
    ),
    row('sign-flip, Monte Carlo, 10⁶ × n = 40', 'ms', '≥ 50 × scipy', monteCarlo, (ms) =>
      beside(scipy, 'monteCarlo', ms),
    ),
    row('sign-flip, Monte Carlo, 10⁶ × n = 40', 'ms', undefined, monteCarlo, (ms) =>
      besideLoop(() => naiveMonteCarlo(data.thirds40, 1_000_000), ms),
    ),
    row('bootstrap, exact percentile, thirds, n = 40', 'ms', '≤ 1', () =>
      stats.bootstrapInterval(data.thirds40, { method: 'percentile' }),
    ),
    row('bootstrap, exact BCa, n = 40 (scipy: 9,999 resamples)', 'ms', '≤ 1', exactBca, (ms) =>
      beside(scipy, 'bca40default', ms),
    ),
    row('bootstrap, exact BCa, n = 40 (R: 9,999 resamples)', 'ms', undefined, exactBca, (ms) =>
      beside(r, 'bca40default', ms),
    ),
    row('bootstrap, sampled BCa, n = 40, 10⁵ resamples', 'ms', '≥ 2 × scipy', sampledBca(data.real40), (ms) =>
      beside(scipy, 'bca40', ms),
    ),
    row(
      'bootstrap, sampled BCa, n = 1,000, 10⁵ resamples',
      'ms',
      '≥ 3 × scipy',
      sampledBca(data.real1000),
      (ms) => beside(scipy, 'bca1000', ms),
    ),
    row(
      'bootstrap, sampled BCa, n = 1,000, 10⁵ resamples',
      'ms',
      undefined,
      sampledBca(data.real1000),
      (ms) => besideLoop(() => naiveBootstrap(data.real1000, 100_000), ms),
    ),
    row('clustered bootstrap, exact BCa, 40 × 3', 'ms', '≤ 1', () =>
      stats.clusteredBootstrapInterval(verdicts),
    ),
    row('clustered t, 40 × 3', 'µs', undefined, () => stats.clusteredMeanInterval(verdicts)),
    row('paired difference with test, 40 × 3', 'µs', undefined, () => stats.pairedDifference(paired)),
    row('two-sample permutation, exact, 7 + 9', 'µs', undefined, apart, (ms) =>
      beside(scipy, 'twoSample', ms),
    ),
    row(
      'two-sample permutation, exact, 20 + 20',
      'ms',
      undefined,
      () => stats.twoSamplePermutationTest(data.whole40.slice(0, 20), data.whole40.slice(20)),
      (ms) => beside(r, 'twoSample20', ms),
    ),
    row(
      'McNemar, exact, 61 v 36',
      'µs',
      undefined,
      () => stats.mcnemarTest({ corrected: 61, broken: 36 }),
      (ms) => beside(scipy, 'mcnemar', ms),
    ),
    row(
      'Clopper–Pearson, 81 of 263',
      'µs',
      undefined,
      () => stats.clopperPearsonInterval({ passes: 81, trials: 263 }),
      (ms) => beside(scipy, 'clopperPearson', ms),
    ),
    row(
      'Wilson, 81 of 263',
      'µs',
      undefined,
      () => stats.wilsonInterval({ passes: 81, trials: 263 }),
      (ms) => beside(scipy, 'wilson', ms),
    ),
    row(
      'run difference (Welch), 3 + 3',
      'µs',
      undefined,
      () => stats.runDifference(data.runsA, data.runsB),
      (ms) => beside(scipy, 'welch', ms),
    ),
    row(
      'Benjamini–Hochberg, 15',
      'µs',
      undefined,
      () => stats.adjustPValues(data.pValues, 'bh'),
      (ms) => beside(scipy, 'bh', ms),
    ),
    row(
      'peak optimism, 100 rounds × 40 tasks',
      'µs',
      undefined,
      () => stats.peakOptimism({ rounds: 100, tasks: 40, rate: 0.27 }),
      (ms) => beside(scipy, 'peak', ms),
    ),
    row('unpaired bootstrap of 3 + 3 runs, full enumeration', 'µs', undefined, () =>
      stats.unpairedBootstrapOfRuns(data.runsA, data.runsB),
    ),
    row('reconstruct seeds, n = 96, 3 seeds', 'µs', undefined, () =>
      stats.reconstructSeeds({ mean: '0.868', sd: '0.061', n: 96, seeds: 3 }),
    ),
    row('power of McNemar, 40 pairs, exact', 'ms', undefined, () =>
      stats.power({ test: 'mcnemar', pairs: 40, discordant: 0.3, effect: 0.2 }),
    ),
  ];
}

/** All sign patterns, one after the other. */
function naiveEnumeration(values: readonly number[]): number {
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0));
  let count = 0;
  for (let pattern = 0; pattern < 2 ** values.length; pattern++) {
    let sum = 0;
    for (let at = 0; at < values.length; at++)
      sum += (pattern >> at) & 1 ? (values[at] ?? 0) : -(values[at] ?? 0);
    if (Math.abs(sum) >= observed - 1e-9) count++;
  }
  return count / 2 ** values.length;
}

function naiveMonteCarlo(values: readonly number[], resamples: number): number {
  const source = random('naive');
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0));
  let count = 0;
  for (let resample = 0; resample < resamples; resample++) {
    const sum = values.reduce((total, value) => total + (source.next() < 0.5 ? value : -value), 0);
    if (Math.abs(sum) >= observed - 1e-9) count++;
  }
  return (count + 1) / (resamples + 1);
}

function naiveBootstrap(sample: readonly number[], resamples: number): [number, number] {
  const source = random('naive');
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let draw = 0; draw < sample.length; draw++) sum += sample[source.below(sample.length)] ?? 0;
    return sum / sample.length;
  }).sort((a, b) => a - b);
  return [means[Math.floor(resamples * 0.025)] ?? NaN, means[Math.floor(resamples * 0.975)] ?? NaN];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { name, value, unit, target, peer, ratio } of benchStats()) {
    const beside =
      peer === undefined ? '' : `; ${peer}${ratio === undefined ? '' : `: ${ratio.toPrecision(3)} ×`}`;
    console.log(
      `${name}: ${value.toPrecision(3)} ${unit}${target === undefined ? '' : ` (${target})`}${beside}`,
    );
  }
}
