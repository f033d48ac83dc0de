#!/usr/bin/env node
import { runCli } from './run-cli.js';

// A reader that went away (`pawl runs list | head -1`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

void runCli(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
