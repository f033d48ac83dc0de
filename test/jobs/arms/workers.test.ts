import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evolveWhole, killAndResume, warmStore, type Exported } from '../../support/kill-and-resume.js';
import { pawl } from '../../support/pawl-process.js';

/** Real work in real processes: the report family, which needs no reference programs, for a few rounds. */
const words = (jobs: number): readonly string[] => [
  ...['run', '--family', 'report', '--arm', 'co,reference', '--seeds', '42', '--rounds', '3'],
  ...['--jobs', String(jobs)],
];

describe('workers in processes of their own', { timeout: 120_000 }, () => {
  let root: string;
  let alone: { readonly exported: Exported; readonly result: unknown };
  const folder = (name: string): string => {
    mkdirSync(join(root, name));
    return join(root, name);
  };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'pawl-workers-'));
    alone = await evolveWhole(folder('alone'), words(1));
  }, 120_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('give the bytes of one process, cold and with some of what was found', async () => {
    const place = folder('two');
    warmStore(join(root, 'alone'), place, 1 / 16);
    const two = await evolveWhole(place, words(2));
    expect(JSON.stringify(two.result)).toBe(JSON.stringify(alone.result));
    expect(two.exported).toEqual(alone.exported);
  });

  it('killed with the process that writes, leave a run that goes on to the same bytes', async () => {
    const place = folder('killed');
    warmStore(join(root, 'alone'), place, 1 / 16);
    const killed = await killAndResume(place, { rounds: 2, afterMs: 20 }, words(2));
    expect(killed.killed).toBe(true);
    expect(killed.rounds).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(killed.result)).toBe(JSON.stringify(alone.result));
    expect(killed.exported).toEqual(alone.exported);
  });

  it('end with everything finished saved when the store is full, and go on from there', async () => {
    const place = folder('full');
    warmStore(join(root, 'alone'), place, 1 / 16);
    // Room for the run and a few rounds.
    const environment = { PAWL_STORE_MAX_PAGES: String(pagesOf(place) + 24) };
    const end = await pawl(words(2), { cwd: place, environment });
    expect(end.code).not.toBe(0);
    expect(end.err).toContain('the store cannot grow');
    expect(end.err).toContain('npx pawl runs resume r1');
    const again = await pawl(['runs', 'resume', '--json'], { cwd: place });
    expect(again.code).toBe(0);
    expect(JSON.stringify((JSON.parse(again.out) as { result: unknown }).result)).toBe(
      JSON.stringify(alone.result),
    );
  });
});

/** Pages of 4 KiB that a store has. */
function pagesOf(place: string): number {
  const database = new Database(join(place, '.pawl', 'pawl.sqlite'), { readonly: true });
  try {
    return database.pragma('page_count', { simple: true }) as number;
  } finally {
    database.close();
  }
}
