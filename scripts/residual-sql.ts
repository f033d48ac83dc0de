// What the failures are that evolved sql graders pass, from an exported run: clean-running wrong values, or something that shows.
//
//   npx tsx scripts/residual-sql.ts EXPORT_FOLDER
import { join } from 'node:path';
import { z } from 'zod';
import { createSqlFamily } from '../src/families/sql/family.js';
import { openWarehouse } from '../src/families/sql/open-warehouse.js';
import { makeItem } from '../src/grader/item.js';
import { readJsonl } from '../src/input/jsonl.js';

const outputSchema = z.object({ task: z.object({ id: z.string() }), output: z.string() });
const verdictSchema = z.object({
  cell: z.string(),
  round: z.number(),
  split: z.string(),
  item: z.string(),
  verdict: z.string(),
  label: z.string().nullable(),
});

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: npx tsx scripts/residual-sql.ts EXPORT_FOLDER');
const warehouse = await openWarehouse();
const family = createSqlFamily({ warehouse });
const tasks = new Map(family.tasks.map((task) => [task.id, task]));
const items = new Map(
  readJsonl(join(folder, 'outputs.jsonl')).flatMap(({ value }) => {
    const { task, output } = outputSchema.parse(value);
    const known = tasks.get(task.id);
    const item = known === undefined ? undefined : makeItem(known, output);
    return item === undefined ? [] : [[item.id, item] as const];
  }),
);
const verdicts = readJsonl(join(folder, 'verdicts.jsonl')).map(({ value }) => verdictSchema.parse(value));
const locked = verdicts.filter(({ split }) => split === 'test');
for (const cell of [...new Set(locked.map((one) => one.cell))].sort()) {
  const own = locked.filter((one) => one.cell === cell);
  const last = Math.max(...own.map(({ round }) => round));
  const failures = own.filter(({ round, label }) => round === last && label === 'FAIL');
  const missed = failures.filter(({ verdict }) => verdict === 'PASS');
  const clean = async (of: typeof failures): Promise<number> => {
    const roots = await Promise.all(
      of.flatMap(({ item }) => items.get(item) ?? []).map((item) => family.root(item)),
    );
    return roots.filter(({ verdict }) => verdict === 'CLEAN').length;
  };
  console.log(
    `${cell}, round ${last + 1}: ${failures.length} failures, ${await clean(failures)} ran cleanly; passed by the grader ${missed.length}, of which ${await clean(missed)} ran cleanly and gave wrong values`,
  );
}
await warehouse.close();
