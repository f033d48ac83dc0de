/** The kernel's process: `node main.js CONNECTION_FILE`. */
import { createHook } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';
import { createBack } from './back.js';
import { answerBytes, slot, type FrontData, type Order } from './link.js';

/** A kernel without the watcher still works, and stops loops only when they await. */
const watcherStartMs = 2000;

const [, , connectionFile] = process.argv;
if (connectionFile === undefined || !existsSync(connectionFile)) {
  process.stderr.write(
    'usage: node main.js CONNECTION_FILE\nJupyter starts this; install it with: pawl kernel install\n',
  );
  process.exit(2);
}

const state = new Int32Array(new SharedArrayBuffer(Object.keys(slot).length * Int32Array.BYTES_PER_ELEMENT));
const answer = new Uint8Array(new SharedArrayBuffer(answerBytes));

// The sockets answer while TypeScript still loads.
const front = new Worker(new URL('./front.js', import.meta.url), {
  workerData: { connectionFile, state, answer } satisfies FrontData,
});
front.on('error', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});

// Ending code by force is safe while no hooks follow asynchronous calls (decision 071).
const hooks = Object.getPrototypeOf(createHook({})) as { enable: (this: unknown) => unknown };
const { enable } = hooks;
hooks.enable = function (this: unknown) {
  Atomics.store(state, slot.unsafe, 1);
  return enable.call(this);
};

// Two watch for signals: Node's own handler while this thread is idle, a worker as soon as it runs.
const { port1: ownSignals, port2: ownEnd } = new MessageChannel();
const { port1: workerSignals, port2: workerEnd } = new MessageChannel();
front.postMessage({ kind: 'signals', ports: [ownEnd, workerEnd] }, [ownEnd, workerEnd]);
process.on('SIGINT', () => ownSignals.postMessage('SIGINT'));
new Worker(new URL('./sigint.js', import.meta.url), {
  workerData: { port: workerSignals, state },
  transferList: [workerSignals],
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
}).unref();

const major = Number(process.versions.node.split('.')[0]);
const back = createBack({
  folder: process.cwd(),
  port: front,
  state,
  answer,
  exactScope: major >= 24 || process.execArgv.includes('--experimental-async-context-frame'),
  end: (code) => process.exit(code),
});
// No cell runs before it could be interrupted.
Atomics.wait(state, slot.watching, 0, watcherStartMs);
front.on('message', (order: Order) => back.take(order));
