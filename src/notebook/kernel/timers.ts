import type { Cell, CellScope } from './cells.js';

type Callback = (...parts: unknown[]) => unknown;
type Start = (callback: Callback, ...rest: unknown[]) => unknown;

/**
 * Makes timers know the cell that started them: what they print and throw goes there, and interrupting the cell stops them.
 */
export function installTimers(scope: CellScope): void {
  const globals = globalThis as unknown as Record<string, Start> & {
    readonly clearTimeout: (timer: unknown) => void;
    readonly clearImmediate: (timer: unknown) => void;
  };
  for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
    const original = globals[name];
    if (original === undefined) continue;
    const clear = name === 'setImmediate' ? globals.clearImmediate : globals.clearTimeout;
    const once = name !== 'setInterval';
    const start: Start = (callback, ...rest) => {
      const cell = scope.current();
      // Node's own message for what is no function.
      if (cell === undefined || typeof callback !== 'function') return original(callback, ...rest);
      const { stop, ended } = stopperOf(cell);
      const timer = original(
        (...parts: unknown[]) => {
          if (once) ended();
          return scope.run(cell, () => callback(...parts));
        },
        ...rest,
      );
      stop.action = () => clear(timer);
      return timer;
    };
    // `util.promisify(setTimeout)` reads a symbol of the original.
    Object.defineProperties(start, Object.getOwnPropertyDescriptors(original));
    globals[name] = start;
  }
}

function stopperOf(cell: Cell): { readonly stop: { action: () => void }; readonly ended: () => void } {
  const stop = { action: (): void => undefined };
  const run = (): void => stop.action();
  cell.stops.add(run);
  return { stop, ended: () => void cell.stops.delete(run) };
}
