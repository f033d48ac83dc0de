import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'pawl-link-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each([[[]], [['--preserve-symlinks']]])(
  'works through a link to the package, with flags %o',
  (flags) => {
    const root = join(import.meta.dirname, '../../..');
    const link = join(folder, `package${flags.length}`);
    symlinkSync(root, link);
    const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/esm/index.mjs')).href;
    const script = `
    import { createPythonSandbox } from ${JSON.stringify(pathToFileURL(join(link, 'src/sandbox/python/pool.ts')).href)};
    const pool = createPythonSandbox({ children: 1 });
    console.log(JSON.stringify(await pool.run({ driver: 'def main(n): return n + 1', payload: 1, timeoutMs: 60_000 })));
    await pool.close();`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...flags, '--import', tsx, '--input-type=module', '-e', script],
      { encoding: 'utf8', timeout: 100_000 },
    );
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: '{"kind":"value","value":2}\n' });
  },
  120_000,
);
