import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPythonSandbox, type PythonSandboxOptions } from '../../../src/sandbox/python/pool.js';
import type { PythonJob, PythonSandbox } from '../../../src/sandbox/python/python-sandbox.js';
import { program, warm, warmMs } from './programs.js';

const folder = mkdtempSync(join(tmpdir(), 'pawl-pool-'));
const open: PythonSandbox[] = [];
beforeAll(() => warm(sandbox()), warmMs);
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function sandbox(options: PythonSandboxOptions = {}): PythonSandbox {
  const made = createPythonSandbox(options);
  open.push(made);
  return made;
}

const echo = (payload: number, timeoutMs = 20_000): PythonJob => ({
  driver: 'def main(payload): return payload',
  payload,
  timeoutMs,
});
const endless = (timeoutMs: number): PythonJob => program('sum(range(10**11))', timeoutMs);

/** A sandbox whose child is a script of ours that speaks, or misuses, the protocol. */
function fakeChild(name: string, answer: string): PythonSandbox {
  const script = join(folder, `${name}.mjs`);
  writeFileSync(
    script,
    `import { readSync, writeSync } from 'node:fs';
     function read(size) { const b = Buffer.alloc(size); for (let n = 0; n < size; ) { const got = readSync(0, b, n, size - n, null); if (got === 0) process.exit(0); n += got; } return b; }
     function message() { const bytes = read(read(4).readUInt32LE(0)); return { nonce: bytes.toString('latin1', 0, 32) }; }
     function write(nonce, text) { const b = Buffer.from(nonce + text); const head = Buffer.alloc(4); head.writeUInt32LE(b.length); writeSync(3, Buffer.concat([head, b])); }
     const value = (n) => JSON.stringify({ fit: true, outcome: ['value', n] });
     write(message().nonce, '{}');
     for (let turn = 0; ; turn += 1) { const { nonce } = message(); ${answer} }`,
  );
  return sandbox({ children: 1, overrides: { script } });
}

describe('the pool', () => {
  it('answers each job with its own result, however many wait', async () => {
    const pool = sandbox();
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const outcomes = await Promise.all(numbers.map((n) => pool.run(echo(n))));
    expect(outcomes).toEqual(numbers.map((value) => ({ kind: 'value', value })));
  });

  it('kills at the limit, once more to be sure, and goes on', { timeout: warmMs }, async () => {
    const pool = sandbox({ children: 1 });
    await pool.run(echo(1));
    const start = performance.now();
    const [timedOut, after] = await Promise.all([pool.run(endless(150)), pool.run(echo(2))]);
    expect(timedOut).toEqual({ kind: 'timed-out' });
    expect(after).toEqual({ kind: 'value', value: 2 });
    expect(performance.now() - start).toBeGreaterThan(300);
  });

  it('starts every job in a new child where asked to', { timeout: warmMs }, async () => {
    const pool = sandbox({ children: 1, reset: 'respawn' });
    expect(await pool.run(echo(1))).toEqual({ kind: 'value', value: 1 });
    expect(await pool.run(echo(2))).toEqual({ kind: 'value', value: 2 });
  });

  it('keeps to the memory cap that it is given', async () => {
    const pool = sandbox({ children: 1, memoryMiB: 64 });
    expect(await pool.run(program('result = len(bytearray(10 * 2**20))'))).toEqual({
      kind: 'value',
      value: 10 * 2 ** 20,
    });
    expect(await pool.run(program('kept = bytearray(60 * 2**20)'))).toEqual({ kind: 'out-of-memory' });
    expect(await pool.run(echo(1))).toEqual({ kind: 'value', value: 1 });
  });

  it('answers what waits and what comes later when it is closed', async () => {
    const pool = sandbox({ children: 1 });
    await pool.run(echo(1));
    const running = [pool.run(endless(60_000)), pool.run(echo(1))];
    await pool.close();
    for (const outcome of [...running, pool.run(echo(1))]) {
      expect(await outcome).toEqual({ kind: 'infrastructure', message: 'the sandbox is closed' });
    }
  });

  it.each([0, -1, NaN, Infinity])('refuses a time limit of %d', async (timeoutMs) => {
    await expect(sandbox().run(echo(1, timeoutMs))).rejects.toMatchObject({ code: 'bad-input' });
  });

  it.each([{ children: 0 }, { children: 1.5 }, { memoryMiB: 1 }, { memoryMiB: 2 ** 20 }])(
    'refuses %o',
    (options) => {
      expect(() => createPythonSandbox(options)).toThrow(/expected a whole number/);
    },
  );
});

describe('a child that misbehaves', () => {
  it.each([
    ['guesses the nonce', "write('0'.repeat(32), value(1));"],
    [
      'answers twice',
      "write(nonce, value(1)); write(nonce, value(2)); write('f'.repeat(32), value(3));",
      true,
    ],
    ['announces gigabytes', 'writeSync(3, Buffer.from([255, 255, 255, 255, 0]));'],
    ['sends what is no answer', "write(nonce, 'OK');"],
    ['answers before it is asked', 'write(nonce, value(1)); write(nonce, value(7));', true],
  ])('and %s is not believed', async (name, answer, firstIsRight = false) => {
    const pool = fakeChild(name.replaceAll(' ', '-'), answer);
    const outcomes = [await pool.run(echo(1)), await pool.run(echo(1))];
    for (const outcome of outcomes) {
      if (firstIsRight && outcome.kind === 'value') expect(outcome.value).toBe(1);
      else expect(outcome.kind).toBe('infrastructure');
    }
  });

  it('and dies of itself is tried once more', async () => {
    expect(await fakeChild('dies', 'process.exit(9);').run(echo(1))).toMatchObject({
      kind: 'raised',
      type: 'InterpreterCrash',
    });
    expect(
      await fakeChild('is-terminated', "process.kill(process.pid, 'SIGTERM');").run(echo(1)),
    ).toMatchObject({ kind: 'infrastructure' });
    expect(await fakeChild('is-killed', "process.kill(process.pid, 'SIGKILL');").run(echo(1))).toEqual({
      kind: 'out-of-memory',
    });
  });

  it('and never starts is reported, and given up after some attempts', async () => {
    const script = join(folder, 'never.mjs');
    writeFileSync(script, "throw new Error('no such luck')");
    const pool = sandbox({ children: 2, overrides: { script } });
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, n) => pool.run(echo(n))));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        kind: 'infrastructure',
        message: /could not be started.*no such luck/s,
      });
    }
  });
});

describe('the process that owns the pool', () => {
  const pool = JSON.stringify(new URL('../../../src/sandbox/python/pool.ts', import.meta.url).href);
  const driver = JSON.stringify('def main(payload):\n    return sum(range(payload))');
  const tsx = pathToFileURL(join(import.meta.dirname, '../../../node_modules/tsx/dist/esm/index.mjs')).href;
  const owner = (body: string): string => `
    import { createPythonSandbox } from ${pool};
    const pool = createPythonSandbox();
    const run = (payload) => pool.run({ driver: ${driver}, payload, timeoutMs: 60_000 });
    ${body}`;
  const flags = ['--import', tsx, '--input-type=module', '-e'];

  it('ends by itself while the pool is idle', { timeout: warmMs }, () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [...flags, owner('console.log((await run(4)).value);')],
      {
        encoding: 'utf8',
        timeout: 100_000,
      },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '6\n' });
  });

  it('takes idle and busy children along when it is killed', { timeout: warmMs }, async () => {
    const body = `
      await Promise.all([run(1), run(2)]);
      void run(10 ** 11);
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, [...flags, owner(body)], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: parent.stdout })) if (line === 'ready') break;
    const children = childrenOf(parent.pid ?? 0);
    expect(children.length).toBeGreaterThanOrEqual(2);
    parent.kill('SIGKILL');
    await expect.poll(() => children.filter(alive), { timeout: 10_000, interval: 20 }).toEqual([]);
  });
});

/** Ids of the direct children of a process. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child ?? 0);
}

/** Whether a process runs (one that has ended and was not yet collected does not). */
function alive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}
