import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPythonSandbox } from '../../src/sandbox/python/pool.js';
import type { PythonOutcome } from '../../src/sandbox/python/python-sandbox.js';
import { warm, warmMs } from '../sandbox/python/programs.js';
import { probes, type Probe } from './python-escape-probes.js';

const secret = 'only the host knows this';
const canary = mkdtempSync(join(tmpdir(), 'pawl-canary-'));
const sandbox = createPythonSandbox({ children: 1, overrides: { confirm: false } });
const limitMs = 250;
const patientMs = 20_000;

beforeAll(async () => {
  writeFileSync(join(canary, 'secret.txt'), secret);
  await warm(sandbox); // so that no probe's time holds the start of a child
}, warmMs);
afterAll(async () => {
  await sandbox.close();
  rmSync(canary, { recursive: true });
});

const driver = `
def main(source):
    names = {"__name__": "program"}
    exec(compile(source, "<program>", "exec"), names)
    return names.get("result")
`;

/** Uses what the probes try to break, and has one right answer. */
const innocent = {
  driver,
  payload: `
import json, random, re, time
result = [sum(range(10)), len("abc"), sorted("cab"), [1] == [1], 1 == 2, json.dumps({"a": 1}), re.findall("[a-z]", "a1b"), random.random(), time.time(), max(map(int, "192"))]
`,
  timeoutMs: patientMs,
};
const innocentOutcome = {
  kind: 'value',
  value: [45, 3, ['a', 'b', 'c'], true, false, '{"a": 1}', ['a', 'b'], 0.8444218515250481, 1735689600, 9],
};

/** Asserts that the job ended as the probe says. */
function expectEnd(outcome: PythonOutcome, ends: Probe['ends']): void {
  if (ends.kind === 'raised' && ends.type instanceof RegExp)
    expect(outcome).toMatchObject({ kind: 'raised', type: ends.type });
  else expect(outcome).toMatchObject(ends);
}

describe('a program in the sandbox', () => {
  it('is probed in at least forty ways', () => {
    expect(probes.length).toBeGreaterThanOrEqual(40);
    expect(new Set(probes.map((probe) => probe.name)).size).toBe(probes.length);
  });

  it.each(probes)('does not get out, cheat or hang by $name', async ({ source, ends }) => {
    const timeoutMs = ends.kind === 'timed-out' ? limitMs : patientMs;
    const start = performance.now();
    const outcome = await sandbox.run({ driver, payload: source.replaceAll('CANARY', canary), timeoutMs });
    const tookMs = performance.now() - start;

    expectEnd(outcome, ends);
    expect(JSON.stringify(outcome)).not.toContain(secret);
    expect(readdirSync(canary)).toEqual(['secret.txt']);
    expect(readFileSync(join(canary, 'secret.txt'), 'utf8')).toBe(secret);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(tookMs).toBeLessThan(timeoutMs + 1000);
    expect(await sandbox.run(innocent)).toEqual(innocentOutcome);
  });
});
