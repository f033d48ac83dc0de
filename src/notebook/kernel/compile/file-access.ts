import { statSync } from 'node:fs';
import type { TypeScript } from './tslab.js';

/** Tells the compiler what changed on disk. */
export interface FileAccess {
  /** Called before a cell is compiled. */
  readonly noticeChanges: () => void;
}

const documented = /\/(?:@types\/node|typescript-for-tslab\/lib)\/.*\.d\.ts$/;

/** Finds the documentation in front of a declaration, by its place in its file; undefined where there is none. */
export type ReadDocumentation = (path: string, from: number, to: number) => string | undefined;

/**
 * Two thirds of the declarations of JavaScript and Node are documentation, and reading it takes a quarter of the kernel's
 * start. The compiler sees blanks instead, so that every place stays; who asks for a name gets its documentation from the file.
 */
export function blankDocumentation({ sys }: TypeScript): ReadDocumentation {
  const read = sys.readFile.bind(sys);
  sys.readFile = (path, encoding) => {
    const text = read(path, encoding);
    return documented.test(path)
      ? text?.replace(/\/\*\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length))
      : text;
  };
  return (path, from, to) => {
    if (!documented.test(path)) return undefined;
    const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(read(path)?.slice(from, to) ?? '')?.[1];
    return comment
      ?.split('\n')
      .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
      .join('\n')
      .trim();
  };
}

/**
 * tslab watches hundreds of declaration files and folders, each with a watcher. A notebook needs to know of changes only
 * when a cell is compiled, and of files that people edit: those outside of packages.
 */
export function watchOnDemand(typescript: TypeScript): FileAccess {
  const { Changed, Created, Deleted } = typescript.FileWatcherEventKind;
  const seen = new Map<string, { stamp: number; readonly tell: (path: string, kind: number) => void }>();
  const folders = new Map<string, (path: string) => void>();
  typescript.sys.watchFile = (path, tell) => {
    if (path.includes('/node_modules/')) return { close: () => undefined };
    seen.set(path, { stamp: stampOf(path), tell });
    return { close: () => void seen.delete(path) };
  };
  typescript.sys.watchDirectory = (path, tell) => {
    folders.set(path, tell);
    return { close: () => void folders.delete(path) };
  };
  return {
    noticeChanges: () => {
      for (const [path, file] of seen) {
        const stamp = stampOf(path);
        if (stamp === file.stamp) continue;
        const kind = stamp === 0 ? Deleted : file.stamp === 0 ? Created : Changed;
        file.stamp = stamp;
        file.tell(path, kind);
      }
    },
  };
}

/** When a file was last written; 0 if it is not there. */
function stampOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
