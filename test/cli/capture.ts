import { Command } from 'commander';
import { vi } from 'vitest';
import { exitCodeOf, PawlError } from '../../src/errors.js';

/** What a command wrote and how it would have ended. */
export interface Ran {
  readonly out: string;
  readonly code: number;
  readonly error: PawlError | undefined;
}

/** Runs one command as the main program does, with its output captured. */
export async function runCommand(add: (program: Command) => void, words: readonly string[]): Promise<Ran> {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const program = new Command('pawl').exitOverride();
  add(program);
  try {
    await program.parseAsync(words, { from: 'user' });
    return { out: written.join(''), code: 0, error: undefined };
  } catch (thrown) {
    if (!(thrown instanceof PawlError)) throw thrown;
    return { out: written.join(''), code: exitCodeOf[thrown.code], error: thrown };
  } finally {
    write.mockRestore();
  }
}
