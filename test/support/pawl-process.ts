import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built command line, or that of an installed package (`PAWL_TEST_BIN`). */
const bin = process.env['PAWL_TEST_BIN'] ?? fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A `pawl` that runs in a process of its own. */
export interface PawlProcess {
  readonly child: ChildProcess;
  /** Resolves when standard error has shown a text; rejects when the process ends without it. */
  shown(text: string): Promise<void>;
  readonly ended: Promise<PawlEnd>;
}

/** How a process ended, with everything that it wrote. */
export interface PawlEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the built command line; `npm test` builds it first. */
export function startPawl(
  words: readonly string[],
  options: { readonly cwd: string; readonly environment?: Readonly<Record<string, string>> },
): PawlProcess {
  if (!existsSync(bin)) throw new Error(`${bin} is missing: run 'npm run build' first`);
  const child = spawn(process.execPath, [bin, ...words], {
    cwd: options.cwd,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    for (const look of waiting) look();
  });
  const ended = new Promise<PawlEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  const shown = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!err.includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`ended without showing '${text}':\n${err}`)));
    });
  return { child, shown, ended };
}

/** Runs `pawl` to its end. */
export async function pawl(
  words: readonly string[],
  options: { readonly cwd: string; readonly environment?: Readonly<Record<string, string>> },
): Promise<PawlEnd> {
  return startPawl(words, options).ended;
}
