/** Why an operation was refused; stable across versions, for programs to switch on. */
export type PawlErrorCode =
  | 'usage' // an option, argument or name that does not exist
  | 'bad-input' // a file, row or value that cannot be used
  | 'bad-expression' // an expression that does not parse or names an unknown op
  | 'bad-grader' // a grader file that is damaged or was edited by hand
  | 'bad-store' // a store that is damaged, newer than this version, or cannot grow
  | 'not-found' // a run, cell, task or file that does not exist
  | 'check-failed' // a check that the user asked for did not hold
  | 'stopped' // interrupted or out of budget; work is saved
  | 'sandbox' // the sandbox could not be started or kept alive
  | 'environment'; // the machine lacks something

/** Process exit codes: 0 done, 1 a check failed, 2 usage, 3 stopped with work saved, 4 environment. */
export const exitCodeOf: Readonly<Record<PawlErrorCode, number>> = {
  usage: 2,
  'bad-input': 2,
  'bad-expression': 2,
  'bad-grader': 2,
  'bad-store': 4,
  'not-found': 2,
  'check-failed': 1,
  stopped: 3,
  sandbox: 4,
  environment: 4,
};

/**
 * The one error class of Pawl: what went wrong (message), what to do next (hint), and the cause.
 *
 * @example
 * new PawlError('usage', "unknown family 'cod'", { hint: "did you mean 'code'?" }).code // 'usage'
 */
export class PawlError extends Error {
  readonly code: PawlErrorCode;
  readonly hint: string | undefined;

  constructor(
    code: PawlErrorCode,
    message: string,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PawlError';
    this.code = code;
    this.hint = options.hint;
  }
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
