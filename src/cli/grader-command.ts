import { readFileSync } from 'node:fs';
import { PawlError } from '../errors.js';
import type { GraderEnvironment } from '../jobs/grade-outputs.js';
import type { OutputsFile, ResultFormat } from '../jobs/output-rows.js';
import { absolute, maxPages } from './options.js';
import { untilSignal } from './signals.js';
import { note } from './terminal.js';

/** Verdicts of a stream are short and seldom asked for again: a million characters are tens of thousands of them. */
const streamBudget = 1_000_000;

/** Reads where outputs come from: a path, or `-` for standard input. */
export type FileOf = (path: string, from: ResultFormat | undefined) => OutputsFile;

/** What `grade`, `explain`, `compare` and `drift` share: the cache of a store if one is named, and a way to stop. */
export async function openGraderCommand<T>(
  command: string,
  options: { readonly store?: string; readonly jobs: number },
  work: (environment: GraderEnvironment, fileOf: FileOf) => Promise<T>,
): Promise<T> {
  const { openWorld } = await import('../jobs/open-world.js');
  const { boundedCache } = await import('../grader/cache.js');
  const { openStore } = await import('../store/store.js');
  const store =
    options.store === undefined
      ? undefined
      : openStore({
          folder: absolute(options.store),
          mode: 'write',
          command,
          maxPages: maxPages(),
          memoryBudget: streamBudget,
        });
  const signals = untilSignal(() => note('stopping …'));
  try {
    return await work(
      {
        openWorld,
        cache: store?.cache ?? boundedCache(200_000),
        children: options.jobs,
        signal: signals.signal,
      },
      outputsFile,
    );
  } finally {
    signals.release();
    store?.close();
  }
}

function outputsFile(path: string, from: ResultFormat | undefined): OutputsFile {
  if (path !== '-') return from === undefined ? { path } : { path, from };
  if (from !== undefined) throw new PawlError('usage', `--from ${from} reads a file, not standard input`);
  if (process.stdin.isTTY) {
    throw new PawlError('usage', 'nothing was piped into standard input', {
      hint: 'name a file, or pipe one in',
    });
  }
  return { path, text: readFileSync(0, 'utf8') };
}
