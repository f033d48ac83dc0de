import type { Json } from '../../json.js';

/**
 * One piece of work in the sandbox. `driver` is trusted Python source that defines `main(payload)`; it runs in the same
 * interpreter as the untrusted code it executes, so nothing that it holds is a secret from that code: expected values never go in.
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
  /** An exception left `main` (SystemExit and KeyboardInterrupt too), or the interpreter ended itself. */
  | { readonly kind: 'raised'; readonly type: string; readonly message: string }
  /** Killed at the wall-clock limit, twice: a time-out is confirmed by one rerun. */
  | { readonly kind: 'timed-out' }
  /** Killed at, or failed against, the memory cap. */
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
