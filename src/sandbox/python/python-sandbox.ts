import type { Json } from '../../json.js';

/**
 * One piece of work in the sandbox. `driver` is trusted Python source that defines `main(payload)`; it runs in the same
 * interpreter as the untrusted code it executes, so nothing that it holds is a secret from that code: expected values never go in.
 * It is loaded once a child (at most eight different ones are kept) and every job finds it as just loaded. `main` may return None, bool, int, float, str, list and dict with str keys, of exactly these types. Anything else ends the job as
 * raised `TypeError`, and so do nan, infinities and integers beyond 2^53 - 1, which JSON would change silently: send them as text. A result
 * above 8 MiB ends it as raised `ResultTooLarge`. What is printed is thrown away.
 */
export interface PythonJob {
  readonly driver: string;
  readonly payload: Json;
  /** Wall-clock limit of the whole job, in milliseconds, measured by the parent. */
  readonly timeoutMs: number;
}

/** How a job ended. `value` is what `main` returned; the others are observations about the untrusted code, or a fault of the machine. */
export type PythonOutcome =
  | { readonly kind: 'value'; readonly value: Json }
  /**
   * An exception left `main` (SystemExit and KeyboardInterrupt too), or the interpreter ended itself: `SystemExit` for `os._exit`, `Aborted`
   * for `os.abort`, `RecursionError` when its stack ran out, `SandboxViolation` when it asked for what is barred, `InterpreterCrash`
   * otherwise.
   */
  | { readonly kind: 'raised'; readonly type: string; readonly message: string }
  /** Killed at the wall-clock limit, twice: a time-out is confirmed by one rerun. */
  | { readonly kind: 'timed-out' }
  /** Killed at, or failed against, the memory cap; a `MemoryError` that left `main`. */
  | { readonly kind: 'out-of-memory' }
  /** The sandbox itself failed (child could not start, died without a cause of the code's): says nothing about the code. */
  | { readonly kind: 'infrastructure'; readonly message: string };

/** Which walls are in force, for `pawl doctor`. */
export interface IsolationReport {
  /** e.g. `pyodide 314.0.7 (CPython 3.14.0)`; part of every cache key. */
  readonly engine: string;
  readonly walls: readonly { readonly name: string; readonly inForce: boolean; readonly detail: string }[];
  /** How the interpreter is brought back between programs. */
  readonly reset: 'memory-snapshot' | 'respawn';
}

/** A pool of hardened interpreters. Every job starts from the same clean state. */
export interface PythonSandbox {
  /** Runs one job; waits for a free child. Never throws for what the code does. */
  run(job: PythonJob): Promise<PythonOutcome>;
  /** The engine's version, known without starting a child. */
  readonly engine: string;
  /** Starts a child if none runs and probes the walls. */
  inspect(): Promise<IsolationReport>;
  close(): Promise<void>;
}
