/**
 * Worker: notices SIGINT while the main thread computes.
 *
 * Node delivers signals to the main thread only, when it is idle. The one exception is `breakOnSigint`, which ends a running
 * script from a thread of its own: so this worker does nothing but run scripts that wait to be ended.
 */
import { Script } from 'node:vm';
import { workerData, type MessagePort } from 'node:worker_threads';
import { slot } from './link.js';

const { port, state } = workerData as { readonly port: MessagePort; readonly state: Int32Array };
const globals = globalThis as unknown as Record<string, unknown>;

const wait = new Script('Atomics.wait(pawlNever, 0, 0)');
globals['pawlNever'] = new Int32Array(new SharedArrayBuffer(4));
globals['pawlWaitOnce'] = (): void => {
  try {
    wait.runInThisContext({ breakOnSigint: true });
  } catch {
    port.postMessage('SIGINT');
  }
};
// Node forgets its own handling of the signal while no such script runs: the outer one bridges the gaps between the inner.
const bridge = new Script('for (;;) pawlWaitOnce()');
Atomics.store(state, slot.watching, 1);
Atomics.notify(state, slot.watching);
for (;;) {
  try {
    bridge.runInThisContext({ breakOnSigint: true });
  } catch {
    port.postMessage('SIGINT');
  }
}
