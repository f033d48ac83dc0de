import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { lockedFlags, type ChildRights } from './engine.js';
import { frame, FrameReader } from './frame-reader.js';

const keptErrorText = 4000;

/** How a question to a child ended: its answer, or how the process did. */
export type Reply =
  | { readonly kind: 'answer'; readonly body: Buffer }
  | { readonly kind: 'timed-out' }
  | {
      readonly kind: 'died';
      readonly signal: string | null;
      readonly code: number | null;
      readonly errorText: string;
    }
  /** It sent something that no child sends, such as a message without the nonce of the question. */
  | { readonly kind: 'forged'; readonly message: string };

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
  readonly #input: Socket;
  readonly #output: Socket;
  readonly #ended: Promise<void>;
  #errorText = '';
  #question: Question | undefined;
  #over = false;

  constructor(script: string, rights: ChildRights, largestAnswer: number) {
    this.#process = spawn(process.execPath, [...lockedFlags(rights), script], {
      env: { PYTHONHASHSEED: '0', HOME: '/' },
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      detached: true, // Ctrl-C at the terminal is ours to handle: it must not reach the children before we have saved
      cwd: '/',
    });
    const [input, , errors, output] = this.#process.stdio;
    this.#input = input as Socket;
    this.#output = output as Socket;
    const reader = new FrameReader(largestAnswer);
    this.#input.on('error', () => undefined); // a closed pipe: the exit is reported below
    this.#output.on('error', () => undefined);
    this.#output.on('data', (chunk: Buffer) => {
      try {
        for (const { nonce, body } of reader.push(chunk)) this.#receive(nonce, body);
      } catch (error) {
        this.#reject(error instanceof Error ? error.message : String(error));
      }
    });
    const errorStream = errors as Socket;
    errorStream.on('data', (chunk: Buffer) => {
      this.#errorText = (this.#errorText + chunk.toString('utf8')).slice(-keptErrorText);
    });
    this.#ended = new Promise((resolve) => {
      const end = (code: number | null, signal: string | null): void => {
        this.#over = true;
        this.#settle({ kind: 'died', signal, code, errorText: this.#errorText });
        resolve();
      };
      this.#process.on('close', end);
      this.#process.on('error', (error) => {
        this.#errorText += error.message;
        if (this.#process.pid === undefined) end(null, null);
      });
    });
    for (const one of [this.#input, this.#output, errorStream]) one.unref();
    this.#process.unref();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get over(): boolean {
    return this.#over;
  }

  /** Asks one question; at the limit the process is killed. */
  ask(parts: readonly Buffer[], timeoutMs: number): Promise<Reply> {
    return new Promise((resolve) => {
      const nonce = randomBytes(16).toString('hex');
      if (this.#over) {
        resolve({ kind: 'died', signal: null, code: null, errorText: this.#errorText });
        return;
      }
      const timer = setTimeout(() => {
        // The answer may lie in the pipe already while our own thread was busy: let one round of reading pass first.
        setImmediate(() => {
          if (this.#question?.nonce !== nonce) return;
          this.#settle({ kind: 'timed-out' });
          this.kill();
        });
      }, timeoutMs);
      this.#question = { nonce, settle: resolve, timer };
      this.#output.ref();
      this.#process.ref();
      this.#input.write(frame(nonce, ...parts));
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
    if (this.#question === undefined || nonce !== this.#question.nonce) {
      this.#reject('a message without the nonce of the question');
      return;
    }
    this.#settle({ kind: 'answer', body });
  }

  #reject(message: string): void {
    this.kill();
    this.#settle({ kind: 'forged', message });
  }

  #settle(reply: Reply): void {
    const question = this.#question;
    if (question === undefined) return;
    this.#question = undefined;
    clearTimeout(question.timer);
    this.#output.unref();
    this.#process.unref();
    question.settle(reply);
  }
}
