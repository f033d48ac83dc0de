import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/hash.js';
import { schemaVersion } from '../../src/store/schema.js';
import { openStore } from '../../src/store/store.js';
import { exampleRound, temporaryFolders } from './helpers.js';

const folder = temporaryFolders();
const key = { family: 'code', arm: 'grader', seed: 42, config: {} };

/** A closed store with a few rounds, and its file. */
function madeStore(): { place: string; file: string } {
  const place = folder();
  const store = openStore({ folder: place, mode: 'write' });
  const cell = store.cells.ensure(key).id;
  for (let round = 0; round < 5; round++) store.rounds.commit({ cell, phase: 0, round }, exampleRound(round));
  for (let index = 0; index < 200; index++) store.cache.put('root', sha256(`${index}`), 'x'.repeat(100));
  store.close();
  return { place, file: join(place, 'pawl.sqlite') };
}

describe('a store that cannot be used', () => {
  it.each(['read', 'write'] as const)('of a newer version is refused and left alone (%s)', (mode) => {
    const { place, file } = madeStore();
    const newer = new Database(file);
    newer.pragma(`user_version = ${schemaVersion + 1}`);
    newer.close();
    const before = readFileSync(file);
    expect(() => openStore({ folder: place, mode })).toThrow(
      expect.objectContaining({
        code: 'bad-store',
        message: expect.stringContaining(
          `version ${schemaVersion + 1}, this pawl reads up to version ${schemaVersion}`,
        ) as unknown as string,
        hint: expect.stringMatching(/update pawl/) as string,
      }),
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ['cut in half', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['overwritten inside', (file: string) => scribble(file)],
    ['no SQLite file at all', (file: string) => writeFileSync(file, 'a letter to a friend\n'.repeat(400))],
  ])('damaged (%s) is refused and left alone', (_, damage) => {
    const { place, file } = madeStore();
    damage(file);
    const before = readFileSync(file);
    for (const mode of ['read', 'write'] as const) {
      expect(() => openStore({ folder: place, mode })).toThrow(
        expect.objectContaining({
          code: 'bad-store',
          hint: expect.stringMatching(/nothing was overwritten/) as string,
        }),
      );
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("another program's database is refused", () => {
    const place = folder();
    const other = new Database(join(place, 'pawl.sqlite'));
    other.exec('CREATE TABLE letters (text)');
    other.close();
    expect(() => openStore({ folder: place, mode: 'write' })).toThrow(/not a store of pawl/);
  });

  it('reading where no store is, or an empty file, says how to make one', () => {
    const place = folder();
    expect(() => openStore({ folder: place, mode: 'read' })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    );
    writeFileSync(join(place, 'pawl.sqlite'), '');
    expect(() => openStore({ folder: place, mode: 'read' })).toThrow(/empty/);
    openStore({ folder: place, mode: 'write' }).close();
    openStore({ folder: place, mode: 'read' }).close();
  });

  it('a file in the place of the folder is a clear error', () => {
    const place = join(folder(), 'taken');
    writeFileSync(place, '');
    expect(() => openStore({ folder: place, mode: 'write' })).toThrow(
      expect.objectContaining({ code: 'bad-store' }),
    );
  });
});

describe('a store that cannot grow', () => {
  it('says so, keeps every finished round and stays usable', () => {
    const { place } = madeStore();
    const full = openStore({ folder: place, mode: 'write', maxPages: 1 });
    const cell = full.cells.ensure(key).id;
    const large = { ...exampleRound(5), events: [{ text: noise(400_000) }] };
    const refused = expect.objectContaining({
      code: 'bad-store',
      message: expect.stringMatching(/cannot grow/) as string,
      hint: expect.stringMatching(/every finished round is kept/) as string,
    }) as Error;
    expect(() => full.rounds.commit({ cell, phase: 0, round: 5 }, large)).toThrow(refused);
    expect(full.rounds.count(cell, 0)).toBe(5);
    full.cache.put('root', sha256('large'), noise(400_000));
    expect(() => full.cache.flush()).toThrow(refused);
    expect(() => full.close()).toThrow(refused);

    const roomy = openStore({ folder: place, mode: 'write' });
    roomy.rounds.commit({ cell, phase: 0, round: 5 }, large);
    expect(roomy.rounds.count(cell, 0)).toBe(6);
    roomy.close();
  });
});

describe('the lock of a store', () => {
  it('lets one process write, names it to the next, and lets anyone read', () => {
    const place = folder();
    const first = openStore({ folder: place, mode: 'write', command: 'pawl evolve code' });
    expect(() => openStore({ folder: place, mode: 'write' })).toThrow(
      expect.objectContaining({
        code: 'bad-store',
        message: expect.stringContaining(`process ${process.pid} ('pawl evolve code') is writing`) as string,
      }),
    );
    openStore({ folder: place, mode: 'read' }).close();
    first.close();
    openStore({ folder: place, mode: 'write' }).close();
  });

  it('names another process, and is free at once after kill -9', async () => {
    const place = folder();
    openStore({ folder: place, mode: 'write' }).close();
    const store = fileURLToPath(new URL('../../src/store/store.ts', import.meta.url));
    const script = `
      import { openStore } from ${JSON.stringify(store)};
      const store = openStore({ folder: ${JSON.stringify(place)}, mode: 'write', command: 'the other one' });
      const cell = store.cells.ensure(${JSON.stringify(key)}).id;
      const state = { kind: 'grader', state: { round: 1 }, events: [], graded: [] };
      store.rounds.commit({ cell, phase: 0, round: 0 }, state);
      process.stdout.write('open\\n');
      setInterval(() => store.runs.list(), 1000);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(() => openStore({ folder: place, mode: 'write' })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`process ${child.pid} ('the other one')`) as string,
      }),
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    const after = openStore({ folder: place, mode: 'write' });
    expect(after.rounds.count(after.cells.ensure(key).id, 0)).toBe(1);
    after.close();
  });
});

/** Text that does not compress: hex digits of hashes. */
function noise(length: number): string {
  let text = '';
  for (let index = 0; text.length < length; index++) text += sha256(`noise ${index}`);
  return text.slice(0, length);
}

/** Zeroes the middle of the file, page headers included. */
function scribble(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0, 8192, bytes.length - 4096);
  writeFileSync(file, bytes);
}
