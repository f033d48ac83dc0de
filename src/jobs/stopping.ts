import { PawlError } from '../errors.js';

/**
 * Waits for a promise unless the signal comes first. What was being computed is then left to itself: its result is not
 * used, and a partial round is done again on resuming.
 *
 * @throws PawlError `stopped` when the signal comes
 */
export async function unlessStopped<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  // Whoever loses the race may still fail later; nobody is interested then.
  promise.catch(() => undefined);
  if (signal.aborted) throw stopped();
  let stop: (() => void) | undefined;
  const stopping = new Promise<never>((_, reject) => {
    stop = () => reject(stopped());
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const value = await Promise.race([promise, stopping]);
    // Both may have come in the same breath; a result that was computed while everything shuts down is not trusted.
    if (signal.aborted) throw stopped();
    return value;
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}

function stopped(): PawlError {
  return new PawlError('stopped', 'stopped; every finished round is saved');
}

/** Runs tasks, at most `width` at a time, and waits until none runs any more; the first failure is thrown then. */
export async function inParallel<T>(
  width: number,
  list: readonly T[],
  work: (element: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const waiting = [...list];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await work(next);
      } catch (thrown) {
        failures.push(thrown);
        waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(width, list.length)) }, worker));
  if (failures.length > 0) throw failures[0];
}
