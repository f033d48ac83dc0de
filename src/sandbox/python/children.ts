import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PawlError } from '../../errors.js';
import { childFolder, pyodideFolder } from './engine.js';
import { Guardian } from './guardian.js';
import { LockedProcess } from './locked-process.js';
import { ensureMemoryImage, type MemoryImage } from './memory-image.js';

const mebibyte = 2 ** 20;
const startLimitMs = 60_000;
/** The child cuts results at 8 MiB; the rest is for the frame around them. */
const largestAnswerBytes = 9 * mebibyte;
/** A child whose memory grew by more than this is replaced, since WebAssembly memory never shrinks. */
const keptGrowthBytes = 64 * mebibyte;

/** After so many failed starts in a row no other is tried: each takes a second and thousands of jobs may wait. */
const mostFailures = 4;

export interface ChildrenOptions {
  readonly memoryLimitBytes: number;
  readonly cacheFolder: string;
  /** `respawn` replaces a child after every job instead of putting its memory back. */
  readonly reset: 'memory-snapshot' | 'respawn';
  /** Another script than the real child's, for tests. */
  readonly script: string | undefined;
}

/**
 * The interpreters of a pool: starts them, keeps the idle ones, replaces those that are spent. After the first replacement one interpreter is
 * kept started in reserve, so that the next replacement costs no time.
 */
export class Children {
  readonly #options: ChildrenOptions;
  readonly #idle: LockedProcess[] = [];
  readonly #all = new Set<LockedProcess>();
  #guardian: Guardian | undefined;
  #image: Promise<MemoryImage> | undefined;
  #reserve: Promise<LockedProcess | undefined> | undefined;
  /** Failed starts since the last one that succeeded. */
  readonly #failures: unknown[] = [];
  #closed = false;

  constructor(options: ChildrenOptions) {
    this.#options = options;
  }

  /** Whether a process stands by to kill the children should ours be killed. */
  get guarded(): boolean {
    return this.#guardian?.standsBy ?? false;
  }

  /**
   * An idle interpreter, the one in reserve, or a new one.
   *
   * @throws PawlError `sandbox` when none can be started
   */
  async take(): Promise<LockedProcess> {
    for (let child = this.#idle.pop(); child !== undefined; child = this.#idle.pop()) {
      if (!child.over) return child;
      this.#all.delete(child);
    }
    const reserve = this.#reserve;
    this.#reserve = undefined;
    const ready = await reserve;
    if (ready !== undefined && !ready.over) {
      this.#keepReserve();
      return ready;
    }
    return this.#start();
  }

  /** Gives an interpreter back: `fit` says whether it may be used again. */
  giveBack(child: LockedProcess, fit: boolean): void {
    if (fit && !child.over && !this.#closed && this.#options.reset === 'memory-snapshot') {
      this.#idle.push(child);
      return;
    }
    this.#all.delete(child);
    void child.end();
    this.#keepReserve();
  }

  /** Ends every process and waits until they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((child) => child.end()));
    await this.#reserve;
    await this.#guardian?.end();
    this.#all.clear();
    this.#idle.length = 0;
  }

  #keepReserve(): void {
    if (this.#closed) return;
    this.#reserve ??= this.#start().catch(() => undefined); // whoever needs one next will meet the same trouble
  }

  /** Starts an interpreter; once more should the image have been damaged or removed since it was last looked at. */
  async #start(): Promise<LockedProcess> {
    try {
      return await this.#startOnce();
    } catch {
      return await this.#startOnce();
    }
  }

  async #startOnce(): Promise<LockedProcess> {
    if (this.#failures.length >= mostFailures) throw this.#failures[0];
    this.#guardian ??= process.platform === 'win32' ? undefined : new Guardian();
    this.#image ??= ensureMemoryImage(this.#options.cacheFolder, (child) => this.#all.add(child));
    try {
      const child = await this.#startOn(await this.#image);
      this.#failures.length = 0;
      return child;
    } catch (error) {
      this.#image = undefined;
      this.#failures.push(error);
      throw error;
    }
  }

  async #startOn(image: MemoryImage): Promise<LockedProcess> {
    if (this.#closed) throw new PawlError('sandbox', 'the sandbox is closed');
    const { memoryLimitBytes, script } = this.#options;
    const pyodide = pyodideFolder();
    const imageFile = realpathSync(image.file);
    const child = new LockedProcess({
      script: script ?? join(childFolder(), 'run-jobs.mjs'),
      readable: [`${pyodide}/*`, `${childFolder()}/*`, imageFile, ...(script === undefined ? [] : [script])],
      memoryLimitBytes,
      largestAnswerBytes,
      guardian: this.#guardian,
    });
    this.#all.add(child);
    const hello = JSON.stringify({
      pyodideFolder: `${pathToFileURL(pyodide).href}/`,
      imageFile,
      imageOffset: image.offset,
      layout: image.layout,
      memoryLimit: memoryLimitBytes,
      retireAt: image.memoryBytes + keptGrowthBytes,
    });
    const reply = await child.ask([Buffer.from(hello, 'utf8')], startLimitMs);
    if (reply.kind === 'answer') return child;
    this.#all.delete(child);
    await child.end();
    throw new PawlError('sandbox', `a Python interpreter could not be started: ${reply.why}`, {
      hint: 'run `pawl doctor`',
    });
  }
}
