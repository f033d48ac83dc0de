import { statSync } from 'node:fs';
import type { TypeScript } from './tslab.js';

/** Tells the compiler what changed on disk. */
export interface FileAccess {
  /** Called before a cell is compiled. */
  readonly noticeChanges: () => void;
}

/**
 * Two thirds of the declarations of JavaScript and Node are documentation, and reading it takes a fifth of the kernel's
 * start. Its first paragraphs, which front ends show on inspection, stay.
 */
export function shortenDocumentation({ sys }: TypeScript): void {
  const read = sys.readFile.bind(sys);
  const rest = /\n\s*\*\s*\n|\n\s*\*\s*@(?!deprecated)|\n\s*\*\s*```/;
  const shorten = (comment: string): string => {
    const at = comment.search(rest);
    return at < 0 ? comment : `${comment.slice(0, at)} */`;
  };
  sys.readFile = (path, encoding) => {
    const text = read(path, encoding);
    return /\/(?:@types\/node|typescript-for-tslab\/lib)\/.*\.d\.ts$/.test(path)
      ? text?.replace(/\/\*\*[^]*?\*\//g, shorten)
      : text;
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
