import { vi } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';

/** Runs a command line in this process and catches what it writes; commands are given absolute paths. */
export async function cli(
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = '';
  let err = '';
  const before = process.exitCode;
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    return { code: await runCli(words), out, err };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
    process.exitCode = before;
  }
}
