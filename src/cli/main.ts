#!/usr/bin/env node
import { exitCodeOf } from '../errors.js';
import { runCli } from './run-cli.js';

// A reader that went away (`pawl runs list | head -1`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Node ends quietly when nothing is left to wait for; a command that has not ended by then has lost its way.
let ended = false;
process.on('beforeExit', () => {
  if (ended) return;
  process.stderr.write(
    'error: the command came to a standstill\nhint: this is a fault in pawl itself; report it\n',
  );
  process.exitCode = exitCodeOf.environment;
  ended = true;
});

void runCli(process.argv.slice(2)).then((code) => {
  ended = true;
  process.exitCode = code;
});
