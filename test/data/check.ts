/** Thrown by a check that this machine cannot run; the message says what it lacks. */
export class NotRun extends Error {}

/** A check on real data that this repository does not hold. A file of this folder exports a list of them as `checks`. */
export interface DataCheck {
  readonly name: string;
  /** The folder below the given one that the check reads, e.g. `mbpp`; without it the check is not run. */
  readonly needs: string;
  /** Returns what to print; throws what does not hold. */
  run(folder: string): Promise<readonly string[]>;
}
