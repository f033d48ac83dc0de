import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { secretKey } from '../roles/model/client.js';
import { startFakeServer } from '../support/fake-messages-server.js';
import { pawl, startPawl } from '../support/pawl-process.js';

it('kill -9 during a call costs that call at the most', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'pawl-model-kill-'));
  const server = await startFakeServer();
  const environment = {
    ANTHROPIC_API_KEY: secretKey,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_AUTH_TOKEN: '',
    ANTHROPIC_CUSTOM_HEADERS: '',
  };
  try {
    // Eight answers are paid for; the ninth never comes.
    const asked = [
      'evolve',
      'report',
      '--roles',
      'model',
      '--seeds',
      '42',
      '--rounds',
      '1',
      '--concurrency',
      '1',
    ];
    server.script(...Array.from({ length: 8 }, () => ({ kind: 'ok', text: 'an output' }) as const), {
      kind: 'stall-before-headers',
    });
    const running = startPawl([...asked, '--max-calls', '20'], { cwd, environment });
    await server.came(9);
    running.child.kill('SIGKILL');
    const { signal, err } = await running.ended;
    expect(signal).toBe('SIGKILL');
    expect(err).not.toContain(secretKey);

    // The cap of 20 counts the eight: twelve more are sent, the ninth once more among them.
    const { code, err: said } = await pawl(['runs', 'resume', 'r1'], { cwd, environment });
    expect(said).toContain('20 of --max-calls 20 model calls are made');
    expect(code).toBe(3);
    expect(server.requests.length).toBe(9 + 12);
    expect(JSON.stringify(server.requests[9]?.body)).toBe(JSON.stringify(server.requests[8]?.body));
  } finally {
    await server.close();
    rmSync(cwd, { recursive: true, force: true });
  }
});
