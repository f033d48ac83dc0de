/** An abort signal that a first Ctrl-C (or SIGTERM, SIGHUP) raises; a second one ends the process at once. */
export interface SignalWatch {
  readonly signal: AbortSignal;
  /** Gives the signals back to the process. */
  release(): void;
}

const watched = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Watches until released; `onFirst` is called once, before anything stops. */
export function untilSignal(onFirst: () => void): SignalWatch {
  const controller = new AbortController();
  const receive = (): void => {
    // Rounds are transactions and the lock falls with the process: nothing can be left half done.
    if (controller.signal.aborted) process.exit(3);
    onFirst();
    controller.abort();
  };
  for (const name of watched) process.on(name, receive);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of watched) process.off(name, receive);
    },
  };
}
