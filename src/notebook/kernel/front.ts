/** Worker: the kernel's sockets and the protocol. It stays responsive while the main thread computes. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { readConnection } from './connection.js';
import { createConversation } from './conversation.js';
import { createInterrupter } from './interrupter.js';
import { slot, type FrontData, type Order, type Report } from './link.js';
import { openSockets } from './sockets.js';

const { connectionFile, state, answer } = workerData as FrontData;
const back = parentPort;
if (back === null) throw new Error('front.js runs as a worker of main.js');

const sockets = await openSockets(readConnection(connectionFile));
const order = (one: Order): void => back.postMessage(one);
const interrupter = createInterrupter(
  state,
  () => order({ kind: 'interrupt' }),
  () => conversation.cannotInterrupt(),
);
const conversation = createConversation({
  sockets,
  order,
  interrupt: () => interrupter.interrupt(),
  answered: (text) => {
    const bytes = Buffer.from(text).subarray(0, answer.length);
    answer.set(bytes);
    Atomics.store(state, slot.answerBytes, bytes.length);
    Atomics.store(state, slot.answered, 1);
    Atomics.notify(state, slot.answered);
  },
});

back.on(
  'message',
  (message: Report | { readonly kind: 'signals'; readonly ports: readonly MessagePort[] }) => {
    if (message.kind === 'signals') {
      for (const port of message.ports) port.on('message', () => interrupter.interrupt());
      return;
    }
    if (message.kind === 'interrupted') interrupter.noticed();
    else conversation.heard(message);
    if (message.kind === 'exit') {
      void sockets.flush().then(() => {
        Atomics.store(state, slot.flushed, 1);
        Atomics.notify(state, slot.flushed);
      });
    }
  },
);

for (const channel of ['shell', 'control', 'stdin'] as const) {
  void sockets.listen(channel, (message) => conversation.receive(channel, message));
}
void sockets.echoHeartbeats();

// A kernel whose starter died without a word would stay for ever.
if (process.env['JPY_PARENT_PID'] !== undefined) {
  setInterval(() => {
    if (process.ppid === 1) process.kill(process.pid, 'SIGKILL');
  }, 1000).unref();
}
