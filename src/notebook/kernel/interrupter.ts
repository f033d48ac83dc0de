import { Session } from 'node:inspector';
import { phase, slot } from './link.js';

/** The main thread has this long to take notice by itself. */
const politeMs = 40;
const againMs = 250;
const mostTries = 40;

/** Interrupts the main thread, by asking first. */
export interface Interrupter {
  interrupt(): void;
  /** The main thread has taken notice. */
  noticed(): void;
}

/**
 * @param ask - tells the main thread
 * @param refuse - called when the main thread computes and cannot be ended without harm
 */
export function createInterrupter(state: Int32Array, ask: () => void, refuse: () => void): Interrupter {
  let timer: NodeJS.Timeout | undefined;
  let tries = 0;

  const force = (): void => {
    timer = undefined;
    // TypeScript is not torn down in the middle: its phase ends by itself, and the request is seen then.
    if (Atomics.load(state, slot.phase) === phase.compiling) {
      timer = setTimeout(force, politeMs);
      return;
    }
    if (Atomics.load(state, slot.unsafe) === 1) {
      refuse();
      return;
    }
    if (++tries > mostTries) return;
    endWhatRuns();
    timer = setTimeout(force, againMs);
  };

  return {
    interrupt: () => {
      Atomics.store(state, slot.interrupt, 1);
      // Code that waits in `prompt` is woken.
      Atomics.store(state, slot.answered, 2);
      Atomics.notify(state, slot.answered);
      ask();
      if (timer !== undefined) return;
      tries = 0;
      timer = setTimeout(force, politeMs);
    },
    noticed: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** V8 ends the JavaScript that the main thread runs, as its debugger would. Connected only for this moment: a lasting session delays the end of the process. */
function endWhatRuns(): void {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution', () => session.disconnect());
}
