import { PawlError } from '../../errors.js';

/** Waits some milliseconds; rejects at once with `stopped` when the signal comes. Handed in, so that tests do not wait. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** The real one; it leaves no listener behind. */
export const realPause: Pause = async (ms, signal) => {
  if (signal.aborted) throw stoppedByCaller();
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(stoppedByCaller());
    };
    signal.addEventListener('abort', stop, { once: true });
  });
};

/** What everybody who waits is told when the run is stopped. */
export function stoppedByCaller(): PawlError {
  return new PawlError('stopped', 'stopped; every answer that was paid for is stored');
}
