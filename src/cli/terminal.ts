import type { Json } from '../json.js';

/** Writes a line of the result to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The same, and waits where the reader is slower than we are, so that nothing piles up in memory. */
export async function printAndWait(text: string, end = '\n'): Promise<void> {
  if (process.stdout.write(`${text}${end}`)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
}

/** Writes a line for people to standard error, where it disturbs no pipe. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints the one JSON object of a command: `result` is equal for equal input, `meta` holds times, ids and paths. */
export function printJson(result: unknown, meta: { readonly [key: string]: Json }): void {
  process.stdout.write(`${JSON.stringify({ result, meta }, null, 2)}\n`);
}
