// Coverage of intervals and size of tests at 40 tasks × 3 seeds, simulated: npm run study:coverage [-- REPLICATIONS]
// Prints the tables and writes them to docs/coverage-study.md. The same seed gives the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { random, type Random } from '../src/random.js';
import {
  bootstrapInterval,
  clusteredBootstrapInterval,
  clusteredMeanInterval,
  mcnemarTest,
  normalQuantile,
  pairedDifference,
  runDifference,
  wilsonInterval,
} from '../src/stats/index.js';

const SEED = 20260713;
const TASKS = 40;
const SEEDS = 3;
const LEVEL = 0.95;
/** Resamples inside the sampled intervals; the others are exact. */
const INNER = 400;

/** How the pass rates of tasks come about, in logits: middle, spread between tasks, between runs, of task × arm. */
interface World {
  readonly name: string;
  readonly middle: number;
  readonly tasks: number;
  readonly runs: number;
  readonly interaction: number;
}

const rateWorlds: readonly World[] = [
  { name: 'rate about .3, tasks alike', middle: -0.9, tasks: 1, runs: 0, interaction: 0 },
  { name: 'rate about .3, tasks differ', middle: -1.2, tasks: 2, runs: 0, interaction: 0 },
  { name: 'rate about .5, tasks differ', middle: 0, tasks: 2, runs: 0, interaction: 0 },
  { name: 'rate about .05, tasks differ', middle: -4.4, tasks: 2, runs: 0, interaction: 0 },
  { name: 'rate about .3, runs differ', middle: -1.2, tasks: 2, runs: 0.6, interaction: 0 },
  { name: 'rate about .5, runs differ', middle: 0, tasks: 2, runs: 0.6, interaction: 0 },
];
const testWorlds: readonly World[] = [
  { name: 'same rates in both arms', middle: -1.2, tasks: 2, runs: 0, interaction: 0 },
  { name: 'tasks prefer an arm', middle: -0.9, tasks: 1, runs: 0, interaction: 1 },
  { name: 'tasks strongly prefer an arm', middle: -0.9, tasks: 1, runs: 0, interaction: 2.5 },
  { name: 'runs differ a little', middle: -1.2, tasks: 2, runs: 0.3, interaction: 0 },
  { name: 'runs differ', middle: -1.2, tasks: 2, runs: 0.6, interaction: 0 },
];

type Limits = { readonly low: number; readonly high: number };
type Method = readonly [
  name: string,
  unit: string,
  limits: (verdicts: readonly number[], seed: number) => Limits,
];

const taskOf = Array.from({ length: TASKS * SEEDS }, (_, at) => `t${Math.floor(at / SEEDS)}`);
const runOf = Array.from({ length: TASKS * SEEDS }, (_, at) => `r${at % SEEDS}`);
const byTask = (values: readonly number[]): { values: readonly number[]; clusters: readonly string[] } => ({
  values,
  clusters: taskOf,
});

const methods: readonly Method[] = [
  ['Wald', 'verdict', wald],
  ['Wilson', 'verdict', (values) => wilsonInterval({ passes: sumOf(values), trials: values.length })],
  ['bootstrap, percentile', 'verdict', (values) => bootstrapInterval(values, { method: 'percentile' })],
  ['clustered t', 'task', (values) => clusteredMeanInterval(byTask(values))],
  ['Wilson, effective n', 'task', (values) => wilsonInterval(byTask(values))],
  [
    'bootstrap, percentile',
    'task',
    (values) => clusteredBootstrapInterval(byTask(values), { method: 'percentile' }),
  ],
  ['bootstrap, BCa', 'task', (values) => clusteredBootstrapInterval(byTask(values))],
  [
    'bootstrap, expanded percentile',
    'task',
    (values) => clusteredBootstrapInterval(byTask(values), { method: 'expanded-percentile' }),
  ],
  ['bootstrap, studentised', 'task', studentised],
  ['hierarchical bootstrap', 'task, then seed', hierarchical],
  ['t of run means', 'run', (values) => clusteredMeanInterval({ values, clusters: runOf })],
];

const tests: readonly (readonly [
  name: string,
  unit: string,
  p: (a: readonly number[], b: readonly number[]) => number,
])[] = [
  ['McNemar, exact', 'verdict', (a, b) => mcnemar(a, b).pValue],
  ['McNemar, mid-p', 'verdict', (a, b) => mcnemar(a, b).midP],
  ['sign-flip, exact', 'task', (a, b) => pairedDifference({ tasks: taskOf, a, b }).test.pValue],
  ['sign-flip, mid-p', 'task', (a, b) => pairedDifference({ tasks: taskOf, a, b }).test.midP],
  ['Welch of run means', 'run', (a, b) => runDifference(runMeans(a), runMeans(b)).pValue],
];

const replications = Number(process.argv[2] ?? 4000);
const started = performance.now();
const coverage = rateWorlds.map((world) => coverageOf(world));
const sizes = testWorlds.map((world) => sizesOf(world));
const tables = [
  `Share of ${replications} simulated data sets whose 95 % interval contains the true rate (mean length behind it).`,
  '',
  ...table(rateWorlds, methods, coverage),
  '',
  `Share of ${replications} simulated pairs of arms without any difference in mean that a test rejects at .05.`,
  '',
  ...table(testWorlds, tests, sizes),
].join('\n');
console.log(tables);
const page = fileURLToPath(new URL('../docs/coverage-study.md', import.meta.url));
const marker = '<!-- tables -->';
const [before = ''] = readFileSync(page, 'utf8').split(marker);
writeFileSync(page, `${before}${marker}\n\n${tables}\n`);
console.error(`${((performance.now() - started) / 1000).toFixed(0)} s`);

/** Verdicts of one arm, task by task, seeds within. */
function simulate(world: World, taskLogits: readonly number[], stream: Random): number[] {
  const runLogits = Array.from({ length: SEEDS }, () => world.runs * normal(stream));
  return taskLogits.flatMap((logit) => {
    const arm = logit + world.interaction * normal(stream);
    return runLogits.map((run) => +(stream.next() < sigmoid(arm + run)));
  });
}

function drawTasks(world: World, stream: Random): number[] {
  return Array.from({ length: TASKS }, () => world.middle + world.tasks * normal(stream));
}

function coverageOf(world: World): string[] {
  const truth = trueRate(world);
  const hits = methods.map(() => 0);
  const lengths = methods.map(() => 0);
  for (let replication = 0; replication < replications; replication++) {
    const stream = random(SEED, world.name, replication);
    const verdicts = simulate(world, drawTasks(world, stream), stream);
    for (const [at, [, , limits]] of methods.entries()) {
      const { low, high } = limits(verdicts, replication);
      hits[at] = (hits[at] ?? 0) + +(low <= truth && truth <= high);
      lengths[at] = (lengths[at] ?? 0) + (high - low) / replications;
    }
    report(`${world.name}: intervals`, replication);
  }
  return hits.map((hit, at) => `${percent(hit / replications)} (${(lengths[at] ?? 0).toFixed(3)})`);
}

function sizesOf(world: World): string[] {
  const rejections = tests.map(() => 0);
  for (let replication = 0; replication < replications; replication++) {
    const stream = random(SEED, 'tests', world.name, replication);
    const logits = drawTasks(world, stream);
    const a = simulate(world, logits, stream);
    const b = simulate(world, logits, stream);
    for (const [at, [, , p]] of tests.entries())
      rejections[at] = (rejections[at] ?? 0) + +(p(a, b) <= 1 - LEVEL + 1e-12);
    report(`${world.name}: tests`, replication);
  }
  return rejections.map((count) => (count / replications).toFixed(3));
}

/** The pass rate over all tasks and runs of a world, on a fine grid of the normal distribution. */
function trueRate(world: World): number {
  const spread = Math.hypot(world.tasks, world.runs, world.interaction);
  const points = 4001;
  let sum = 0;
  for (let at = 0; at < points; at++)
    sum += sigmoid(world.middle + spread * normalQuantile((at + 0.5) / points));
  return sum / points;
}

function wald(values: readonly number[]): Limits {
  const rate = sumOf(values) / values.length;
  const reach = normalQuantile((1 + LEVEL) / 2) * Math.sqrt((rate * (1 - rate)) / values.length);
  return { low: rate - reach, high: rate + reach };
}

function studentised(values: readonly number[], seed: number): Limits {
  const means = Array.from(
    { length: TASKS },
    (_, task) => sumOf(values.slice(task * SEEDS, (task + 1) * SEEDS)) / SEEDS,
  );
  return bootstrapInterval(means, { method: 'studentised', resamples: INNER, seed });
}

/** Tasks are resampled, and within each of them its seeds again. */
function hierarchical(values: readonly number[], seed: number): Limits {
  const stream = random(SEED, 'hierarchical', seed);
  const means = Array.from({ length: INNER }, () => {
    let sum = 0;
    for (let task = 0; task < TASKS; task++) {
      const first = stream.below(TASKS) * SEEDS;
      for (let draw = 0; draw < SEEDS; draw++) sum += values[first + stream.below(SEEDS)] ?? 0;
    }
    return sum / values.length;
  }).sort((x, y) => x - y);
  const tail = (1 - LEVEL) / 2;
  return {
    low: means[Math.ceil(tail * INNER) - 1] ?? NaN,
    high: means[Math.ceil((1 - tail) * INNER) - 1] ?? NaN,
  };
}

function mcnemar(a: readonly number[], b: readonly number[]): { pValue: number; midP: number } {
  const corrected = a.filter((value, at) => value > (b[at] ?? 0)).length;
  return mcnemarTest({ corrected, broken: b.filter((value, at) => value > (a[at] ?? 0)).length });
}

function runMeans(values: readonly number[]): number[] {
  return Array.from(
    { length: SEEDS },
    (_, run) => sumOf(values.filter((__, at) => at % SEEDS === run)) / TASKS,
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function normal(stream: Random): number {
  return normalQuantile(Math.max(stream.next(), 2 ** -33));
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function report(what: string, replication: number): void {
  if ((replication + 1) % 1000 === 0) console.error(`${what}: ${replication + 1} of ${replications}`);
}

function table(
  worlds: readonly World[],
  rows: readonly (readonly [string, string, unknown])[],
  columns: readonly (readonly string[])[],
): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(['method', 'unit', ...worlds.map(({ name }) => name)]),
    line(['---', '---', ...worlds.map(() => '---')]),
    ...rows.map(([name, unit], at) => line([name, unit, ...columns.map((column) => column[at] ?? '')])),
  ];
}
