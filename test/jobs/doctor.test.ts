import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine, nodeFinding } from '../../src/jobs/doctor.js';
import type { IsolationReport, PythonSandbox } from '../../src/sandbox/python/python-sandbox.js';
import { openStore } from '../../src/store/store.js';
import { temporaryFolders } from '../store/helpers.js';

const folder = temporaryFolders();

function sandbox(report: Partial<IsolationReport> | Error): PythonSandbox {
  return {
    engine: 'test',
    run: async () => ({ kind: 'infrastructure', message: 'not used' }),
    inspect: async () => {
      if (report instanceof Error) throw report;
      const walls = [{ name: 'network', inForce: true, detail: 'denied' }];
      return { engine: 'pyodide', walls, reset: 'memory-snapshot', ...report };
    },
    close: async () => undefined,
  };
}

const where = (): { storeFolder: string; cacheFolder: string } => ({
  storeFolder: join(folder(), '.pawl'),
  cacheFolder: join(folder(), 'cache'),
});

describe('the doctor', () => {
  it('is content where every wall stands and there is no store yet', async () => {
    const { findings, healthy } = await examine({ sandbox: sandbox({}), ...where() });
    expect(healthy).toBe(true);
    expect(findings.map(({ part, state }) => `${part}: ${state}`)).toEqual([
      'node: ok',
      'platform: ok',
      'sqlite: ok',
      'cache folder: ok',
      'store: note',
      'sandbox: ok',
      'reset: ok',
      'wall: network: ok',
    ]);
  });

  it('is not when a wall is missing or the sandbox does not start', async () => {
    const walls = [{ name: 'files', inForce: false, detail: 'no permission model' }];
    const open = await examine({ sandbox: sandbox({ walls }), ...where() });
    expect(open.healthy).toBe(false);
    expect(open.findings).toContainEqual({
      part: 'wall: files',
      state: 'missing',
      detail: 'NOT in force: no permission model',
    });
    const dead = await examine({ sandbox: sandbox(new Error('no child')), ...where() });
    expect(dead.findings.at(-1)).toEqual({ part: 'sandbox', state: 'missing', detail: 'no child' });
  });

  it('says when programs are reset the slow way, which is no fault', async () => {
    const { findings, healthy } = await examine({ sandbox: sandbox({ reset: 'respawn' }), ...where() });
    expect(healthy).toBe(true);
    expect(findings.find(({ part }) => part === 'reset')?.state).toBe('note');
  });

  it('looks at the store and at the cache folder', async () => {
    const places = where();
    openStore({ folder: places.storeFolder, mode: 'write' }).close();
    const fine = await examine({ sandbox: sandbox({}), ...places });
    expect(fine.findings.find(({ part }) => part === 'store')?.detail).toMatch(/pawl\.sqlite, 0 runs/);

    writeFileSync(join(places.storeFolder, 'pawl.sqlite'), 'not a database, but long enough to look at');
    const file = join(folder(), 'a-file');
    writeFileSync(file, '');
    const broken = await examine({
      sandbox: sandbox({}),
      storeFolder: places.storeFolder,
      cacheFolder: file,
    });
    const missing = broken.findings.filter(({ state }) => state === 'missing').map(({ part }) => part);
    expect(missing).toEqual(['cache folder', 'store']);
  });

  it.each([
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
    ['24.3.0', 'ok'],
    ['20.18.9', 'missing'],
    ['18.20.0', 'missing'],
  ])('node %s is %s', (version, state) => {
    expect(nodeFinding(version).state).toBe(state);
  });
});
