import { Dealer, Subscriber } from 'zeromq';
import { messageOf, PawlError } from '../../errors.js';
import { addressOf } from '../kernel/connection.js';
import { decode, encode, makeHeader, type Message } from '../kernel/wire.js';
import { startKernelProcess, type KernelProcess, type StartOptions } from './start-kernel.js';

type Content = Readonly<Record<string, unknown>>;

/** How a request is followed. */
export interface FollowOptions {
  /** Called with each message on iopub that belongs to the request, in order. */
  readonly onOutput?: (message: Message) => void;
  /** Answers questions; without it they are not allowed. */
  readonly onInput?: (prompt: string) => string;
  readonly channel?: 'shell' | 'control';
}

/** A client of one kernel. */
export interface KernelClient {
  readonly process: KernelProcess;
  /** Sends a request; resolves with its reply once its outputs have arrived too. */
  request(type: string, content: Content, options?: FollowOptions): Promise<Message>;
  /** Runs code; content beside the code as the protocol names it. */
  execute(code: string, content?: Content, options?: FollowOptions): Promise<Message>;
  /** Called with messages on iopub whose request is over: late outputs. */
  onLate(receive: (message: Message) => void): void;
  interrupt(): void;
  /** Ends the kernel, by force if it does not end by itself, and forgets the connection. */
  close(): Promise<void>;
}

interface Open {
  readonly options: FollowOptions;
  readonly resolve: (reply: Message) => void;
  readonly reject: (error: Error) => void;
  reply: Message | undefined;
  idle: boolean;
}

const helloEveryMs = 100;
const closeGraceMs = 3000;

/**
 * Starts a kernel and connects to it.
 *
 * @throws PawlError `environment` when the kernel ends before it answers, or does not answer in time
 */
export async function startKernel(
  options: StartOptions & { readonly startTimeoutMs?: number },
): Promise<KernelClient> {
  const kernel = await startKernelProcess(options);
  const client = connect(kernel);
  const timeoutMs = options.startTimeoutMs ?? 60_000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PawlError('environment', `the kernel did not answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
  });
  try {
    await Promise.race([client.greet(), late]);
  } catch (thrown) {
    await client.close();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
  return client;
}

function connect(kernel: KernelProcess): KernelClient & { greet(): Promise<void> } {
  const { connection } = kernel;
  const session = makeHeader('', '').msg_id;
  const options = { linger: 0, reconnectInterval: 10, routingId: session };
  const dealers = { shell: new Dealer(options), control: new Dealer(options), stdin: new Dealer(options) };
  const subscriber = new Subscriber({ linger: 0, reconnectInterval: 10, receiveHighWaterMark: 0 });
  for (const channel of ['shell', 'control', 'stdin'] as const)
    dealers[channel].connect(addressOf(connection, channel));
  subscriber.connect(addressOf(connection, 'iopub'));
  subscriber.subscribe();

  const open = new Map<string, Open>();
  const queues = new Map<string, Promise<void>>();
  let late: (message: Message) => void = () => undefined;
  let heardAnything = false;
  let dead: Error | undefined;

  const settle = (id: string): void => {
    const one = open.get(id);
    if (one?.reply === undefined || !one.idle) return;
    open.delete(id);
    one.resolve(one.reply);
  };
  const send = (channel: 'shell' | 'control' | 'stdin', message: Message): void => {
    const frames = encode(message, connection.key);
    const sent = (queues.get(channel) ?? Promise.resolve())
      .then(() => dealers[channel].send(frames))
      .catch(() => undefined);
    queues.set(channel, sent);
  };
  const makeMessage = (type: string, content: Content, parent: Message['parent'] = {}): Message => ({
    identities: [],
    header: makeHeader(type, session),
    parent,
    metadata: {},
    content,
    buffers: [],
  });

  const listen = async (
    socket: AsyncIterable<Buffer[]>,
    receive: (message: Message) => void,
  ): Promise<void> => {
    for await (const frames of socket) receive(decode(frames, connection.key));
  };
  const fail = (thrown: unknown): void => {
    dead ??= thrown instanceof Error ? thrown : new Error(messageOf(thrown));
    for (const { reject } of open.values()) reject(dead);
    open.clear();
  };
  const parentOf = (message: Message): string => ('msg_id' in message.parent ? message.parent.msg_id : '');
  const onReply = (message: Message): void => {
    const one = open.get(parentOf(message));
    if (one === undefined) return;
    one.reply = message;
    settle(parentOf(message));
  };
  listen(dealers.shell, onReply).catch(fail);
  listen(dealers.control, onReply).catch(fail);
  listen(dealers.stdin, (message) => {
    const { prompt } = message.content;
    const value =
      open.get(parentOf(message))?.options.onInput?.(typeof prompt === 'string' ? prompt : '') ?? '';
    send('stdin', makeMessage('input_reply', { status: 'ok', value }, message.header));
  }).catch(fail);
  listen(subscriber, (message) => {
    heardAnything = true;
    const one = open.get(parentOf(message));
    if (one === undefined) {
      late(message);
      return;
    }
    if (message.header.msg_type === 'status') {
      if (message.content['execution_state'] === 'idle') one.idle = true;
      settle(parentOf(message));
    } else one.options.onOutput?.(message);
  }).catch(fail);
  void kernel.ended.then(({ code, signal, words }) => {
    const how = signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
    const said = words.trim() === '' ? '' : `\n${words.trim()}`;
    // What it sent last may still be under way.
    setTimeout(() => fail(new PawlError('environment', `the kernel died (${how})${said}`)), 50);
  });

  const request: KernelClient['request'] = (type, content, followOptions = {}) => {
    if (dead !== undefined) return Promise.reject(dead);
    const message = makeMessage(type, content);
    return new Promise((resolve, reject) => {
      open.set(message.header.msg_id, {
        options: followOptions,
        resolve,
        reject,
        reply: undefined,
        idle: false,
      });
      send(followOptions.channel ?? 'shell', message);
    });
  };

  return {
    process: kernel,
    request,
    execute: (code, content = {}, followOptions = {}) =>
      request(
        'execute_request',
        {
          code,
          silent: false,
          store_history: true,
          user_expressions: {},
          allow_stdin: followOptions.onInput !== undefined,
          stop_on_error: true,
          ...content,
        },
        followOptions,
      ),
    onLate: (receive) => {
      late = receive;
    },
    interrupt: () => kernel.signal('SIGINT'),
    greet: async () => {
      // A subscription takes a moment: until something was heard, outputs could be missed.
      for (;;) {
        const hello = request('kernel_info_request', {});
        await Promise.race([hello, pause(helloEveryMs)]);
        if (heardAnything) {
          await hello;
          return;
        }
        hello.catch(() => undefined);
        if (dead !== undefined) throw dead;
      }
    },
    close: async () => {
      const gone = kernel.ended;
      if (dead === undefined) {
        request('shutdown_request', { restart: false }, { channel: 'control' }).catch(() => undefined);
      }
      const ended = await Promise.race([gone.then(() => true), pause(closeGraceMs).then(() => false)]);
      if (!ended) kernel.signal('SIGKILL');
      await gone;
      for (const socket of [dealers.shell, dealers.control, dealers.stdin, subscriber]) socket.close();
      kernel.clean();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
