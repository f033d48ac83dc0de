import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { messageOf } from '../../errors.js';
import { frame, FrameReader } from './frames.js';
import type { Guardian } from './guardian.js';
import { lockedFlags } from './locked-flags.js';

const keptErrorText = 4000;

export interface LockedProcessOptions {
  /** Absolute path of the script, symbolic links resolved. */
  readonly script: string;
  /** What the process may read, as `--allow-fs-read` takes it; everything else is refused. */
  readonly readable: readonly string[];
  readonly memoryLimitBytes: number;
  /** A longer answer than this ends the process. */
  readonly largestAnswerBytes: number;
  /** Kills the process should ours die. */
  readonly guardian?: Guardian | undefined;
}

/** How a question to a child ended: its answer, or why there is none. */
export type Reply =
  | { readonly kind: 'answer'; readonly body: Buffer }
  | { readonly kind: 'timed-out'; readonly why: string }
  | { readonly kind: 'died'; readonly signal: string | null; readonly why: string }
  /** It sent what no child sends, such as a message without the nonce of the question. */
  | { readonly kind: 'forged'; readonly why: string };

interface Question {
  readonly nonce: string;
  readonly settle: (reply: Reply) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * One locked-down process that answers one question at a time. Its standard output is discarded; messages travel on a descriptor of their
 * own, each with a nonce that is new for each question. While nothing is asked it does not keep our process alive.
 */
export class LockedProcess {
  readonly #process: ChildProcess;
  readonly #input: Writable | null;
  readonly #output: Readable | null;
  readonly #ended: Promise<void>;
  #errorText = '';
  #question: Question | undefined;
  #over = false;

  constructor(options: LockedProcessOptions) {
    this.#process = spawn(process.execPath, [...lockedFlags(options), options.script], {
      env: { PYTHONHASHSEED: '0', HOME: '/' },
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      detached: true, // Ctrl-C at the terminal is ours to handle: it must not reach the children before we have saved
      cwd: '/',
    });
    const [input, , errors, output] = this.#process.stdio;
    this.#input = input;
    this.#output = output instanceof Socket ? output : null;
    const { guardian } = options;
    if (this.#process.pid !== undefined) guardian?.watch(this.#process.pid);

    const reader = new FrameReader(options.largestAnswerBytes);
    this.#output?.on('data', (chunk: Buffer) => {
      try {
        for (const { nonce, body } of reader.push(chunk)) this.#receive(nonce, body);
      } catch (error) {
        this.#reject(messageOf(error));
      }
    });
    errors?.on('data', (chunk: Buffer) => {
      this.#errorText = (this.#errorText + chunk.toString('utf8')).slice(-keptErrorText);
    });
    for (const stream of [input, errors, output]) stream?.on('error', () => undefined); // the exit tells more

    this.#ended = new Promise((resolve) => {
      const end = (code: number | null, signal: string | null): void => {
        this.#over = true;
        if (this.#process.pid !== undefined) guardian?.forget(this.#process.pid);
        const how = signal ?? (code === null ? 'it could not be started' : `exit code ${code}`);
        this.#settle({ kind: 'died', signal, why: `${how} ${this.#errorText.trim()}`.trim() });
        resolve();
      };
      this.#process.on('close', end);
      this.#process.on('error', (error) => {
        this.#errorText += error.message;
        if (this.#process.pid === undefined) end(null, null);
      });
    });
    this.#holdOurProcess(false);
  }

  /** Whether it has ended or was told to. */
  get over(): boolean {
    return this.#over;
  }

  /** Asks one question; at the limit the process is killed. */
  ask(parts: readonly Buffer[], timeoutMs: number): Promise<Reply> {
    return new Promise((settle) => {
      if (this.#over) {
        settle({ kind: 'died', signal: null, why: this.#errorText.trim() });
        return;
      }
      const nonce = randomBytes(16).toString('hex');
      const timer = setTimeout(() => {
        // The answer may lie in the pipe already while our own thread was busy: let one round of reading pass first.
        setImmediate(() => {
          if (this.#question?.nonce !== nonce) return;
          this.kill();
          this.#settle({ kind: 'timed-out', why: `no answer within ${timeoutMs} ms` });
        });
      }, timeoutMs);
      this.#question = { nonce, settle, timer };
      this.#holdOurProcess(true);
      this.#input?.write(frame(nonce, ...parts));
    });
  }

  kill(): void {
    this.#over = true;
    this.#process.kill('SIGKILL');
  }

  /** Kills the process and waits until it is gone. */
  async end(): Promise<void> {
    this.#process.ref();
    this.kill();
    await this.#ended;
  }

  #receive(nonce: string, body: Buffer): void {
    if (nonce !== this.#question?.nonce) this.#reject('a message without the nonce of the question');
    else this.#settle({ kind: 'answer', body });
  }

  #reject(why: string): void {
    this.kill();
    this.#settle({ kind: 'forged', why });
  }

  #settle(reply: Reply): void {
    const question = this.#question;
    if (question === undefined) return;
    this.#question = undefined;
    clearTimeout(question.timer);
    this.#holdOurProcess(false);
    question.settle(reply);
  }

  /** Whether our process stays alive for this one's sake. */
  #holdOurProcess(hold: boolean): void {
    for (const one of [this.#process, ...this.#process.stdio]) {
      if (one === this.#process || one instanceof Socket) {
        if (hold) one.ref();
        else one.unref();
      }
    }
  }
}
