import { availableParallelism } from 'node:os';
import { cacheFolder } from '../../data-folder.js';
import { messageOf, PawlError } from '../../errors.js';
import { Children } from './children.js';
import { engineVersion } from './engine.js';
import { probeWalls } from './inspect.js';
import { outcomeOfSilence, readAnswer, type Attempt } from './outcome.js';
import type { IsolationReport, PythonJob, PythonOutcome, PythonSandbox } from './python-sandbox.js';

const mebibyte = 2 ** 20;
const longestTimerMs = 2 ** 31 - 1;

export interface PythonSandboxOptions {
  /** How many interpreters run at once; default: two, or one on a single core. */
  readonly children?: number;
  /** Cap of each interpreter's memory in MiB, at least 64; default 256. */
  readonly memoryMiB?: number;
  /** Where the prepared memory image is kept; default: Pawl's cache folder. */
  readonly cacheFolder?: string;
  /** How an interpreter is brought back between jobs; default: by putting its memory back. */
  readonly reset?: 'memory-snapshot' | 'respawn';
  /** For tests of the pool itself: another script in the child's place; whether a silent job is run once more (default true). */
  readonly overrides?: { readonly script?: string; readonly confirm?: boolean };
}

/**
 * Makes a pool of hardened Python interpreters: CPython compiled to WebAssembly, each in a locked-down process of its own. Nothing is started
 * before the first job; an idle pool does not keep the process alive, but call `close()` to leave nothing behind at once.
 *
 * @param options.children how many run at once (default: two, or one on a single core)
 * @param options.memoryMiB cap of each interpreter's memory in MiB (default 256)
 * @param options.cacheFolder where the memory image is kept (default: the cache folder)
 * @throws PawlError `usage` for numbers that make no sense
 * @example
 * const sandbox = createPythonSandbox();
 * await sandbox.run({ driver: 'def main(n): return n + 1', payload: 1, timeoutMs: 2000 }); // { kind: 'value', value: 2 }
 * await sandbox.close();
 */
export function createPythonSandbox(options: PythonSandboxOptions = {}): PythonSandbox {
  const children = options.children ?? Math.min(2, availableParallelism());
  const memoryMiB = options.memoryMiB ?? 256;
  if (!Number.isInteger(children) || children < 1) {
    throw new PawlError('usage', `children: expected a whole number of at least 1, got ${children}`);
  }
  if (!Number.isInteger(memoryMiB) || memoryMiB < 64 || memoryMiB > 4096) {
    throw new PawlError('usage', `memoryMiB: expected a whole number from 64 to 4096, got ${memoryMiB}`);
  }
  return new Pool(
    children,
    new Children({
      memoryLimitBytes: memoryMiB * mebibyte,
      cacheFolder: options.cacheFolder ?? cacheFolder(),
      reset: options.reset ?? 'memory-snapshot',
      script: options.overrides?.script,
    }),
    { reset: options.reset ?? 'memory-snapshot', confirm: options.overrides?.confirm ?? true },
  );
}

interface Waiting {
  readonly job: PythonJob;
  readonly settle: (outcome: PythonOutcome) => void;
}

interface Habits {
  readonly reset: IsolationReport['reset'];
  /** Whether a job that did not answer is run once more. */
  readonly confirm: boolean;
}

class Pool implements PythonSandbox {
  readonly engine: string = engineVersion();
  readonly #most: number;
  readonly #children: Children;
  readonly #habits: Habits;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #closed = false;

  constructor(most: number, children: Children, habits: Habits) {
    this.#most = most;
    this.#children = children;
    this.#habits = habits;
  }

  async run(job: PythonJob): Promise<PythonOutcome> {
    if (!(job.timeoutMs > 0 && job.timeoutMs <= longestTimerMs)) {
      throw new PawlError('bad-input', `timeoutMs: expected milliseconds above 0, got ${job.timeoutMs}`);
    }
    if (this.#closed) return closed;
    return new Promise((settle) => {
      this.#waiting.push({ job, settle });
      this.#dispatch();
    });
  }

  async inspect(): Promise<IsolationReport> {
    const walls = await probeWalls(this.#children, (job) => this.#attempt(job));
    return { engine: this.engine, walls, reset: this.#habits.reset };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of this.#waiting.splice(0)) settle(closed);
    await this.#children.close();
  }

  #dispatch(): void {
    while (this.#running < this.#most) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running += 1;
      void this.#finish(next.job).then((outcome) => {
        this.#running -= 1;
        next.settle(outcome);
        this.#dispatch();
      });
    }
  }

  /** Runs a job, and once more where its end may have been the machine's doing: a limit passed, a process gone. */
  async #finish(job: PythonJob): Promise<PythonOutcome> {
    try {
      const first = await this.#attempt(job);
      if (first.kind === 'answered') return first.outcome;
      if (first.kind === 'forged' || !this.#habits.confirm) return outcomeOfSilence(first);
      if (this.#closed) return closed;
      const second = await this.#attempt(job);
      if (second.kind === 'answered') return second.outcome;
      return this.#closed ? closed : outcomeOfSilence(second);
    } catch (error) {
      return { kind: 'infrastructure', message: messageOf(error) };
    }
  }

  async #attempt(job: PythonJob): Promise<Attempt> {
    const child = await this.#children.take();
    let fit = false;
    try {
      const reply = await child.ask(jobMessage(job), job.timeoutMs);
      if (reply.kind !== 'answer') return reply;
      const answer = readAnswer(reply.body);
      fit = answer.fit;
      return { kind: 'answered', outcome: answer.outcome };
    } finally {
      this.#children.giveBack(child, fit);
    }
  }
}

/** A job as the child reads it: the driver's length, the driver, the payload as JSON. */
function jobMessage(job: PythonJob): readonly Buffer[] {
  const driver = Buffer.from(job.driver, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(driver.length, 0);
  return [length, driver, Buffer.from(JSON.stringify(job.payload), 'utf8')];
}

const closed: PythonOutcome = { kind: 'infrastructure', message: 'the sandbox is closed' };
