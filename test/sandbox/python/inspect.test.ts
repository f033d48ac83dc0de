import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';
import { warm, warmMs } from './programs.js';

const sandbox = createPythonSandbox({ children: 1 });
beforeAll(() => warm(sandbox), warmMs);
afterAll(() => sandbox.close());

it('finds every wall in force, and the engine', async () => {
  const report = await sandbox.inspect();
  expect(report.walls.filter((wall) => !wall.inForce)).toEqual([]);
  expect(report.walls.map((wall) => wall.name)).toEqual([
    'files',
    'processes',
    'threads',
    'network',
    'environment',
    'native code',
    'code from strings',
    'memory',
    'imports',
    'read-only files',
    'bridges',
    'host files',
    'commands',
    'fixed clocks',
    'time limit',
    'orphans',
  ]);
  expect(report).toMatchObject({ engine: sandbox.engine, reset: 'memory-snapshot' });
  expect(sandbox.engine).toMatch(/^pyodide \d+\.\d+\.\d+ \(CPython 3\.14\.\d+\)$/);
});
