import { type Pause, stoppedByCaller } from './pause.js';

/** How many requests may be under way, and how many may begin in a minute. */
export interface Limits {
  readonly concurrency: number;
  /** Null = no limit. */
  readonly requestsPerMinute: number | null;
}

/** Lets work through within limits, in the order of arrival. */
export interface Limiter {
  /** @throws PawlError `stopped` when the signal comes before its turn */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for the next free moment of the minute; called before every request, retries included. */
  pace(): Promise<void>;
}

/**
 * A limiter. Requests are spread evenly over the minute: a burst at its beginning would only earn refusals.
 *
 * @param clock milliseconds that only grow
 */
export function createLimiter(
  { concurrency, requestsPerMinute }: Limits,
  {
    pause,
    clock,
    signal,
  }: { readonly pause: Pause; readonly clock: () => number; readonly signal: AbortSignal },
): Limiter {
  let running = 0;
  let nextStart = -Infinity;
  const queue: { readonly begin: () => void; readonly stop: () => void }[] = [];
  const stopAll = (): void => {
    for (const { stop } of queue.splice(0)) stop();
  };
  signal.addEventListener('abort', stopAll, { once: true });

  const turn = async (): Promise<void> => {
    if (signal.aborted) throw stoppedByCaller();
    if (running < concurrency) {
      running++;
      return;
    }
    // Whoever leaves hands its place over, so `running` does not change.
    await new Promise<void>((resolve, reject) => {
      queue.push({ begin: resolve, stop: () => reject(stoppedByCaller()) });
    });
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) running--;
    else next.begin();
  };

  return {
    run: async (work) => {
      await turn();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    pace: async () => {
      if (requestsPerMinute === null) return;
      const now = clock();
      const start = Math.max(now, nextStart);
      nextStart = start + 60_000 / requestsPerMinute;
      if (start > now) await pause(start - now, signal);
    },
  };
}
