import { AsyncLocalStorage } from 'node:async_hooks';
import { SourceMap } from 'node:module';
import type { Emitted } from './compile/adapt-typescript.js';

/** A piece of code with a name in tracebacks. */
export interface Source {
  /** Its file name for V8. */
  readonly file: string;
  /** How people know it: `cell [3]` or a path. */
  readonly label: string;
  readonly text: string;
  readonly maps: Emitted['maps'];
  /** Characters that the kernel put before the first line. */
  readonly prefix: number;
  /** Lines that tslab put before the source. */
  readonly skippedLines: number;
}

/** A cell that runs or has run. */
export interface Cell {
  readonly id: number;
  readonly count: number;
  readonly silent: boolean;
  readonly code: string;
  readonly allowStdin: boolean;
  /** True once someone asked it to stop. */
  interrupted: boolean;
  /** True once its reply is sent. */
  ended: boolean;
  /** What it shows once a promise is settled. */
  readonly pending: Promise<void>[];
  /** What stops the timers that it started. */
  readonly stops: Set<() => void>;
}

export interface Place {
  readonly source: Source;
  /** One-based. */
  readonly line: number;
  /** One-based. */
  readonly column: number;
}

const sources = new Map<
  string,
  Source & { decoded?: readonly [SourceMap | undefined, SourceMap | undefined] }
>();

/** Remembers where a piece of code came from, for tracebacks. */
export function rememberSource(source: Source): void {
  sources.set(source.file, source);
}

/** The source behind a V8 file name. */
export function sourceOf(file: string): Source | undefined {
  return sources.get(file);
}

/** Where generated code came from; undefined for code that the compiler added. Line and column are one-based. */
export function placeOf(file: string, line: number, column: number): Place | undefined {
  const source = sources.get(file);
  if (source === undefined) return undefined;
  const [toModule, toSource] = (source.decoded ??= [mapOf(source.maps[0]), mapOf(source.maps[1])]);
  const shift = line === 1 ? source.prefix : 0;
  const generated = { line: line - 1, column: Math.max(0, column - 1 - shift) };
  const inModule = toModule === undefined ? generated : follow(toModule, generated);
  const inSource = inModule === undefined || toSource === undefined ? undefined : follow(toSource, inModule);
  if (inSource === undefined) return undefined;
  const originalLine = inSource.line - source.skippedLines;
  if (originalLine < 0) return undefined;
  return { source, line: originalLine + 1, column: inSource.column + 1 };
}

function mapOf(text: string): SourceMap | undefined {
  return text === ''
    ? undefined
    : new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
}

interface Position {
  /** Zero-based, like the column. */
  readonly line: number;
  readonly column: number;
}

function follow(map: SourceMap, { line, column }: Position): Position | undefined {
  const entry = map.findEntry(line, column);
  return 'originalLine' in entry ? { line: entry.originalLine, column: entry.originalColumn } : undefined;
}

/**
 * Knows which cell the code that runs now belongs to, also in timers and after awaits.
 *
 * Where Node follows asynchronous calls without hooks (24, or 22 with its flag) this is exact. On Node 20 hooks would make
 * interrupting impossible (decision 071): timers are followed, everything else belongs to the cell that runs.
 */
export interface CellScope {
  run<Result>(cell: Cell, action: () => Result): Result;
  readonly current: () => Cell | undefined;
  /** Forgets where it is: code that was ended by force did not leave the scopes that it was in. */
  reset(): void;
}

export function createCellScope(exact: boolean): CellScope {
  let latest: Cell | undefined;
  if (exact) {
    const storage = new AsyncLocalStorage<Cell>();
    return {
      run: (cell, action) => {
        latest = cell;
        return storage.run(cell, action);
      },
      current: () => storage.getStore() ?? latest,
      reset: () => undefined,
    };
  }
  let inside: Cell | undefined;
  return {
    run: (cell, action) => {
      if (!cell.ended) latest = cell;
      const before = inside;
      inside = cell;
      try {
        return action();
      } finally {
        inside = before;
      }
    },
    current: () => inside ?? latest,
    reset: () => {
      inside = undefined;
    },
  };
}
