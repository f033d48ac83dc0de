import { toUnits } from './answers.js';
import { createHistory } from './history.js';
import { kernelInfo } from './kernel-info.js';
import type { ExecuteOrder, Failure, Order, Report } from './link.js';
import type { Sockets, TwoWay } from './sockets.js';
import { makeHeader, type Message } from './wire.js';

/** What is said on the channels: requests are answered in order, outputs go to the request that made them. */
export interface Conversation {
  receive(channel: TwoWay, message: Message): void;
  /** Something that the main thread said. */
  heard(report: Report): void;
  /** Tells the running cell that it cannot be interrupted. */
  cannotInterrupt(): void;
}

export interface ConversationParts {
  readonly sockets: Pick<Sockets, 'send' | 'flush'>;
  readonly order: (one: Order) => void;
  readonly interrupt: () => void;
  /** Passes an answer to the cell that waits for it. */
  readonly answered: (text: string) => void;
}

type Content = Readonly<Record<string, unknown>>;
interface Executing {
  readonly request: Message;
  readonly order: ExecuteOrder;
  readonly stopOnError: boolean;
  readonly next: () => void;
}

/** After an error, requests that were sent before it was known may still be on their way. */
const abortGraceMs = 20;
/** A main thread that computes does not hear that it shall end. */
const shutdownGraceMs = 500;

export function createConversation({ sockets, order, interrupt, answered }: ConversationParts): Conversation {
  const session = makeHeader('', '').msg_id;
  const history = createHistory();
  const waiting: Message[] = [];
  const requests = new Map<number, Message>();
  const questions = new Map<number, (content: Content) => void>();
  let busy = false;
  let count = 0;
  let cells = 0;
  let asked = 0;
  let executing: Executing | undefined;

  const publish = (type: string, content: Content, parent: Message | undefined): void =>
    sockets.send('iopub', {
      identities: [Buffer.from(`kernel.${type}`)],
      header: makeHeader(type, session),
      parent: parent?.header ?? {},
      metadata: {},
      content,
      buffers: [],
    });
  const reply = (channel: TwoWay, request: Message, content: Content): void =>
    sockets.send(channel, {
      identities: request.identities,
      header: makeHeader(request.header.msg_type.replace(/_request$/, '_reply'), session),
      parent: request.header,
      metadata: {},
      content,
      buffers: [],
    });
  const status = (state: 'busy' | 'idle' | 'starting', parent?: Message): void =>
    publish('status', { execution_state: state }, parent);

  const beginExecution = (request: Message, next: () => void): void => {
    const { code, silent, store_history, user_expressions, allow_stdin, stop_on_error } = request.content;
    const source = typeof code === 'string' ? code : '';
    const quiet = silent === true;
    const keep = !quiet && store_history !== false;
    if (keep) count++;
    if (keep && source.trim() !== '') history.add(count, source);
    const cell = ++cells;
    requests.set(cell, request);
    const one: ExecuteOrder = {
      kind: 'execute',
      cell,
      count: keep ? count : count + 1,
      code: source,
      silent: quiet,
      userExpressions: (user_expressions ?? {}) as Readonly<Record<string, string>>,
      allowStdin: allow_stdin === true,
    };
    executing = { request, order: one, stopOnError: stop_on_error !== false, next };
    // The main thread begins while this is signed and sent; what it says is heard after it.
    order(one);
    if (!quiet) publish('execute_input', { code: source, execution_count: one.count }, request);
  };

  const endExecution = (failure: Failure | undefined, userExpressions: Content, dying = false): void => {
    if (executing === undefined) return;
    const { request, order: ended, stopOnError, next } = executing;
    executing = undefined;
    const numbered = { execution_count: ended.count, payload: [] };
    if (failure === undefined) {
      reply('shell', request, { status: 'ok', ...numbered, user_expressions: userExpressions });
      next();
      return;
    }
    if (!ended.silent) publish('error', { ...failure }, request);
    reply('shell', request, { status: 'error', ...numbered, ...failure });
    if (!stopOnError || dying) next();
    else {
      setTimeout(() => {
        abortWaiting();
        next();
      }, abortGraceMs);
    }
  };

  /** Cells that were sent together with one that failed are answered, not run. */
  const abortWaiting = (): void => {
    const kept = waiting.filter(({ header }) => header.msg_type !== 'execute_request');
    for (const request of waiting.splice(0)) {
      if (kept.includes(request)) continue;
      status('busy', request);
      reply('shell', request, {
        status: 'aborted',
        execution_count: count,
        payload: [],
        user_expressions: {},
      });
      status('idle', request);
    }
    waiting.push(...kept);
  };

  const ask = (request: Message, kind: 'complete' | 'inspect' | 'is-complete', next: () => void): void => {
    const { code, cursor_pos } = request.content;
    const source = typeof code === 'string' ? code : '';
    const id = ++asked;
    questions.set(id, (content) => {
      reply('shell', request, content);
      next();
    });
    const position = typeof cursor_pos === 'number' ? toUnits(source, cursor_pos) : source.length;
    order({ kind, id, code: source, position });
  };

  const shutDown = (channel: TwoWay, request: Message): void => {
    reply(channel, request, { status: 'ok', restart: request.content['restart'] === true });
    status('idle', request);
    order({ kind: 'shutdown' });
    setTimeout(() => {
      void sockets.flush().then(() => process.kill(process.pid, 'SIGKILL'));
    }, shutdownGraceMs).unref();
  };

  /** Answers a request; `next` is called when the next one may come. */
  const answer = (channel: TwoWay, request: Message, next: () => void): void => {
    const { content } = request;
    const say = (answerContent: Content): void => {
      reply(channel, request, { status: 'ok', ...answerContent });
      next();
    };
    switch (request.header.msg_type) {
      case 'execute_request':
        beginExecution(request, next);
        break;
      case 'kernel_info_request':
        say(kernelInfo());
        break;
      case 'complete_request':
        ask(request, 'complete', next);
        break;
      case 'inspect_request':
        ask(request, 'inspect', next);
        break;
      case 'is_complete_request':
        ask(request, 'is-complete', next);
        break;
      case 'history_request':
        say({ history: history.answer(content) });
        break;
      case 'comm_info_request':
        say({ comms: {} });
        break;
      case 'interrupt_request':
        interrupt();
        say({});
        break;
      case 'shutdown_request':
        shutDown(channel, request);
        break;
      case 'comm_open':
        // Pawl opens no comms and knows no targets: the protocol wants the other side told.
        publish('comm_close', { comm_id: content['comm_id'], data: {} }, request);
        next();
        break;
      case 'comm_msg':
      case 'comm_close':
        next();
        break;
      default:
        say({
          status: 'error',
          ename: 'NotSupported',
          evalue: `this kernel does not know ${request.header.msg_type}`,
          traceback: [],
        });
    }
  };

  const answerNext = (): void => {
    const request = busy ? undefined : waiting.shift();
    if (request === undefined) return;
    busy = true;
    status('busy', request);
    answer('shell', request, () => {
      status('idle', request);
      busy = false;
      answerNext();
    });
  };

  const heardOf = (cell: number, type: string, content: Content): void =>
    publish(type, content, requests.get(cell));

  status('starting');
  return {
    receive: (channel, message) => {
      if (channel === 'shell') {
        waiting.push(message);
        answerNext();
      } else if (channel === 'control') {
        status('busy', message);
        answer('control', message, () => status('idle', message));
      } else if (message.header.msg_type === 'input_reply') {
        const { value } = message.content;
        answered(typeof value === 'string' ? value : '');
      }
    },
    heard: (report) => {
      switch (report.kind) {
        case 'ready':
        case 'interrupted':
          break;
        case 'stream':
          heardOf(report.cell, 'stream', { name: report.name, text: report.text });
          break;
        case 'display':
          heardOf(report.cell, report.update ? 'update_display_data' : 'display_data', {
            data: report.data,
            metadata: report.metadata,
            transient: report.displayId === undefined ? {} : { display_id: report.displayId },
          });
          break;
        case 'clear':
          heardOf(report.cell, 'clear_output', { wait: report.wait });
          break;
        case 'result':
          heardOf(report.cell, 'execute_result', {
            execution_count: executing?.order.count ?? count,
            data: report.data,
            metadata: report.metadata,
          });
          break;
        case 'done':
          if (executing?.order.cell === report.cell) endExecution(report.failure, report.userExpressions);
          break;
        case 'late':
          heardOf(report.cell, 'error', { ...report.failure });
          break;
        case 'answer':
          questions.get(report.id)?.(report.content);
          questions.delete(report.id);
          break;
        case 'ask': {
          const request = requests.get(report.cell);
          if (request === undefined) break;
          sockets.send('stdin', {
            identities: request.identities,
            header: makeHeader('input_request', session),
            parent: request.header,
            metadata: {},
            content: { prompt: report.prompt, password: report.password },
            buffers: [],
          });
          break;
        }
        case 'exit':
          if (executing !== undefined) {
            const evalue = `the code ended the kernel with exit code ${report.code}`;
            endExecution({ ename: 'KernelExit', evalue, traceback: [`KernelExit: ${evalue}`] }, {}, true);
          }
          break;
      }
    },
    cannotInterrupt: () => {
      if (executing === undefined) return;
      publish(
        'stream',
        {
          name: 'stderr',
          text: 'This computation cannot be interrupted: something here follows asynchronous calls with hooks (AsyncLocalStorage on Node 20 does). Wait, or restart the kernel; Node 22 and newer have no such limit.\n',
        },
        executing.request,
      );
    },
  };
}
