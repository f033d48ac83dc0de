import { Readable } from 'node:stream';
import type { Cell } from './cells.js';
import type { Report } from './link.js';

type Name = 'stdout' | 'stderr';

/** Sends what is printed to the cell that printed it. */
export interface Streams {
  /** Sends what is waiting; called before anything else is reported, so that the order stays. */
  flush(): void;
}

const bytesAtOnce = 8192;
/** A loop that prints without ever yielding is shown this often. */
const showEveryMs = 50;

/**
 * Replaces the writing of `process.stdout` and `process.stderr`, and refuses to read standard input with an error that says
 * what to use instead.
 */
export function installStreams(current: () => Cell | undefined, report: (one: Report) => void): Streams {
  let waiting: { readonly cell: Cell; readonly name: Name; text: string } | undefined;
  let scheduled = false;
  let sentAt = 0;
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };

  const flush = (): void => {
    if (waiting === undefined) return;
    const { cell, name, text } = waiting;
    waiting = undefined;
    sentAt = performance.now();
    if (!cell.silent) report({ kind: 'stream', cell: cell.id, name, text });
  };
  const write = (name: Name, text: string): void => {
    const cell = current();
    if (cell === undefined || text === '') return;
    if (waiting !== undefined && (waiting.cell !== cell || waiting.name !== name)) flush();
    if (waiting === undefined) waiting = { cell, name, text };
    else waiting.text += text;
    if (waiting.text.length > bytesAtOnce || performance.now() - sentAt > showEveryMs) flush();
    else if (!scheduled) {
      scheduled = true;
      setImmediateOfNode(() => {
        scheduled = false;
        flush();
      });
    }
  };

  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (
      chunk: string | Uint8Array,
      encoding?: BufferEncoding | ((error?: Error) => void),
      done?: (error?: Error) => void,
    ): boolean => {
      write(name, typeof chunk === 'string' ? chunk : decoders[name].decode(chunk, { stream: true }));
      const callback = typeof encoding === 'function' ? encoding : done;
      if (callback !== undefined) queueMicrotask(() => callback());
      return true;
    };
  }
  const refused = new Readable({
    read() {
      this.destroy(new Error("a notebook has no standard input; ask with prompt('…')"));
    },
  });
  Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get: () => refused });
  return { flush };
}

/** Kept before the kernel replaces timers. */
const setImmediateOfNode = setImmediate;
