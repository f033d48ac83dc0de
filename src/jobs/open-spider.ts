import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PawlError } from '../errors.js';
import { openDatabase, type Warehouse } from '../families/sql/open-warehouse.js';
import { loadSpiderTasks } from '../families/sql/spider/load-spider.js';
import { truthOf } from '../families/sql/truth.js';
import { makeItem, type Task } from '../grader/item.js';
import { strictWarehouse } from './strict-warehouse.js';

/** Where questions of Spider 2.0-Snow, their gold material and their data lie. */
export interface SpiderPaths {
  readonly tasks: string;
  /** The folder of the gold material, or null when it was not named. */
  readonly gold: string | null;
  /** A DuckDB file that holds what the questions ask about, or null when there is none. */
  readonly database: string | null;
  /** Query processes. */
  readonly children: number;
}

/** Tasks with the database that answers them. */
export interface OpenedSpider {
  readonly warehouse: Warehouse;
  readonly tasks: readonly Task[];
  readonly unusable: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Opens Spider 2.0-Snow questions, or a user's own in its format, on a DuckDB file of the user's. A task is usable when its
 * gold query gives a gold result there: only then can outputs be judged, and the simulated solver has something to edit.
 *
 * @throws PawlError `usage` without gold material or database; `not-found` or `bad-input` for files; `bad-input` when no task
 *   is usable
 */
export async function openSpider({
  tasks: file,
  gold,
  database,
  children,
}: SpiderPaths): Promise<OpenedSpider> {
  if (gold === null) {
    throw new PawlError('usage', "sql tasks of a file need '--gold DIR'", {
      hint: 'the folder with spider2snow_eval.jsonl, exec_result/*.csv and, where there are gold queries, sql/*.sql',
    });
  }
  const loaded = loadSpiderTasks({ questions: file, gold });
  if (database === null) {
    const databases = new Set(loaded.tasks.map(({ topic }) => topic)).size;
    throw new PawlError(
      'usage',
      `${basename(file)} asks about ${databases} databases that Pawl does not hold, so no query on them can be run`,
      {
        hint: "hand in your copy as a DuckDB file with '--database FILE'; results that you have can be compared with compareResults()",
      },
    );
  }
  const warehouse = strictWarehouse(
    openDatabase({
      file: database,
      contentVersion: await fileHash(database),
      dialect: 'snowflake',
      children,
    }),
  );
  try {
    const checked = await Promise.all(
      loaded.tasks.map(async (task) => ({ task, reason: await whyUnusable(task, warehouse) })),
    );
    const tasks = checked.filter(({ reason }) => reason === null).map(({ task }) => task);
    const unusable = checked.flatMap(({ task, reason }) =>
      reason === null ? [] : [{ id: task.id, reason }],
    );
    if (tasks.length > 0) return { warehouse, tasks, unusable: [...loaded.unusable, ...unusable] };
    throw new PawlError(
      'bad-input',
      `none of the ${loaded.tasks.length} tasks can be used with ${database}`,
      {
        hint:
          unusable[0] === undefined
            ? 'no question has a gold result'
            : `the first one, ${unusable[0].id}: ${unusable[0].reason}`,
      },
    );
  } catch (thrown) {
    await warehouse.close();
    throw thrown;
  }
}

async function whyUnusable(task: Task, warehouse: Warehouse): Promise<string | null> {
  if (task.reference === null)
    return 'it has no gold query (sql/<instance>.sql), and the simulated solver edits gold queries';
  const truth = await truthOf(makeItem(task, task.reference), warehouse);
  if (truth.outcome === 'unscored') return truth.reason;
  return truth.label === 'PASS' ? null : `its gold query does not give its gold result: ${truth.evidence}`;
}

/** SHA-256 of a file of any size. */
async function fileHash(path: string): Promise<string> {
  if (!existsSync(path)) throw new PawlError('not-found', `${path}: no such file`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
