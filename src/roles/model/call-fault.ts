/** Why an attempt brought no answer. */
export type FaultKind =
  | 'http' // the server answered with an error
  | 'unreachable' // no connection came about
  | 'reset' // the connection broke
  | 'silent' // no answer began within the idle limit
  | 'stalled' // an answer began and stopped
  | 'not-a-message' // 200 with something else, e.g. a page of HTML
  | 'deadline' // the time for the whole call is over
  | 'cut-off'; // the run is ending and waits no longer

/** One failed attempt. */
export class CallFault extends Error {
  readonly kind: FaultKind;
  readonly status: number | null;
  /** What the server asks to wait. */
  readonly retryAfterMs: number | null;
  /** Whether trying again can help. */
  readonly retryable: boolean;
  /** Whether the server may have begun to work, and so to charge. */
  readonly mayBeBilled: boolean;

  constructor(
    kind: FaultKind,
    message: string,
    options: {
      readonly status?: number;
      readonly retryAfterMs?: number | null;
      readonly retryable?: boolean;
    } = {},
  ) {
    super(message);
    this.name = 'CallFault';
    this.kind = kind;
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.retryable = options.retryable ?? ['unreachable', 'reset', 'silent', 'stalled'].includes(kind);
    this.mayBeBilled = ['reset', 'silent', 'stalled', 'deadline', 'cut-off'].includes(kind);
  }
}

const passing = new Set([408, 409, 429, 500, 502, 503, 504, 529]);

/** An answer with an error status. */
export function httpFault(status: number, message: string, retryAfterMs: number | null): CallFault {
  return new CallFault('http', `${status} ${message}`, {
    status,
    retryAfterMs,
    retryable: passing.has(status),
  });
}

/**
 * Reads `retry-after`: seconds or a date.
 *
 * @param now milliseconds since 1970
 * @example
 * readRetryAfter('2', 0) // 2000
 */
export function readRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  const seconds = Number(text);
  if (text.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
