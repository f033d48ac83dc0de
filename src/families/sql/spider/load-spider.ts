import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PawlError } from '../../../errors.js';
import type { Task } from '../../../grader/item.js';
import { readJsonl } from '../../../input/jsonl.js';
import type { Json } from '../../../json.js';
import { sqlContract } from '../load-tasks.js';

/** Where the benchmark's files are. */
export interface SpiderFiles {
  /** `spider2-snow.jsonl`. */
  readonly questions: string;
  /**
   * The folder of the gold material: `spider2snow_eval.jsonl`, gold results as `exec_result/*.csv` (or the CSV files
   * themselves), and gold queries as `sql/*.sql` where there are some.
   */
  readonly gold: string;
  /** The folder of the external-knowledge documents; default: none, and a task then names its document only. */
  readonly documents?: string;
}

/** Tasks of the benchmark, and the instances that cannot be graded. */
export interface SpiderTasks {
  readonly tasks: readonly Task[];
  readonly unusable: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Reads Spider 2.0-Snow: questions, evaluation metadata and gold results. Several gold results of an instance are
 * alternatives, in suffix order; a file without suffix stands alone, as in the benchmark.
 *
 * @throws PawlError `not-found` or `bad-input` for files that are missing or damaged, with file and line
 * @see Spider 2.0, https://github.com/xlang-ai/Spider2 (spider2-snow), MIT
 * @example
 * loadSpiderTasks({ questions: 'spider2-snow.jsonl', gold: 'gold' }).tasks[0].topic // 'GA4': the database
 */
export function loadSpiderTasks(files: SpiderFiles): SpiderTasks {
  const metadata = readMetadata(files);
  const results = readResults(files.gold);
  const problems: string[] = [];
  const tasks: Task[] = [];
  const unusable: { id: string; reason: string }[] = [];
  const seen = new Set<string>();
  for (const { line, value } of readJsonl(files.questions)) {
    const at = `${files.questions}:${line}`;
    const [id, instruction, database] = ['instance_id', 'instruction', 'db_id'].map((field) => value[field]);
    if (typeof id !== 'string' || typeof instruction !== 'string' || typeof database !== 'string') {
      problems.push(
        `${at}: expected instance_id, instruction and db_id as texts, got ${Object.keys(value).join(', ')}`,
      );
      continue;
    }
    if (seen.has(id)) problems.push(`${at}: the instance '${id}' is there already`);
    seen.add(id);
    const own = metadata.get(id);
    const gold = results.get(id) ?? [];
    if (own === undefined) unusable.push({ id: `spider/${id}`, reason: 'it has no evaluation metadata' });
    else if (gold.length === 0) unusable.push({ id: `spider/${id}`, reason: 'it has no gold result' });
    else
      tasks.push(
        makeTask({
          id,
          instruction,
          database,
          knowledge: knowledgeOf(value['external_knowledge'], files.documents),
          gold,
          ...own,
          sql: goldQuery(files.gold, id),
        }),
      );
  }
  if (problems.length > 0) throw new PawlError('bad-input', problems.slice(0, 20).join('\n'));
  return { tasks: tasks.sort((a, b) => (a.id < b.id ? -1 : 1)), unusable };
}

interface Metadata {
  readonly conditionColumns: Json;
  readonly ignoreOrder: boolean;
}

/** The evaluation metadata lies in the gold folder or beside the questions. */
function readMetadata({ questions, gold }: SpiderFiles): ReadonlyMap<string, Metadata> {
  const name = 'spider2snow_eval.jsonl';
  const path = [join(gold, name), join(questions, '..', name), join(gold, '..', name)].find((one) =>
    existsSync(one),
  );
  if (path === undefined) {
    throw new PawlError('not-found', `${join(gold, name)}: no such file`, {
      hint: 'it belongs into the gold folder or beside the questions',
    });
  }
  const rows = readJsonl(path).map(({ line, value }) => {
    const id = value['instance_id'];
    if (typeof id !== 'string')
      throw new PawlError('bad-input', `${path}:${line}: expected instance_id as a text`);
    return [
      id,
      { conditionColumns: value['condition_cols'] ?? null, ignoreOrder: value['ignore_order'] !== false },
    ] as const;
  });
  return new Map(rows);
}

/** Gold results by instance, as `<instance>.csv` alone or `<instance>_a.csv`, `<instance>_b.csv` … */
function readResults(gold: string): ReadonlyMap<string, readonly string[]> {
  const folder = [join(gold, 'exec_result'), gold].find(
    (one) => existsSync(one) && readdirSync(one).some((file) => file.endsWith('.csv')),
  );
  if (folder === undefined) {
    throw new PawlError('not-found', `${gold}: no gold results`, {
      hint: 'expected CSV files there or in exec_result/',
    });
  }
  const files = new Map<string, string[]>();
  for (const file of readdirSync(folder)
    .filter((one) => one.endsWith('.csv'))
    .sort()) {
    const id = file.replace(/(_[a-z])?\.csv$/, '');
    files.set(id, [...(files.get(id) ?? []), file]);
  }
  return new Map(
    [...files].map(([id, own]) => {
      const alone = own.find((file) => file === `${id}.csv`);
      return [
        id,
        (alone === undefined ? own : [alone]).map((file) => readFileSync(join(folder, file), 'utf8')),
      ];
    }),
  );
}

function goldQuery(gold: string, id: string): string | null {
  const path = join(gold, 'sql', `${id}.sql`);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

function knowledgeOf(named: Json | undefined, documents: string | undefined): string {
  if (typeof named !== 'string' || named === '') return '';
  const path = documents === undefined ? null : join(documents, basename(named));
  return path !== null && existsSync(path) ? readFileSync(path, 'utf8') : `see ${named}`;
}

function makeTask(
  row: Metadata & {
    readonly id: string;
    readonly instruction: string;
    readonly database: string;
    readonly knowledge: string;
    readonly gold: readonly string[];
    readonly sql: string | null;
  },
): Task {
  return {
    id: `spider/${row.id}`,
    prompt: row.instruction,
    topic: row.database,
    reference: row.sql,
    visible: {
      database: row.database,
      catalogue: '',
      externalKnowledge: row.knowledge,
      contract: sqlContract,
    },
    hidden: {
      goldSql: row.sql,
      goldResults: row.gold,
      conditionColumns: row.conditionColumns,
      ignoreOrder: row.ignoreOrder,
    },
  };
}
