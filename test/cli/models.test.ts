import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { spendingView } from '../../src/cli/with-models.js';
import { secretKey } from '../roles/model/client.js';
import { cli } from '../support/cli-in-process.js';
import { startFakeServer, type FakeServer } from '../support/fake-messages-server.js';

let server: FakeServer;
let folder: string;
beforeAll(async () => {
  server = await startFakeServer();
  folder = mkdtempSync(join(tmpdir(), 'pawl-models-cli-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const name of ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_CUSTOM_HEADERS']) vi.stubEnv(name, '');
  vi.stubEnv('ANTHROPIC_API_KEY', secretKey);
  vi.stubEnv('ANTHROPIC_BASE_URL', server.url);
});
afterEach(() => vi.unstubAllEnvs());

const store = (): string => join(folder, 'store');
const evolve = (...more: readonly string[]): ReturnType<typeof cli> =>
  cli('evolve', 'report', '--roles', 'model', '--seeds', '42', '--rounds', '1', '--store', store(), ...more);

describe('without a key', () => {
  beforeEach(() => {
    vi.stubEnv('ANTHROPIC_API_KEY', '');
    vi.stubEnv('ANTHROPIC_BASE_URL', '');
  });

  it.each([
    ['models check', ['models', 'check']],
    ['evolve', ['evolve', 'report', '--roles', 'model']],
    ['run', ['run', '--family', 'report', '--arm', 'co', '--roles', 'model']],
  ])('%s names ANTHROPIC_API_KEY and offers the simulated roles', async (_, words) => {
    const { code, err } = await cli(...words);
    expect(code).toBe(4);
    expect(err).toContain('ANTHROPIC_API_KEY');
    expect(err).toContain('--roles simulated');
  });
});

describe('models check', () => {
  it('asks each part once and says what it cost', async () => {
    const before = server.requests.length;
    const { code, out } = await cli('models', 'check', '--json');
    expect(code).toBe(0);
    expect(server.requests.length - before).toBe(10);
    const { result } = JSON.parse(out) as {
      result: { healthy: boolean; models: { works: boolean; costMicroUsd: number }[] };
    };
    expect(result.healthy).toBe(true);
    expect(result.models.map(({ costMicroUsd }) => costMicroUsd)).toEqual(Array(10).fill(1_000));
  });

  it('says what a server lacks', async () => {
    const poor = await startFakeServer((body) =>
      body.output_config === undefined
        ? { kind: 'no-usage', text: '{"ok": true}' }
        : { kind: 'error', status: 400, message: 'output_config: unknown field' },
    );
    vi.stubEnv('ANTHROPIC_BASE_URL', poor.url);
    const { code, out } = await cli('models', 'check', '--max-retries', '0');
    await poor.close();
    expect(code).toBe(4);
    expect(out).toContain('the server lacks structured output (output_config.format): use --no-schemas');
    expect(out).toContain('does not report usage');
    expect(out).not.toContain(secretKey);
  });

  it('ends soon where no server is', async () => {
    const gone = await startFakeServer();
    await gone.close();
    vi.stubEnv('ANTHROPIC_BASE_URL', gone.url);
    const started = performance.now();
    const { code, out } = await cli('models', 'check', '--max-retries', '0');
    expect(code).toBe(4);
    expect(out).toContain('cannot be reached (ECONNREFUSED)');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('never shows the key, whatever the server says', async () => {
    server.script(...Array.from({ length: 10 }, () => ({ kind: 'error', status: 401 }) as const));
    const { code, out, err } = await cli('models', 'check', '--max-retries', '0');
    expect(code).toBe(4);
    expect(out).toContain('Bearer [key]');
    expect(out + err).not.toContain(secretKey);
  });
});

describe('a run with caps', () => {
  it('stops cleanly, names what continues it, and goes on without paying twice', async () => {
    const before = server.requests.length;
    const stopped = await evolve('--max-calls', '6');
    expect(stopped.code).toBe(3);
    expect(server.requests.length - before).toBe(6);
    expect(stopped.err).toContain('r1 stopped: 6 of --max-calls 6 model calls are made');
    expect(stopped.err).toContain(`continue with: npx pawl runs resume r1 --store ${store()} --max-calls 12`);
    expect(stopped.err).not.toContain(secretKey);

    const again = await cli('runs', 'resume', 'r1', '--store', store(), '--max-calls', '12');
    expect(again.code).toBe(3);
    expect(server.requests.length - before).toBe(12);

    const cost = await cli('cost', 'r1', '--store', store(), '--json');
    const { result } = JSON.parse(cost.out) as { result: { total: { calls: number; costMicroUsd: number } } };
    expect(result.total).toMatchObject({ calls: 12, costMicroUsd: 12_000 });
    const calls = join(folder, 'calls.jsonl');
    expect((await cli('cost', 'r1', '--store', store(), '--calls', calls)).code).toBe(0);
    const lines = readFileSync(calls, 'utf8').trimEnd().split('\n');
    expect(lines.length).toBe(12);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      id: 'c1',
      outcome: 'answered',
      identity: { role: 'solver' },
    });
    expect(lines.join()).not.toContain(secretKey);
    expect((await cli('cost', '--store', store())).out).toMatch(
      /r1 +evolution +screening +solver +claude-opus-4-7 +12/,
    );
  });

  it('refuses a model without a price under a cost cap, before anything is sent', async () => {
    const before = server.requests.length;
    const { code, err } = await evolve('--model', 'my-model', '--max-cost', '1');
    expect(code).toBe(2);
    expect(err).toContain("no price is known for 'my-model' (solver)");
    expect(server.requests.length).toBe(before);
  });

  it('--offline names the first field in which a call differs', async () => {
    const { code, err } = await evolve('--offline', '--model', 'solver=claude-haiku-4-5');
    expect(code).toBe(2);
    expect(err).toContain("differs in 'model': asked claude-haiku-4-5, stored claude-opus-4-7");
  });

  it('the cache is measured, explained, and emptied without what was paid for', async () => {
    expect((await cli('cache', 'size', '--store', store())).out).toMatch(/answers of models +12/);
    expect((await cli('cache', 'why', 'c2', '--store', store())).out).toMatch(
      /differs .* first in '(draw|input)'/,
    );
    expect((await cli('cache', 'why', 'c1', '--store', store())).out).toContain('it was the first');
    const kept = await cli('cache', 'clear', '--store', store());
    expect(kept.err).toContain('12 answers of models stay');
    expect((await cli('cache', 'clear', '--calls', '--store', store())).out).toContain(
      'and 12 calls of models',
    );
    expect((await cli('cache', 'why', '--store', store())).code).toBe(2);
  });

  it('the store never holds the key', () => {
    expect(readFileSync(join(store(), 'pawl.sqlite')).includes(secretKey)).toBe(false);
  });
});

describe('options', () => {
  it.each([
    [['--model', 'solvr=x'], "did you mean 'solver'?"],
    [['--model', 'judge='], "expected a model's id, got 'judge='"],
    [['--model', 'judge=a,judge=b'], "'judge' is given twice"],
    [['--max-cost', 'much'], "expected US dollars, e.g. 2.50, got 'much'"],
    [['--prices', '/nowhere.json'], 'the price list cannot be read'],
  ])('%j', async (words, says) => {
    const { code, err } = await evolve(...words);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });

  it('of real models are refused with simulated roles', async () => {
    const { code, err } = await cli('evolve', 'report', '--max-cost', '1', '--store', store());
    expect(code).toBe(2);
    expect(err).toContain('--max-cost is about real models, and the roles are simulated');
  });

  it('a price list of one of the wrong form is refused with its fields', async () => {
    const path = join(folder, 'prices.json');
    writeFileSync(path, '{"about": "", "source": "x", "date": "today", "models": {"a": {"input": -1}}}');
    const { code, err } = await evolve('--prices', path);
    expect(code).toBe(2);
    expect(err).toContain('date:');
    expect(err).toContain('models.a.input:');
  });
});

describe('plan', () => {
  it('counts the calls of a run from its schedule, without a key', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', '');
    const words = [
      'run',
      '--family',
      'report',
      '--arms',
      'co',
      '--seeds',
      '42',
      '--schedule',
      '2:3',
      '--json',
    ];
    const { code, out } = await cli('plan', ...words);
    expect(code).toBe(0);
    const { result } = JSON.parse(out) as {
      result: {
        estimate: {
          calls: number;
          costMicroUsd: number;
          families: { roles: { role: string; calls: number }[] }[];
        };
      };
    };
    const calls = new Map(result.estimate.families[0]?.roles.map((one) => [one.role, one.calls]));
    // 155 × 5 + 73 for the pack; 73 + 48 × 2 for the material; three rounds over 73 + 48 + 24 tasks.
    expect(calls.get('solver')).toBe(775 + 73 + 169 + 3 * 145);
    expect(calls.get('composer')).toBe(2);
    expect(calls.get('final')).toBe(2 * 2 * 2 * 48);
    expect(result.estimate.costMicroUsd).toBeGreaterThan(0);
  });

  it('refuses what asks no model', async () => {
    const { code, err } = await cli('plan', 'evolv');
    expect(code).toBe(2);
    expect(err).toContain("did you mean 'evolve'?");
  });
});

it('progress shows what is spent and the time left', () => {
  let clock = 0;
  const view = spendingView({ status: () => '$0.10 of $5.00 · 7 calls' }, () => clock);
  expect(view(0)).toBe(' · $0.10 of $5.00 · 7 calls');
  clock = 60_000;
  expect(view(0.25)).toBe(' · $0.10 of $5.00 · 7 calls · 3 min left');
  expect(view(1)).toBe(' · $0.10 of $5.00 · 7 calls');
  expect(spendingView(undefined)(0.5)).toBe('');
});
