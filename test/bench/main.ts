import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchExpressions } from './expressions.js';
import { benchReport } from './report.js';
import type { BenchRow } from './row.js';
import { benchSandbox } from './sandbox.js';
import { benchSql } from './sql.js';
import { benchStart } from './start.js';
import { benchStats } from './stats.js';

/** Every benchmark in one run: ratios to a peer are taken within it. */
const suites: readonly (readonly [string, () => readonly BenchRow[] | Promise<readonly BenchRow[]>])[] = [
  ['Graders', benchExpressions],
  ['Statistics', benchStats],
  ['Sandbox', () => benchSandbox()],
  ['SQL', benchSql],
  ['Reports', benchReport],
  ['Main job', benchStart],
];

const results: Record<string, readonly BenchRow[]> = {};
for (const [name, suite] of suites) {
  console.error(`measuring: ${name}`);
  results[name] = await suite();
}

const table = Object.entries(results).flatMap(([name, rows]) => [
  `## ${name}`,
  '',
  '| what | measured | to reach | peer in the same run | ratio |',
  '| --- | --- | --- | --- | --- |',
  ...rows.map(
    ({ name: what, value, unit, target, peer, ratio }) =>
      `| ${what} | ${format(value)} ${unit} | ${target ?? ''} | ${peer ?? ''} | ${ratio === undefined ? '' : `${format(ratio)} ×`} |`,
  ),
  '',
]);
const page = [
  '# Benchmarks',
  '',
  'One run of `npm run bench` (which writes this page and `test/bench/results.json`) on two cores of a shared virtual machine. Ratios are taken',
  'within the run; absolute times are worth what the machine is worth. A peer that is not installed is named as such.',
  '',
  `Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
  '',
  ...table,
].join('\n');

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
writeFileSync(here('results.json'), `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(here('../../docs/benchmarks.md'), page);
console.log(page);

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(3);
}
