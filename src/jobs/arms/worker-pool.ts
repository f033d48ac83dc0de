import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PawlError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import type { CellWork } from './cell-work.js';
import type { FromWorker, ToWorker } from './worker-protocol.js';

/** What a pool tells while it works. */
export interface PoolListener {
  onScreening(progress: { readonly done: number; readonly total: number }): void;
  onRound(work: CellWork): void;
  onDone(work: CellWork): void;
}

/** Beside this file: compiled, or as it stands where TypeScript is loaded. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './cell-worker.ts' : './cell-worker.js', import.meta.url),
);
const patienceMs = 5_000;

interface Worker {
  readonly child: ChildProcess;
  family: string | undefined;
  work: CellWork | undefined;
}

/**
 * Works on cells in as many processes as are wanted, each with a world of its own. This process alone writes the store: workers post
 * finished rounds and new cache entries. A worker stays with a family as long as that has cells; another joins it when the
 * family's pack is made, so that cold caches are not computed twice.
 *
 * @throws what ended a worker; PawlError `stopped` when the signal comes
 */
export async function runOnWorkers(options: {
  readonly work: readonly CellWork[];
  readonly jobs: number;
  readonly store: Store;
  readonly signal: AbortSignal;
  readonly listener: PoolListener;
}): Promise<void> {
  const { work, jobs, store, signal, listener } = options;
  const waiting = [...work];
  const begun = new Set<string>();
  const packed = new Set<string>();
  const workers = new Set<Worker>();
  let isOver = false;
  let finish: (() => void) | undefined;
  let fail: ((reason: unknown) => void) | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    finish = () => {
      isOver = true;
      resolve();
    };
    fail = (reason) => {
      isOver = true;
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
  });
  // Awaited below; until then a failure must not count as unhandled.
  ended.catch(() => undefined);

  const post = (worker: Worker, message: ToWorker): void => {
    // A worker that has just ended is told of by its exit.
    if (worker.child.connected) worker.child.send(message, () => undefined);
  };
  const give = (worker: Worker): void => {
    if (worker.work !== undefined) return;
    const next = nextFor(worker.family, waiting, begun, packed);
    if (next !== undefined) {
      waiting.splice(waiting.indexOf(next), 1);
      begun.add(next.spec.family);
      worker.family = next.spec.family;
      worker.work = next;
      post(worker, { kind: 'cell', work: next });
    } else if (waiting.length === 0 && [...workers].every((one) => one.work === undefined)) finish?.();
  };
  const giveAll = (): void => {
    for (const worker of workers) give(worker);
  };

  const hear = (worker: Worker, message: FromWorker): void => {
    // After a round that could not be written none of its successors may be.
    if (isOver) return;
    switch (message.kind) {
      case 'cache':
        for (const [kind, key, value] of message.entries) store.cache.put(kind, key, value);
        break;
      case 'round':
        store.rounds.commitPacked(message.key, message.round, worker);
        if (worker.work !== undefined) listener.onRound(worker.work);
        break;
      case 'note':
        store.cells.note(message.cell, message.name, message.value);
        break;
      case 'settle':
        post(worker, { kind: 'settled' });
        break;
      case 'screening':
        listener.onScreening(message);
        break;
      case 'pack':
        // What the first worker of a family found out must be there for those who join it.
        store.cache.flush();
        packed.add(message.family);
        giveAll();
        break;
      case 'done':
        if (worker.work !== undefined) listener.onDone(worker.work);
        worker.work = undefined;
        store.cache.flush();
        giveAll();
        break;
      case 'failed': {
        const { code, message: text, hint } = message;
        fail?.(code === null ? new Error(text) : new PawlError(code, text, { hint: hint ?? undefined }));
      }
    }
  };

  const startWorker = (): void => {
    const child = fork(workerFile, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const worker: Worker = { child, family: undefined, work: undefined };
    workers.add(worker);
    child.on('message', (message) => {
      try {
        hear(worker, message as FromWorker);
      } catch (thrown) {
        fail?.(thrown);
      }
    });
    child.on('error', (thrown) => {
      fail?.(
        new PawlError('environment', `a worker cannot be started (${thrown.message})`, { cause: thrown }),
      );
    });
    child.on('exit', (code, by) => {
      workers.delete(worker);
      if (worker.work === undefined) return;
      fail?.(
        new PawlError('environment', `a worker ended before its cell did (${by ?? `exit code ${code}`})`, {
          hint: 'finished rounds are kept; --jobs 1 works in one process',
        }),
      );
    });
    post(worker, { kind: 'begin', folder: store.folder });
  };

  const stop = (): void => {
    for (const worker of workers) post(worker, { kind: 'stop' });
    fail?.(new PawlError('stopped', 'stopped; every finished round is saved'));
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let count = 0; count < Math.min(jobs, work.length); count++) startWorker();
    giveAll();
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
    await Promise.all([...workers].map((worker) => endOf(worker, post)));
  }
}

/** The next cell of the worker's family; else of one that nobody began; else of the one with most left whose pack is made. */
function nextFor(
  family: string | undefined,
  waiting: readonly CellWork[],
  begun: ReadonlySet<string>,
  packed: ReadonlySet<string>,
): CellWork | undefined {
  const own = waiting.find(({ spec }) => spec.family === family);
  if (own !== undefined) return own;
  const fresh = waiting.find(({ spec }) => !begun.has(spec.family));
  if (fresh !== undefined) return fresh;
  const left = new Map<string, number>();
  for (const { spec } of waiting)
    if (packed.has(spec.family)) left.set(spec.family, (left.get(spec.family) ?? 0) + 1);
  const [most] = [...left].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most === undefined ? undefined : waiting.find(({ spec }) => spec.family === most[0]);
}

/** Lets a worker close its world; one that does not is killed. */
async function endOf(worker: Worker, post: (worker: Worker, message: ToWorker) => void): Promise<void> {
  const { child } = worker;
  worker.work = undefined;
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.once('exit', () => {
      clearTimeout(patience);
      resolve();
    });
    post(worker, { kind: 'stop' });
    post(worker, { kind: 'end' });
  });
}
