import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** A plain Node script, as a user would write it; the report family keeps it short. */
const script = `
import {
  allGuards, audit, buildPack, createGrading, createPythonSandbox, createReportFamily, createSimulatedRoles, curate,
  defaultSettings, grow, initialState, memoryCache, prepareRounds, select, sense,
} from 'pawl';

const sandbox = createPythonSandbox({ children: 1 });
const cache = memoryCache();
const family = createReportFamily();
const roles = createSimulatedRoles({ family, sandbox, cache });
const grading = createGrading({ family, roles, sandbox, cache });
const pack = await buildPack({ family, roles, grading, cache });
const settings = { ...defaultSettings, guards: allGuards, consensusWeight: family.consensusWeight };
const context = await prepareRounds({ family, pack, roles, grading, settings, seed: 42 });

const state = initialState(family.seedOps);
const sensed = await sense(state, context);
const grown = await grow(state, sensed, context);
const selected = await select(state, grown, context);
const curated = curate(state.round, grown, selected, context);
const audited = await audit(curated.incumbent, curated.pool.map(({ spec }) => spec), await context.locked(), context.runner);
console.log(JSON.stringify({ incumbent: curated.incumbent, n: audited.expressionOnly.n, pool: curated.pool.length }));
await sandbox.close();
`;

describe('the public API in a plain Node script', () => {
  it('runs sense, grow, select, curate and audit one by one', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
    const result = JSON.parse(stdout) as { incumbent: string; n: number; pool: number };
    expect(result.incumbent).toMatch(/^\((any|all|not|at-least|weighted) /);
    expect(result.n).toBe(96);
    expect(result.pool).toBeGreaterThanOrEqual(11);
  });
});
