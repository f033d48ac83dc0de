import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { cacheFolder } from '../../data-folder.js';
import { messageOf, PawlError } from '../../errors.js';
import type { Json } from '../../json.js';
import { LockedProcess, type Reply } from './child-process.js';
import { childFolder, engineVersion, pyodideFolder } from './engine.js';
import { ensureMemoryImage, imageBytes, type MemoryImage } from './memory-image.js';
import type { IsolationReport, PythonJob, PythonOutcome, PythonSandbox } from './python-sandbox.js';

const mebibyte = 2 ** 20;
const startLimitMs = 60_000;
const largestAnswer = 9 * mebibyte;
/** A child whose memory grew by more than this is replaced, since WebAssembly memory never shrinks. */
const keptGrowth = 64 * mebibyte;

export interface PythonSandboxOptions {
  /** How many interpreters run at once; default: two, or one on a single core. */
  readonly children?: number;
  /** Cap of each interpreter's memory, in MiB; default 256. */
  readonly memoryMiB?: number;
  /** Where the memory image is kept; default: Pawl's cache folder. */
  readonly cacheFolder?: string;
}

interface Waiting {
  readonly job: PythonJob;
  readonly settle: (outcome: PythonOutcome) => void;
}

/**
 * Makes a pool of hardened Python interpreters (CPython compiled to WebAssembly, each in a locked-down process). Nothing is started before the
 * first job.
 *
 * @param options.children how many run at once
 * @param options.memoryMiB cap of each interpreter's memory
 * @param options.cacheFolder where the prepared memory image is kept
 * @example
 * const sandbox = createPythonSandbox();
 * await sandbox.run({ driver: 'def main(n): return n + 1', payload: 1, timeoutMs: 2000 }); // { kind: 'value', value: 2 }
 * await sandbox.close();
 */
export function createPythonSandbox(options: PythonSandboxOptions = {}): PythonSandbox {
  return new Pool(
    options.children ?? Math.min(2, availableParallelism()),
    (options.memoryMiB ?? 256) * mebibyte,
    options.cacheFolder ?? cacheFolder(),
  );
}

class Pool implements PythonSandbox {
  readonly engine: string = engineVersion();
  readonly #most: number;
  readonly #memoryLimit: number;
  readonly #cacheFolder: string;
  readonly #waiting: Waiting[] = [];
  readonly #idle: LockedProcess[] = [];
  readonly #all = new Set<LockedProcess>();
  #busy = 0;
  #image: Promise<MemoryImage> | undefined;
  #closed = false;

  constructor(most: number, memoryLimit: number, folder: string) {
    this.#most = most;
    this.#memoryLimit = memoryLimit;
    this.#cacheFolder = folder;
  }

  run(job: PythonJob): Promise<PythonOutcome> {
    if (this.#closed) return Promise.resolve({ kind: 'infrastructure', message: 'the sandbox is closed' });
    return new Promise((settle) => {
      this.#waiting.push({ job, settle });
      this.#dispatch();
    });
  }

  async inspect(): Promise<IsolationReport> {
    const child = await this.#child();
    const probe = Buffer.alloc(4, 0xff);
    const reply = await child.ask([probe], startLimitMs);
    this.#release(child);
    if (reply.kind !== 'answer')
      throw new PawlError('sandbox', `the walls could not be probed: ${reply.kind}`);
    const walls = JSON.parse(reply.body.toString('utf8')) as IsolationReport['walls'];
    return { engine: this.engine, walls, reset: 'memory-snapshot' };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of this.#waiting.splice(0))
      settle({ kind: 'infrastructure', message: 'the sandbox was closed' });
    await Promise.all([...this.#all].map((child) => child.end()));
    this.#all.clear();
    this.#idle.length = 0;
  }

  #dispatch(): void {
    while (this.#busy < this.#most) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#busy += 1;
      void this.#finish(next.job).then((outcome) => {
        this.#busy -= 1;
        next.settle(outcome);
        this.#dispatch();
      });
    }
  }

  /** Runs a job, and once more where the first end may have been the machine's doing. */
  async #finish(job: PythonJob): Promise<PythonOutcome> {
    try {
      const first = await this.#attempt(job);
      if (first.kind === 'answer') return outcomeOf(first.body);
      if (this.#closed) return { kind: 'infrastructure', message: 'the sandbox was closed' };
      if (first.kind === 'forged')
        return { kind: 'infrastructure', message: `the child sent ${first.message}` };
      const second = await this.#attempt(job);
      if (second.kind === 'answer') return outcomeOf(second.body);
      if (second.kind === 'forged')
        return { kind: 'infrastructure', message: `the child sent ${second.message}` };
      return second.kind === 'timed-out' ? { kind: 'timed-out' } : outcomeOfDeath(second);
    } catch (error) {
      return { kind: 'infrastructure', message: messageOf(error) };
    }
  }

  async #attempt(job: PythonJob): Promise<Reply> {
    const child = await this.#child();
    const driver = Buffer.from(job.driver, 'utf8');
    const head = Buffer.alloc(4);
    head.writeUInt32LE(driver.length, 0);
    const reply = await child.ask(
      [head, driver, Buffer.from(JSON.stringify(job.payload), 'utf8')],
      job.timeoutMs,
    );
    this.#release(child, reply);
    return reply;
  }

  #release(child: LockedProcess, reply?: Reply): void {
    const fit =
      reply === undefined ||
      (reply.kind === 'answer' && reply.body.subarray(0, 11).toString('latin1') === '{"fit":true');
    if (fit && !this.#closed && !child.over) this.#idle.push(child);
    else {
      this.#all.delete(child);
      void child.end();
    }
  }

  /** An idle child, or a new one. */
  async #child(): Promise<LockedProcess> {
    for (;;) {
      const child = this.#idle.pop();
      if (child === undefined) break;
      if (!child.over) return child;
      this.#all.delete(child);
    }
    this.#image ??= ensureMemoryImage(this.#cacheFolder, this.#memoryLimit);
    return this.#start(await this.#image);
  }

  async #start(image: MemoryImage): Promise<LockedProcess> {
    const pyodide = pyodideFolder();
    const imageFile = realpathSync(image.file);
    const child = new LockedProcess(
      join(childFolder(), 'run-jobs.mjs'),
      { readable: [`${pyodide}/*`, `${childFolder()}/*`, imageFile], memoryLimitBytes: this.#memoryLimit },
      largestAnswer,
    );
    this.#all.add(child);
    const hello = JSON.stringify({
      pyodideFolder: `${pathToFileURL(pyodide).href}/`,
      imageFile,
      imageOffset: image.offset,
      functions: image.functions,
      stackPointer: image.stackPointer,
      memoryLimit: this.#memoryLimit,
      retireAt: imageBytes(image) + keptGrowth,
    });
    const reply = await child.ask([Buffer.from(hello, 'utf8')], startLimitMs);
    if (reply.kind === 'answer') return child;
    this.#all.delete(child);
    await child.end();
    const why = reply.kind === 'died' ? reply.errorText : reply.kind;
    throw new PawlError('sandbox', `a Python interpreter could not be started: ${why.trim()}`, {
      hint: 'run `pawl doctor`',
    });
  }
}

/** Reads a child's answer. */
function outcomeOf(body: Buffer): PythonOutcome {
  const { outcome } = JSON.parse(body.toString('utf8')) as { outcome: readonly [string, ...Json[]] };
  const [kind, first, second] = outcome;
  switch (kind) {
    case 'value':
      return { kind, value: first ?? null };
    case 'raised':
      return first === 'MemoryError'
        ? { kind: 'out-of-memory' }
        : { kind, type: String(first), message: String(second) };
    case 'out-of-memory':
      return { kind };
    default:
      return { kind: 'infrastructure', message: String(first) };
  }
}

/** A process that died twice over the same job did so because of the code, unless somebody ended it from outside. */
function outcomeOfDeath(death: Extract<Reply, { kind: 'died' }>): PythonOutcome {
  if (/out of memory|allocation failed/i.test(death.errorText) || death.signal === 'SIGKILL')
    return { kind: 'out-of-memory' };
  if (death.signal === 'SIGTERM' || death.signal === 'SIGINT' || death.signal === 'SIGHUP') {
    return { kind: 'infrastructure', message: `the child was ended by ${death.signal}` };
  }
  return {
    kind: 'raised',
    type: 'InterpreterCrash',
    message: `the interpreter's process ended (${death.signal ?? `code ${death.code}`})`,
  };
}
