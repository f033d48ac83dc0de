import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evolveWhole, killAndResume, warmStore, type Exported } from '../../support/kill-and-resume.js';
import { pawl } from '../../support/pawl-process.js';

/** Real work in real processes: the report family, which needs no reference programs, for a few rounds. */
const words = (jobs: number): readonly string[] => [
  ...['run', '--family', 'report', '--arm', 'co,reference', '--seeds', '42,7', '--rounds', '3'],
  ...['--jobs', String(jobs)],
];

describe('workers in processes of their own', () => {
  let root: string;
  let alone: { readonly exported: Exported; readonly result: unknown };
  const folder = (name: string): string => {
    mkdirSync(join(root, name));
    return join(root, name);
  };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'pawl-workers-'));
    alone = await evolveWhole(folder('alone'), words(1));
  });
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
    const killed = await killAndResume(place, { rounds: 5, afterMs: 20 }, words(2));
    expect(killed.killed).toBe(true);
    expect(killed.rounds).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(killed.result)).toBe(JSON.stringify(alone.result));
    expect(killed.exported).toEqual(alone.exported);
  });

  it('stop at a signal with what is finished saved, and name the command that goes on', async () => {
    const place = folder('full');
    warmStore(join(root, 'alone'), place);
    const end = await pawl(words(2), { cwd: place, environment: { PAWL_STORE_MAX_PAGES: '700' } });
    // A store that cannot grow ends the run while workers are busy.
    expect(end.code).not.toBe(0);
    expect(end.err).toContain('the store cannot grow');
    const again = await pawl(['runs', 'resume', '--json'], { cwd: place });
    expect(again.code).toBe(0);
    expect((JSON.parse(again.out) as { result: unknown }).result).toEqual(alone.result);
  });
});
