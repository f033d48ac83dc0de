import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRunData } from '../../src/analysis/run-data/csv.js';
import { cli } from '../support/cli-in-process.js';
import { tidyRun } from '../support/tidy-run.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-claims-'));
  writeRunData(tidyRun(), folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('pawl claims', () => {
  it('decides every claim and says whose roles they were', async () => {
    const { code, out } = await cli('claims', '--data', folder);
    expect(code).toBe(0);
    expect(out).toMatch(/^made-up numbers for tests; roles: nobody\n/);
    expect(out).toContain(" 6  HOLDS  naive's grader is vacuous\n    9 of 9 runs;");
    expect(out).toMatch(/\n26 claims: \d+ holds, \d+ does not hold, \d+ cannot be decided\n$/);
    expect(out).not.toContain('rule:');
  });

  it('prints the rules of the claims asked for, and JSON', async () => {
    const { out } = await cli('claims', '6', '--data', folder, '--rules');
    expect(out).toContain('rule: in more than half of all runs of naive');
    expect(out).toContain('\n1 claim: 1 holds');
    const json = JSON.parse((await cli('claims', '6', '12', '--data', folder, '--json')).out) as {
      claims: { number: number; outcome: string }[];
    };
    expect(json.claims.map(({ number, outcome }) => [number, outcome])).toEqual([
      [6, 'holds'],
      [12, 'cannot be decided'],
    ]);
  });

  it('refuses a claim that does not exist', async () => {
    const { code, err } = await cli('claims', '27', '--data', folder);
    expect(code).toBe(2);
    expect(err).toContain("there is no claim '27'");
  });
});
