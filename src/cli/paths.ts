import { isAbsolute, relative } from 'node:path';
import { defaultStoreFolder } from '../store/folder.js';

/**
 * A path as it reads best from a folder: relative below it, absolute elsewhere.
 *
 * @example
 * shownPath('/home/me/project/.pawl/graders', '/home/me/project') // '.pawl/graders'
 */
export function shownPath(path: string, from: string): string {
  const short = relative(from, path);
  return short === '' ? '.' : short.startsWith('..') || isAbsolute(short) ? path : short;
}

/** A word as a POSIX shell takes it. */
export function shellWord(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The `--store` part of a command that is to work on the same store, with a leading blank; empty for the default. */
export function storeWords(store: string): string {
  return store === defaultStoreFolder ? '' : ` --store ${shellWord(store)}`;
}
