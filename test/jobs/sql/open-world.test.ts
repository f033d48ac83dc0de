import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryCache } from '../../../src/grader/cache.js';
import { makeItem } from '../../../src/grader/item.js';
import { openWorld } from '../../../src/jobs/open-world.js';
import type { WorldOptions } from '../../../src/jobs/world.js';

const place = mkdtempSync(join(tmpdir(), 'pawl-world-'));
afterAll(() => rmSync(place, { recursive: true }));
let files: { readonly tasks: string; readonly gold: string; readonly database: string };

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Questions in Spider's format: one that can be used, one without a gold query, one whose gold query gives something else. */
beforeAll(async () => {
  const gold = join(place, 'gold');
  mkdirSync(join(gold, 'exec_result'), { recursive: true });
  mkdirSync(join(gold, 'sql'));
  const ids = ['adults', 'bare', 'other'];
  writeFileSync(
    join(place, 'tasks.jsonl'),
    lines(ids.map((id) => ({ instance_id: id, instruction: `Who counts as ${id}?`, db_id: 'PEOPLE' }))),
  );
  writeFileSync(
    join(gold, 'spider2snow_eval.jsonl'),
    lines(ids.map((id) => ({ instance_id: id, condition_cols: [], ignore_order: true }))),
  );
  for (const id of ids) writeFileSync(join(gold, 'exec_result', `${id}.csv`), 'NAME\nann\nbob\n');
  writeFileSync(join(gold, 'sql', 'adults.sql'), 'SELECT name FROM people WHERE IFF(age >= 18, TRUE, FALSE)');
  writeFileSync(join(gold, 'sql', 'other.sql'), 'SELECT name FROM people WHERE age < 18');
  const database = join(place, 'people.duckdb');
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(
    "CREATE TABLE people AS SELECT * FROM (VALUES ('ann', 30), ('bob', 18), ('cy', 7)) AS t(name, age)",
  );
  connection.closeSync();
  instance.closeSync();
  files = { tasks: join(place, 'tasks.jsonl'), gold, database };
});

const open = (more: Partial<WorldOptions>): ReturnType<typeof openWorld> =>
  openWorld({ family: 'sql', tasks: null, ops: null, children: 1, cache: memoryCache(), ...more });

describe('a world on sql tasks of a file', () => {
  it('uses the tasks whose gold query gives their gold result, and names the others', async () => {
    const world = await open(files);
    try {
      expect(world.family.tasks.map(({ id }) => id)).toEqual(['spider/adults']);
      expect(world.unusable.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
        expect.stringContaining('spider/bare: it has no gold query') as string,
        expect.stringContaining('spider/other: its gold query does not give its gold result') as string,
      ]);
      const [task] = world.family.tasks;
      if (task === undefined) throw new Error('no task');
      const [right, wrong] = await world.grading.truths([
        makeItem(task, 'SELECT name FROM people WHERE NVL(age, 0) > 17'),
        makeItem(task, 'SELECT name FROM people'),
      ]);
      expect(right).toMatchObject({ outcome: 'scored', label: 'PASS' });
      expect(wrong).toMatchObject({ outcome: 'scored', label: 'FAIL' });
      expect(await world.roles.solve({ task, skill: null, draw: 'a' })).toContain('people');
    } finally {
      await world.close();
    }
  });

  it.each([
    ['no gold material', () => ({ tasks: files.tasks }), 'usage', "need '--gold DIR'"],
    [
      'no database',
      () => ({ tasks: files.tasks, gold: files.gold }),
      'usage',
      '1 databases that Pawl does not hold',
    ],
    [
      'a database that is not there',
      () => ({ ...files, database: `${files.database}x` }),
      'not-found',
      'no such file',
    ],
    [
      'gold material without tasks',
      () => ({ gold: files.gold }),
      'usage',
      'belong to the sql tasks of a file',
    ],
    [
      'a database for another family',
      () => ({ ...files, family: 'report', tasks: null }),
      'usage',
      'belong to the sql tasks of a file',
    ],
    ['tasks of reports', () => ({ family: 'report', tasks: files.tasks }), 'usage', 'takes no --tasks'],
  ] as const)('says what is wrong: %s', async (_, more, code, message) => {
    await expect(open(more())).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });
});
