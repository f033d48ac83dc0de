import { Publisher, Reply, Router } from 'zeromq';
import { addressOf, type Channel, type Connection } from './connection.js';
import { decode, encode, type Message } from './wire.js';

export type TwoWay = 'shell' | 'control' | 'stdin';

/** The kernel's side of Jupyter's five channels. */
export interface Sockets {
  send(channel: TwoWay | 'iopub', message: Message): void;
  /** Reads a channel until it closes; what cannot be read is said on standard error and skipped. */
  listen(channel: TwoWay, receive: (message: Message) => void): Promise<void>;
  echoHeartbeats(): Promise<void>;
  /** Resolves when everything sent so far has left. */
  flush(): Promise<void>;
}

/** Milliseconds that closed sockets keep what was not yet taken. */
const lingerMs = 1000;

/** Binds the five channels. */
export async function openSockets(connection: Connection): Promise<Sockets> {
  const options = { linger: lingerMs };
  const routers = { shell: new Router(options), control: new Router(options), stdin: new Router(options) };
  const publisher = new Publisher({ ...options, sendHighWaterMark: 0 });
  const heart = new Reply(options);
  const bind = (socket: { bind(address: string): Promise<void> }, channel: Channel): Promise<void> =>
    socket.bind(addressOf(connection, channel));
  await Promise.all([
    bind(routers.shell, 'shell'),
    bind(routers.control, 'control'),
    bind(routers.stdin, 'stdin'),
    bind(publisher, 'iopub'),
    bind(heart, 'hb'),
  ]);

  // A socket sends one message at a time: each has its queue.
  const queues = new Map<string, Promise<void>>();
  return {
    send: (channel, message) => {
      const socket = channel === 'iopub' ? publisher : routers[channel];
      const frames = encode(message, connection.key);
      const sent = (queues.get(channel) ?? Promise.resolve())
        .then(() => socket.send(frames))
        .catch(() => undefined);
      queues.set(channel, sent);
    },
    listen: async (channel, receive) => {
      for await (const frames of routers[channel]) {
        try {
          receive(decode(frames, connection.key));
        } catch (thrown) {
          process.stderr.write(
            `pawl kernel: ${channel}: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`,
          );
        }
      }
    },
    echoHeartbeats: async () => {
      for await (const frames of heart) await heart.send(frames);
    },
    flush: async () => {
      await Promise.all(queues.values());
      for (const socket of [publisher, ...Object.values(routers), heart]) socket.close();
    },
  };
}
