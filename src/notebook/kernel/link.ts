/**
 * What the two sides of the kernel say to each other: the front (a worker thread that holds the sockets and stays
 * responsive) and the back (the main thread, where TypeScript and the notebook's code run).
 */

/** An error as Jupyter shows it. */
export interface Failure {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** MIME type → content. */
export interface Bundle {
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type UserExpression = ({ readonly status: 'ok' } & Bundle) | ({ readonly status: 'error' } & Failure);

export interface ExecuteOrder {
  readonly kind: 'execute';
  /** Unique in the life of the kernel; outputs name it. */
  readonly cell: number;
  /** What `In [ ]` shows. */
  readonly count: number;
  readonly code: string;
  readonly silent: boolean;
  readonly userExpressions: Readonly<Record<string, string>>;
  readonly allowStdin: boolean;
}

export interface AskOrder {
  readonly kind: 'complete' | 'inspect' | 'is-complete';
  readonly id: number;
  readonly code: string;
  /** In UTF-16 units. */
  readonly position: number;
}

export type Order = ExecuteOrder | AskOrder | { readonly kind: 'interrupt' } | { readonly kind: 'shutdown' };

export type Report =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'stream';
      readonly cell: number;
      readonly name: 'stdout' | 'stderr';
      readonly text: string;
    }
  | ({
      readonly kind: 'display';
      readonly cell: number;
      readonly displayId: string | undefined;
      readonly update: boolean;
    } & Bundle)
  | { readonly kind: 'clear'; readonly cell: number; readonly wait: boolean }
  | ({ readonly kind: 'result'; readonly cell: number } & Bundle)
  | {
      readonly kind: 'done';
      readonly cell: number;
      readonly failure: Failure | undefined;
      readonly userExpressions: Readonly<Record<string, UserExpression>>;
    }
  /** Something that a finished cell had started went wrong. */
  | { readonly kind: 'late'; readonly cell: number; readonly failure: Failure }
  | { readonly kind: 'answer'; readonly id: number; readonly content: Readonly<Record<string, unknown>> }
  /** The back has taken notice of an interrupt. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'ask'; readonly cell: number; readonly prompt: string; readonly password: boolean }
  /** The process is about to end. */
  | { readonly kind: 'exit'; readonly cell: number | undefined; readonly code: number };

/** Cells of the memory that both sides see, as indices of an Int32Array. */
export const slot = {
  /** What the back is doing: see {@link phase}. */
  phase: 0,
  /** 1 once the front has sent all that was reported before `exit`. */
  flushed: 1,
  /** 1 when an answer to `ask` lies in the text area, 2 when there is none. */
  answered: 2,
  /** Bytes of that answer. */
  answerBytes: 3,
  /** 1 while forcing an end would corrupt the process (see decision 071). */
  unsafe: 4,
  /** 1 from an interrupt until the back has taken notice. */
  interrupt: 5,
  /** 1 once signals are noticed while the main thread computes. */
  watching: 6,
} as const;

/** Bytes reserved for an answer to `prompt`. */
export const answerBytes: number = 64 * 1024;

/** Phases of the back. TypeScript's state must not be torn down in the middle, so it is never forced to end there. */
export const phase = { idle: 0, compiling: 1, running: 2 } as const;

/** What both workers are started with. */
export interface FrontData {
  readonly connectionFile: string;
  readonly state: Int32Array;
  readonly answer: Uint8Array;
}
