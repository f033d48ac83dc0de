import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { compareResults } from '../../src/families/sql/comparison/compare-results.js';
import { loadSpiderTasks } from '../../src/families/sql/spider/load-spider.js';
import { sqlHidden, type SqlHidden } from '../../src/families/sql/task.js';
import type { Task } from '../../src/grader/item.js';
import { readJsonl } from '../../src/input/jsonl.js';
import { random, type Random } from '../../src/random.js';
import { NotRun, type DataCheck } from './check.js';

const oracle = fileURLToPath(new URL('../families/sql/comparison-oracle.py', import.meta.url));
const pandas = 'pandas==2.2.3';

function load(folder: string): { readonly tasks: readonly Task[]; readonly unusable: readonly { readonly id: string }[] } {
  return loadSpiderTasks({ questions: join(folder, 'spider2-snow.jsonl'), gold: folder });
}

function score(prediction: string, hidden: Pick<SqlHidden, 'goldResults' | 'conditionColumns' | 'ignoreOrder'>, mode: 'official' | 'rows' = 'official'): 0 | 1 {
  const { goldResults: gold, conditionColumns, ignoreOrder } = hidden;
  return compareResults({ prediction, gold, conditionColumns, ignoreOrder, mode }).score;
}

const officialSchema = z.object({
  instance_id: z.string(),
  variant: z.string(),
  prediction_csv: z.string(),
  condition_cols: z.unknown(),
  ignore_order: z.boolean(),
  official_score: z.union([z.literal(0), z.literal(1)]),
});

const officialCases: DataCheck = {
  name: "Spider 2.0-Snow: the benchmark's own scores of mutated results",
  needs: 'spider2',
  run: async (folder) => {
    const golds = new Map(load(folder).tasks.map((task) => [task.id.replace('spider/', ''), sqlHidden(task)]));
    const cases = readJsonl(join(folder, 'official-cases.jsonl')).map(({ value }) => officialSchema.parse(value));
    const wrong = cases.filter((one) => {
      const hidden = golds.get(one.instance_id);
      assert.ok(hidden, `no gold result of ${one.instance_id}`);
      const own = { ...hidden, conditionColumns: one.condition_cols, ignoreOrder: one.ignore_order };
      return score(one.prediction_csv, own) !== one.official_score;
    });
    assert.deepEqual(
      wrong.map((one) => `${one.instance_id} ${one.variant}`),
      [],
    );
    assert.equal(cases.length, 52);
    return [`${cases.length} of ${cases.length} agree`];
  },
};

const goldsMatch: DataCheck = {
  name: 'Spider 2.0-Snow: every gold result matches itself',
  needs: 'spider2',
  run: async (folder) => {
    const { tasks, unusable } = load(folder);
    const hidden = tasks.map((task) => ({ id: task.id, ...sqlHidden(task) }));
    const texts = hidden.flatMap((one) => one.goldResults.map((text) => ({ id: one.id, text })));
    const alone = texts.filter(({ text }) =>
      (['official', 'rows'] as const).some((mode) => score(text, { goldResults: [text], conditionColumns: null, ignoreOrder: true }, mode) === 0),
    );
    assert.deepEqual(alone.map(({ id }) => id), []);
    // With its metadata the first gold result matches as well, also where the metadata of a later one is defective.
    assert.deepEqual(
      hidden.filter((one) => score(one.goldResults[0] ?? '', one) === 0).map(({ id }) => id),
      [],
    );
    return [
      `${texts.length} gold results of ${tasks.length} instances match themselves, in both modes`,
      `${unusable.length} instances have no gold result here`,
    ];
  },
};

interface Case {
  readonly prediction: string;
  readonly gold: readonly string[];
  readonly condition_cols: unknown;
  readonly ignore_order: boolean;
  readonly score?: 0 | 1;
}

const pandasAgrees: DataCheck = {
  name: 'Spider 2.0-Snow: changed gold results score as with pandas',
  needs: 'spider2',
  run: async (folder) => {
    const cases = load(folder).tasks.flatMap((task) => changed(task));
    const scored = withPandas((python) =>
      execFileSync(python, [oracle], { input: cases.map((one) => `${JSON.stringify(one)}\n`).join(''), maxBuffer: 2 ** 30, encoding: 'utf8' })
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Case),
    );
    const wrong = scored.filter((one) => scoreOf(one) !== one.score);
    assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} of ${scored.length} differ`);
    const generous = scored.filter((one) => scoreOf(one, 'rows') > (one.score ?? 0));
    assert.deepEqual(generous.slice(0, 3), [], `rows passes what official fails, ${generous.length} times`);
    const right = scored.filter((one) => one.score === 1);
    const stricter = right.filter((one) => scoreOf(one, 'rows') === 0).length;
    return [`${scored.length} of ${scored.length} agree (${right.length} right); rows fails ${stricter} that the official rule passes`];
  },
};

function scoreOf(one: Case, mode?: 'official' | 'rows'): 0 | 1 {
  return score(one.prediction, { goldResults: [...one.gold], conditionColumns: one.condition_cols, ignoreOrder: one.ignore_order }, mode);
}

/** Hands a python that has pandas to the work; it is installed into a folder that is removed again. */
function withPandas<T>(work: (python: string) => T): T {
  const has = (python: string): boolean => {
    try {
      return execFileSync(python, ['-c', 'import pandas; print(pandas.__version__)'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).startsWith('2.');
    } catch {
      return false;
    }
  };
  if (has('python3')) return work('python3');
  const home = mkdtempSync(join(tmpdir(), 'pawl-pandas-'));
  const python = join(home, 'bin', 'python');
  try {
    try {
      execFileSync('python3', ['-m', 'venv', home], { stdio: 'ignore' });
      execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', pandas], { stdio: 'ignore', timeout: 300_000 });
    } catch {
      throw new NotRun(`python3 with ${pandas} is not here and could not be installed`);
    }
    return work(python);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

type Table = readonly (readonly string[])[];
type Change = (table: Table, chance: Random) => Table;

const shift =
  (by: number): Change =>
  ([header = [], ...rows]) => [header, ...rows.map((row) => row.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? String(Number(cell) + by) : cell)))];

/** Changes that the benchmark's own file does not hold; some keep the score and some lose it. */
const changes: readonly Change[] = [
  ([header = [], ...rows], chance) => {
    const order = chance.shuffle(header.map((_, at) => at));
    return [header, ...rows].map((row) => order.map((at) => row[at] ?? ''));
  },
  ([header = [], ...rows], chance) => [header, ...chance.shuffle(rows)],
  ([header = [], ...rows], chance) => {
    const columns = header.map((_, at) => chance.shuffle(rows.map((row) => row[at] ?? '')));
    return [header, ...rows.map((_, at) => columns.map((column) => column[at] ?? ''))];
  },
  (table, chance) => {
    const gone = chance.below(table[0]?.length ?? 1);
    return (table[0]?.length ?? 0) < 2 ? table : table.map((row) => row.filter((_, at) => at !== gone));
  },
  shift(0.0099),
  shift(0.0101),
  ([header = [], ...rows]) => [header, ...rows.map((row) => row.map((cell) => (cell === '0' || cell === '0.0' ? '' : cell)))],
  ([header = [], ...rows]) => [header, ...rows.map((row) => row.map((cell) => (cell === '' ? '0' : cell)))],
  ([header = [], ...rows]) => [header, ...rows.map((row) => row.map((cell) => (/^\d+$/.test(cell) ? `${cell}.0` : cell)))],
  ([header = [], ...rows]) => [header, ...rows.map((row) => row.map((cell) => cell.toUpperCase()))],
  ([header = [], ...rows]) => [header, ...rows, ...rows.slice(-1)],
  ([header = []]) => [header],
];

/** Two changed results of a task's gold results. */
function changed(task: Task): readonly Case[] {
  const { goldResults: gold, conditionColumns, ignoreOrder } = sqlHidden(task);
  const chance = random('spider-changes', task.id);
  return [0, 1].map(() => {
    const table: Table = parse(chance.pick(gold), { relax_column_count: true, skip_empty_lines: false });
    const change = chance.pick(changes);
    return { prediction: stringify(change(table, chance).map((row) => [...row])), gold, condition_cols: conditionColumns, ignore_order: ignoreOrder };
  });
}

export const checks: readonly DataCheck[] = [officialCases, goldsMatch, pandasAgrees];
