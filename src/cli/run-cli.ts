import { CommanderError } from 'commander';
import { exitCodeOf, PawlError } from '../errors.js';
import { applyConfig, configPath } from './config-file.js';
import { buildProgram } from './program.js';
import { formatError } from './format-error.js';
import { note } from './terminal.js';

/**
 * Runs one command line to its end.
 *
 * @param words - the arguments after the program's name, e.g. `['runs', 'list']`
 * @returns the exit code: 0 done, 1 a check failed, 2 usage, 3 stopped with work saved, 4 environment
 */
export async function runCli(words: readonly string[]): Promise<number> {
  try {
    const program = buildProgram();
    const config = configPath(words);
    if (config !== null) {
      applyConfig(program, config);
      note(`config: ${config}`);
    }
    await program.parseAsync(words, { from: 'user' });
    return typeof process.exitCode === 'number' ? process.exitCode : 0;
  } catch (thrown) {
    // Commander has printed its message already, as help or as an error.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : exitCodeOf.usage;
    process.stderr.write(formatError(thrown, process.env['PAWL_DEBUG'] !== undefined));
    return thrown instanceof PawlError ? exitCodeOf[thrown.code] : exitCodeOf.environment;
  }
}
