import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { dataPath } from '../../data-folder.js';
import { PawlError } from '../../errors.js';
import type { Task } from '../../grader/item.js';
import { readJsonl } from '../../input/jsonl.js';
import { random } from '../../random.js';
import { catalogueText, loadCatalogue, type SchemaCatalogue } from './warehouse/catalogue.js';

/** What every answer owes, shown with each task. */
export const sqlContract =
  'Answer with one SELECT statement. The result must hold every column that is asked for; names and order of columns do not matter, the order of rows only where the question says so.';

/** Tables of the schema that a task shows beside those that its gold query reads. */
const otherTables = 2;

const rowSchema = z.strictObject({
  id: z.string().regex(/^sql\/[a-z]+\/[a-z0-9-]+$/),
  topic: z.string().min(1),
  database: z.string().min(1),
  tables: z.array(z.string()).min(1),
  question: z.string().min(20),
  externalKnowledge: z.string().min(1),
  gold: z.string().min(10),
  conditionColumns: z.array(z.number().int()),
  ignoreOrder: z.boolean(),
});

/**
 * The questions written for the embedded warehouse (`data/families/sql/questions/*.jsonl`), sorted by id.
 *
 * @param folder another folder of such files
 * @throws PawlError `bad-input` naming file and line of every problem
 */
export function loadSqlTasks(folder: string = dataPath('families', 'sql', 'questions')): readonly Task[] {
  const catalogue = loadCatalogue();
  const problems: string[] = [];
  const tasks = new Map<string, Task>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.jsonl')) continue;
    for (const { line, value } of readJsonl(`${folder}/${file}`)) {
      const row = rowSchema.safeParse(value);
      const schema = catalogue.find((one) => one.schema === row.data?.database);
      if (!row.success)
        problems.push(`${file}:${line}: ${z.prettifyError(row.error).replaceAll('\n', '; ')}`);
      else if (schema === undefined)
        problems.push(`${file}:${line}: unknown database '${row.data.database}'`);
      else if (tasks.has(row.data.id))
        problems.push(`${file}:${line}: the task id '${row.data.id}' is there already`);
      else tasks.set(row.data.id, makeTask(row.data, schema));
    }
  }
  if (problems.length > 0) throw new PawlError('bad-input', problems.slice(0, 20).join('\n'));
  return [...tasks.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function makeTask(row: z.infer<typeof rowSchema>, schema: SchemaCatalogue): Task {
  const needed = schema.tables.filter((table) => row.tables.includes(table.name));
  const others = random('sql-excerpt', row.id).sample(
    schema.tables.filter((table) => !needed.includes(table)),
    otherTables,
  );
  const tables = schema.tables.filter((table) => needed.includes(table) || others.includes(table));
  return {
    id: row.id,
    prompt: row.question,
    topic: row.topic,
    reference: row.gold,
    visible: {
      database: row.database,
      catalogue: catalogueText({ ...schema, tables }),
      externalKnowledge: row.externalKnowledge,
      contract: sqlContract,
    },
    hidden: {
      goldSql: row.gold,
      goldResults: [],
      conditionColumns: row.conditionColumns,
      ignoreOrder: row.ignoreOrder,
    },
  };
}
