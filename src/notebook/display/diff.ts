import { PawlError } from '../../errors.js';
import { diffLists, type DiffPart } from './line-diff.js';
import { markup, type Markup } from './markup.js';
import type { Displayable, MimeBundle } from './mime-bundle.js';

export interface DiffOptions {
  /** What the first text is; 'before' unless told. */
  readonly before?: string;
  /** What the second text is; 'after' unless told. */
  readonly after?: string;
}

/**
 * Two texts compared line by line for a notebook; in lines that were reworded, the words that changed stand out. Without
 * colours the marks − and + say the same.
 *
 * @example
 * diff('ARR [m:arr_q3] grew', 'ARR of 4.2 M [m:arr_q3] grew');
 * // as text: − ARR [m:arr_q3] grew
 * //          + ARR of 4.2 M [m:arr_q3] grew
 */
export function diff(before: string, after: string, options: DiffOptions = {}): Displayable {
  if (typeof before !== 'string' || typeof after !== 'string') {
    throw new PawlError('bad-input', `diff: expected two texts, got ${typeof before} and ${typeof after}`);
  }
  const parts = diffLists(before.split('\n'), after.split('\n'));
  const names = `− ${options.before ?? 'before'}, + ${options.after ?? 'after'}`;
  const changed = parts.some((part) => part.kind !== 'same');
  return {
    toMimeBundle: (): MimeBundle => ({
      data: {
        'text/html': changed
          ? markup`<div><p><small>${names}</small></p><pre style="white-space:pre-wrap">${htmlLines(parts)}</pre></div>`
              .text
          : markup`<div><p><small>no difference</small></p><pre style="white-space:pre-wrap">${before}</pre></div>`
              .text,
        'text/plain': changed
          ? [names, ...parts.map((part) => `${sign[part.kind]} ${part.text}`)].join('\n')
          : 'no difference',
      },
    }),
  };
}

const sign = { same: ' ', removed: '−', added: '+' } as const;

// Colours that are legible under dark and light text alike; the tags alone say it where styles are stripped.
const tint = {
  removed: 'background:rgba(213,94,0,.18);text-decoration:none',
  added: 'background:rgba(0,114,178,.18);text-decoration:none',
} as const;
const strong = {
  removed: 'background:rgba(213,94,0,.42)',
  added: 'background:rgba(0,114,178,.42)',
} as const;

/** Blocks of removed and added lines; where as many were added as removed, they are compared word by word. */
function htmlLines(parts: readonly DiffPart[]): Markup[] {
  const lines: Markup[] = [];
  let index = 0;
  while (index < parts.length) {
    const part = parts[index];
    if (part === undefined) break;
    if (part.kind === 'same') {
      lines.push(markup`  ${part.text}\n`);
      index++;
      continue;
    }
    const block: DiffPart[] = [];
    for (let one = parts[index]; one !== undefined && one.kind !== 'same'; one = parts[++index])
      block.push(one);
    const removed = block.filter((one) => one.kind === 'removed');
    const added = block.filter((one) => one.kind === 'added');
    const paired = removed.length === added.length;
    const words = (kind: 'removed' | 'added', line: DiffPart, at: number): Markup => {
      const other = (kind === 'removed' ? added : removed)[at];
      return paired && other !== undefined
        ? markup`${changedWords(kind, kind === 'removed' ? line.text : other.text, kind === 'removed' ? other.text : line.text)}`
        : markup`${line.text}`;
    };
    lines.push(
      ...removed.map(
        (line, at) => markup`<del style="${tint.removed}">− ${words('removed', line, at)}</del>\n`,
      ),
      ...added.map((line, at) => markup`<ins style="${tint.added}">+ ${words('added', line, at)}</ins>\n`),
    );
  }
  return lines;
}

function changedWords(kind: 'removed' | 'added', before: string, after: string): Markup[] {
  const split = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];
  return diffLists(split(before), split(after))
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map((part) =>
      part.kind === 'same' ? markup`${part.text}` : markup`<span style="${strong[kind]}">${part.text}</span>`,
    );
}
