// Coverage of intervals and size of tests where scores are tasks × seeds: a seeded simulation whose truth is known.
// Usage: npm run study:coverage [-- REPEATS]   writes docs/coverage-study.md; a few minutes with the default of 4,000.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { random, type Random } from '../src/random.js';
import {
  bootstrapInterval,
  clusteredMeanInterval,
  mcnemarTest,
  runDifference,
  signFlipTest,
  wilsonInterval,
} from '../src/stats/index.js';

const repeats = Number(process.argv[2] ?? 4000);
if (!Number.isInteger(repeats) || repeats < 1)
  throw new RangeError(`repeats: expected a whole number ≥ 1, got '${process.argv[2]}'`);
const tasks = 40;
const seeds = 3;

/** One simulated world: pass rates of tasks around a mean, and a shift that a whole learning run shares. */
interface World {
  readonly name: string;
  readonly mean: number;
  /** Spread of the tasks' pass rates: they are Beta(mean·k, (1 − mean)·k). */
  readonly k: number;
  /** Standard deviation of a run's shift on the logit scale; 0 = seeds are repeated draws and no learning runs. */
  readonly run: number;
  /** Standard deviation of each arm's own shift on each task, on the logit scale: arms that differ task by task, not on the whole. */
  readonly own: number;
}

const worlds: readonly World[] = [
  { name: 'tasks differ a lot, seeds are draws', mean: 0.5, k: 1, run: 0, own: 0 },
  { name: 'tasks differ, seeds are draws', mean: 0.6, k: 2, run: 0, own: 0 },
  { name: 'tasks differ, low rate, seeds are draws', mean: 0.27, k: 2, run: 0, own: 0 },
  { name: 'arms differ task by task, seeds are draws', mean: 0.5, k: 2, run: 0, own: 2 },
  { name: 'tasks differ, each seed is a learning run', mean: 0.6, k: 2, run: 0.5, own: 0 },
];

const coverage: string[] = [];
const sizes: string[] = [];
for (const world of worlds) {
  console.error(`measuring: ${world.name}`);
  coverage.push(coverageRow(world));
  sizes.push(sizeRow(world));
}

const page = [
  '# Coverage and size at tasks × seeds',
  '',
  `A seeded simulation (\`npm run study:coverage\`, ${repeats.toLocaleString('en-US')} repeats a row): ${tasks} tasks, ${seeds} seeds, pass rates of tasks drawn from a Beta`,
  'distribution (of k = 1: mostly near 0 or 1; k = 2: uniform at mean one half). The truth is the mean pass rate over all tasks that could have been drawn and, in the',
  `last row, over all learning runs. One standard error of a percentage near 95 is ${(100 * Math.sqrt((0.95 * 0.05) / repeats)).toFixed(1)}.`,
  '',
  '## How often a nominal 95 % interval of one arm covers the truth',
  '',
  '| world | verdict-level Wald | verdict-level Wilson | clustered t | Wilson, effective n | task-level BCa |',
  '| --- | --- | --- | --- | --- | --- |',
  ...coverage,
  '',
  'Verdicts of one task are not independent: intervals that take them for independent cover too seldom. Intervals over tasks do what they say, as long as seeds are',
  'repeated draws. Where a seed is a whole learning run, no interval over tasks knows how much runs differ, and three runs say little about it.',
  '',
  '## How often a test at 5 % rejects although both arms are equal',
  '',
  'Both arms face the same tasks; a rate above 5 % is a test that cries wolf.',
  '',
  '| world | verdict-level McNemar | task sign-flip, exact | task sign-flip, mid-p | run difference (Welch t) |',
  '| --- | --- | --- | --- | --- |',
  ...sizes,
  '',
  'The task-level sign-flip keeps its level and its mid-p comes closest to it. The verdict-level test takes the three verdicts of a task for three: where arms differ task by task it',
  'rejects too often. With run effects every test over tasks does: then the learning run is the unit (`runDifference`). That test in turn takes the',
  'tasks as given, and rejects too often where they are meant as a sample of tasks on which the arms differ.',
  '',
].join('\n');
writeFileSync(fileURLToPath(new URL('../docs/coverage-study.md', import.meta.url)), page);
console.log(page);

/** Scores of one arm: `scores[task][seed]` is 0 or 1. */
function draw(world: World, rates: readonly number[], stream: Random): number[][] {
  const shifts = Array.from({ length: seeds }, () => (world.run === 0 ? 0 : world.run * gaussian(stream)));
  return shifted(rates, world, stream).map((rate) =>
    shifts.map((shift) => (stream.chance(shift === 0 ? rate : logistic(logit(rate) + shift)) ? 1 : 0)),
  );
}

/** The arm's own rates: those of the tasks, moved by its own shift on each. */
function shifted(rates: readonly number[], { own }: World, stream: Random): readonly number[] {
  return own === 0 ? rates : rates.map((rate) => logistic(logit(rate) + own * gaussian(stream)));
}

function coverageRow(world: World): string {
  const truth = trueMean(world);
  const hits = { wald: 0, wilson: 0, clustered: 0, effective: 0, bca: 0 };
  for (let repeat = 0; repeat < repeats; repeat++) {
    const stream = random('coverage', world.name, repeat);
    const scores = draw(world, taskRates(world, stream), stream);
    const values = scores.flat();
    const clusters = scores.flatMap((row, task) => row.map(() => String(task)));
    const passes = values.filter((value) => value === 1).length;
    const p = passes / values.length;
    const half = 1.959963984540054 * Math.sqrt((p * (1 - p)) / values.length);
    const covers = ({ low, high }: { readonly low: number; readonly high: number }): number =>
      low <= truth && truth <= high ? 1 : 0;
    hits.wald += covers({ low: p - half, high: p + half });
    hits.wilson += covers(wilsonInterval({ passes, trials: values.length }));
    hits.clustered += covers(clusteredMeanInterval({ values, clusters }));
    hits.effective += covers(wilsonInterval({ values, clusters }));
    hits.bca += covers(bootstrapInterval(scores.map(mean), { method: 'bca', exact: true }));
  }
  return `| ${[world.name, ...Object.values(hits).map((hit) => percent(hit / repeats))].join(' | ')} |`;
}

function sizeRow(world: World): string {
  const rejected = { mcnemar: 0, exact: 0, midP: 0, runs: 0 };
  for (let repeat = 0; repeat < repeats; repeat++) {
    const stream = random('size', world.name, repeat);
    const rates = taskRates(world, stream);
    const a = draw(world, rates, stream);
    const b = draw(world, rates, stream);
    const pairs = a.flatMap((row, task) => row.map((value, seed) => value - (b[task]?.[seed] ?? 0)));
    const test = mcnemarTest({
      corrected: pairs.filter((one) => one > 0).length,
      broken: pairs.filter((one) => one < 0).length,
    });
    const flip = signFlipTest(a.map((row, task) => mean(row) - mean(b[task] ?? [])));
    const runs = (scores: readonly (readonly number[])[]): number[] =>
      Array.from({ length: seeds }, (_, seed) => mean(scores.map((row) => row[seed] ?? 0)));
    rejected.mcnemar += test.pValue <= 0.05 ? 1 : 0;
    rejected.exact += flip.pValue <= 0.05 ? 1 : 0;
    rejected.midP += flip.midP <= 0.05 ? 1 : 0;
    rejected.runs += significantRuns(runs(a), runs(b));
  }
  return `| ${[world.name, ...Object.values(rejected).map((count) => percent(count / repeats))].join(' | ')} |`;
}

/** Runs that all came out alike say nothing: no rejection. */
function significantRuns(a: readonly number[], b: readonly number[]): number {
  const constant = [...a, ...b].every((value) => value === a[0]);
  return !constant && runDifference([...a], [...b]).pValue <= 0.05 ? 1 : 0;
}

function taskRates({ mean: centre, k }: World, stream: Random): number[] {
  return Array.from({ length: tasks }, () => beta(centre * k, (1 - centre) * k, stream));
}

/** The mean pass rate, with the run's shift averaged out by a long simulation of its own. */
function trueMean(world: World): number {
  if (world.run === 0 && world.own === 0) return world.mean;
  const stream = random('truth', world.name);
  const samples = 400_000;
  let sum = 0;
  for (let sample = 0; sample < samples; sample++) {
    const rate = beta(world.mean * world.k, (1 - world.mean) * world.k, stream);
    sum += logistic(logit(rate) + Math.hypot(world.run, world.own) * gaussian(stream));
  }
  return sum / samples;
}

/** A Beta variate by Jöhnk's method, which suits shapes of at most about 1 (M. D. Jöhnk 1964). */
function beta(a: number, b: number, stream: Random): number {
  for (;;) {
    const x = stream.next() ** (1 / a);
    const y = stream.next() ** (1 / b);
    if (x + y <= 1 && x + y > 0) return Math.min(1 - 1e-12, Math.max(1e-12, x / (x + y)));
  }
}

function gaussian(stream: Random): number {
  return Math.sqrt(-2 * Math.log(1 - stream.next())) * Math.cos(2 * Math.PI * stream.next());
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function logit(p: number): number {
  return Math.log(p / (1 - p));
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
