import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareResults } from '../../src/families/sql/comparison/compare-results.js';
import { csvText } from '../../src/families/sql/csv-text.js';
import { loadSqlTasks } from '../../src/families/sql/load-tasks.js';
import { openWarehouse } from '../../src/families/sql/open-warehouse.js';
import { sqlHidden } from '../../src/families/sql/task.js';
import type { BenchRow } from './row.js';

const queries = 1_000;
const comparisons = 5_000;

/** Measures the warehouse from nothing: building it, its gold queries on two processes with nothing remembered, the comparison of results. */
export async function benchSql(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const start = performance.now();
    const warehouse = await openWarehouse({ folder, children: 2, remember: false });
    const buildSeconds = (performance.now() - start) / 1000;
    try {
      const tasks = loadSqlTasks();
      const results = await Promise.all(tasks.map((task) => warehouse.run(task.reference ?? '')));
      const texts = results.map((outcome, at) => {
        if (outcome.kind !== 'result') throw new Error(`${tasks[at]?.id} ended as ${outcome.kind}`);
        return csvText(outcome.table);
      });
      const usedBefore = processorSeconds();
      const began = performance.now();
      const outcomes = await Promise.all(
        Array.from({ length: queries }, (_, at) =>
          warehouse.run(`${tasks[at % tasks.length]?.reference}\n-- ${at}`),
        ),
      );
      const queriesPerSecond = queries / ((performance.now() - began) / 1000);
      const usedMs = ((processorSeconds() - usedBefore) * 1000) / queries;
      if (outcomes.some(({ kind }) => kind !== 'result')) throw new Error('a gold query gave no result');
      return [
        { name: 'sql: building the warehouse', value: buildSeconds, unit: 's', target: '≤ 10' },
        {
          name: 'sql: warehouse queries, 2 processes, nothing remembered',
          value: queriesPerSecond,
          unit: '1/s',
          target: '≥ 300',
        },
        { name: 'sql: processor time of one such query, on all processes', value: usedMs, unit: 'ms' },
        {
          name: 'sql: official comparisons of results',
          value: comparisonsPerSecond(texts, tasks.map(sqlHidden)),
          unit: '1/s',
          target: '≥ 1,000',
        },
      ];
    } finally {
      await warehouse.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every gold result against itself, its rows turned round, and another task's result. */
function comparisonsPerSecond(
  texts: readonly string[],
  hidden: readonly ReturnType<typeof sqlHidden>[],
): number {
  const turned = texts.map((text) => {
    const [header, ...rows] = text.trimEnd().split('\n');
    return [header, ...rows.reverse()].join('\n');
  });
  const start = performance.now();
  for (let round = 0; round < comparisons; round++) {
    const at = round % texts.length;
    const prediction = [texts[at], turned[at], texts[(at + 7) % texts.length]][round % 3] ?? '';
    compareResults({
      prediction,
      gold: [texts[at] ?? ''],
      conditionColumns: hidden[at]?.conditionColumns,
      ignoreOrder: true,
    });
  }
  return comparisons / ((performance.now() - start) / 1000);
}

/** Processor time of this process and of those it has started; `ps` counts theirs in whole seconds. */
function processorSeconds(): number {
  const own = process.cpuUsage();
  const started = execFileSync('ps', ['-A', '-o', 'ppid=,cputimes='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([parent]) => parent === process.pid)
    .reduce((sum, [, seconds]) => sum + (seconds ?? 0), 0);
  return started + (own.user + own.system) / 1e6;
}
