import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine } from '../../../src/jobs/doctor.js';
import type { PythonSandbox } from '../../../src/sandbox/python/python-sandbox.js';
import type { SqlIsolationReport } from '../../../src/sandbox/sql/sql-sandbox.js';
import { temporaryFolders } from '../../store/helpers.js';

const folder = temporaryFolders();
const python: PythonSandbox = {
  engine: 'test',
  run: async () => ({ kind: 'infrastructure', message: 'not used' }),
  inspect: async () => ({ engine: 'test', walls: [], reset: 'memory-snapshot' }),
  close: async () => undefined,
};

const findings = async (inspect: () => Promise<SqlIsolationReport>): Promise<readonly string[]> => {
  const report = await examine({
    sandbox: python,
    sqlSandbox: { inspect },
    storeFolder: join(folder(), '.pawl'),
    cacheFolder: join(folder(), 'cache'),
  });
  const own = report.findings.filter(({ part }) => part.startsWith('sql '));
  return [String(report.healthy), ...own.map(({ part, state, detail }) => `${part}: ${state}, ${detail}`)];
};

describe('the doctor on SQL', () => {
  it('names the walls that stand, in one line', async () => {
    const walls = ['files', 'time'].map((name) => ({ name, inForce: true, detail: '' }));
    expect(await findings(async () => ({ engine: 'duckdb 1', walls }))).toEqual([
      'true',
      'sql sandbox: ok, duckdb 1; refused or stopped: files, time',
    ]);
  });

  it('names each wall that does not, and a sandbox that does not start', async () => {
    const walls = [
      { name: 'files', inForce: true, detail: '' },
      { name: 'settings', inForce: false, detail: 'result' },
    ];
    expect(await findings(async () => ({ engine: 'duckdb 1', walls }))).toEqual([
      'false',
      'sql sandbox: ok, duckdb 1',
      'sql wall: settings: missing, NOT in force: result',
    ]);
    const broken = async (): Promise<SqlIsolationReport> => Promise.reject(new Error('no DuckDB here'));
    expect(await findings(broken)).toEqual(['false', 'sql sandbox: missing, no DuckDB here']);
  });
});
