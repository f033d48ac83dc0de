import { readFileSync } from 'node:fs';
import { messageOf, PawlError } from '../errors.js';
import { readText } from '../input/jsonl.js';

/** Text and what to call it in messages. */
export interface InputText {
  readonly text: string;
  readonly source: string;
}

/**
 * Reads a file (`.gz` too), or standard input for `-`.
 *
 * @throws PawlError `not-found` or `bad-input` when it cannot be read; `usage` when standard input is a terminal
 */
export function readTextOrStdin(path: string): InputText {
  if (path !== '-') return { text: readText(path), source: path };
  if (process.stdin.isTTY) {
    throw new PawlError('usage', 'nothing was piped into standard input', {
      hint: 'name a file, or pipe one in',
    });
  }
  try {
    return { text: readFileSync(0, 'utf8'), source: 'standard input' };
  } catch (cause) {
    throw new PawlError('bad-input', `standard input: ${messageOf(cause)}`, { cause });
  }
}
