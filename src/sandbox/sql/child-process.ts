import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Readable, Writable } from 'node:stream';

const keptErrorText = 2_000;

/**
 * A child sees nothing of our environment. DuckDB takes and returns large blocks with every query: on one thread, from one heap
 * that keeps some of what is freed, they are not asked of the system each time (a tenth of a query's time on Linux).
 */
const env: Readonly<Record<string, string>> = {
  TZ: 'UTC',
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(32 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(64 * 2 ** 20),
};

/** How a request to a child ended: its answer, or how the process did. */
export type Reply =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'died'; readonly signal: string | null; readonly errorText: string };

/** What a child is started with. */
export interface ChildSettings {
  /** The database file, opened read-only; null for an empty one in memory. */
  readonly database: string | null;
  /** DuckDB's own memory limit, in MiB. */
  readonly memoryMiB: number;
  /** Resident size at which the child ends itself, in MiB. */
  readonly residentMiB: number;
}

/** One process that answers one request at a time. While nothing is asked it does not keep our process alive. */
export class QueryProcess {
  readonly #process: ChildProcess;
  readonly #output: Readable;
  readonly #ended: Promise<void>;
  #received: string[] = [];
  #errorText = '';
  #waiting: { readonly settle: (reply: Reply) => void; readonly timer: NodeJS.Timeout } | undefined;
  #over = false;

  constructor(settings: ChildSettings) {
    const script = fileURLToPath(new URL('./child/run-queries.mjs', import.meta.url));
    this.#process = spawn(process.execPath, ['--max-old-space-size=192', script, JSON.stringify(settings)], {
      env,
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      detached: true, // Ctrl-C at the terminal is ours to handle: it must not reach the children first
    });
    const [input, , errors, output] = this.#process.stdio;
    this.#output = output as Readable;
    this.#output.setEncoding('utf8');
    this.#output.on('data', (chunk: string) => this.#receive(chunk));
    this.#output.on('error', () => undefined);
    (input as Writable).on('error', () => undefined); // a closed pipe: the exit is reported below
    (errors as Readable).on('data', (chunk: Buffer) => {
      this.#errorText = (this.#errorText + chunk.toString('utf8')).slice(-keptErrorText);
    });
    this.#ended = new Promise((resolve) => {
      const end = (signal: string | null): void => {
        this.#over = true;
        this.#settle({ kind: 'died', signal, errorText: this.#errorText.trim() });
        resolve();
      };
      this.#process.on('close', (_code, signal) => end(signal));
      this.#process.on('error', (error) => {
        this.#errorText += error.message;
        if (this.#process.pid === undefined) end(null);
      });
    });
    this.#hold(false);
  }

  /** Whether the process has ended or is about to. */
  get over(): boolean {
    return this.#over;
  }

  /** Sends a request (null: only waits for the first sign of life) and waits for its one answer. Kills the process at the limit. */
  ask(request: object | null, limitMs: number): Promise<Reply> {
    if (this.#over) return Promise.resolve({ kind: 'died', signal: null, errorText: this.#errorText.trim() });
    return new Promise((settle) => {
      const timer = setTimeout(() => {
        this.#settle({ kind: 'timed-out' });
        void this.end();
      }, limitMs);
      this.#waiting = { settle, timer };
      this.#hold(true);
      if (request !== null) this.#process.stdin?.write(`${JSON.stringify(request)}\n`);
    });
  }

  /** Kills the process and waits for its end. */
  async end(): Promise<void> {
    if (!this.#over) this.#hold(true); // whoever waits for the end must not find Node gone before it
    this.#over = true;
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  #receive(chunk: string): void {
    this.#received.push(chunk);
    if (!chunk.includes('\n')) return;
    const text = this.#received.join('');
    this.#received = [];
    this.#settle({ kind: 'answer', text: text.slice(0, text.indexOf('\n')) });
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    clearTimeout(waiting.timer);
    if (!this.#over) this.#hold(false);
    waiting.settle(reply);
  }

  /** Whether the child keeps our process alive. */
  #hold(held: boolean): void {
    const method = held ? 'ref' : 'unref';
    this.#process[method]();
    for (const stream of this.#process.stdio) {
      (stream as unknown as Partial<Record<'ref' | 'unref', () => void>> | null)?.[method]?.();
    }
  }
}
