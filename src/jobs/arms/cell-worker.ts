// Works on cells in a process of its own: started by worker-pool.ts, told what to do by messages, never on its own.
import { messageOf, PawlError } from '../../errors.js';
import { openStore, type Store } from '../../store/store.js';
import { openWorld } from '../open-world.js';
import { cellRunner, type CellRunner } from './cell-runner.js';
import { postingStore, type PostingStore } from './posting-store.js';
import type { FromWorker, ToWorker } from './worker-protocol.js';

const stopping = new AbortController();
let working:
  { readonly reading: Store; readonly store: PostingStore; readonly runner: CellRunner } | undefined;

function post(message: FromWorker): void {
  process.send?.(message);
}

function begin(folder: string): void {
  const reading = openStore({ folder, mode: 'read', unchecked: true });
  const store = postingStore(reading, post);
  const runner = cellRunner({
    openWorld,
    cache: store.cache,
    store,
    listener: {
      onScreening: ({ done, total }) => post({ kind: 'screening', done, total }),
      onPack: (family) => {
        store.flush();
        post({ kind: 'pack', family });
      },
      onRound: () => undefined,
    },
  });
  working = { reading, store, runner };
}

async function work(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'begin':
      begin(message.folder);
      return;
    case 'cell':
      await working?.runner.run(message.work, stopping.signal);
      working?.store.flush();
      post({ kind: 'done' });
      return;
    case 'settled':
      working?.store.settle();
      return;
    case 'stop':
      stopping.abort();
      return;
    case 'end':
      await working?.runner.close();
      working?.reading.close();
      process.disconnect();
  }
}

process.on('message', (message: ToWorker) => {
  work(message).catch((thrown: unknown) => {
    const known = thrown instanceof PawlError ? thrown : undefined;
    // What was found out is kept: it is true whatever else went wrong.
    working?.store.flush();
    post({
      kind: 'failed',
      code: known?.code ?? null,
      message: messageOf(thrown),
      hint: known?.hint ?? null,
    });
  });
});
// Ctrl-C reaches the whole group; the parent decides what becomes of a round that is not finished.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.on('disconnect', () => process.exit(0));
