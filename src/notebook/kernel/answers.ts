import type { Compiler } from './compile/compiler.js';
import type { AskOrder } from './link.js';

/** Positions in Jupyter count characters as people do; JavaScript counts UTF-16 units. */
export function toUnits(text: string, characters: number): number {
  return [...text].slice(0, characters).join('').length;
}

function toCharacters(text: string, units: number): number {
  return [...text.slice(0, units)].length;
}

/** More than a menu can show. */
const mostMatches = 500;

/** Answers a question about code: the content of the reply. */
export function answerTo(
  { kind, code, position }: AskOrder,
  compiler: Compiler,
  declarations: string,
): Readonly<Record<string, unknown>> {
  if (kind === 'is-complete') return compiler.isComplete(code);
  if (kind === 'inspect') {
    const text = compiler.inspect(declarations, code, position);
    return text === undefined || text === ''
      ? { status: 'ok', found: false, data: {}, metadata: {} }
      : { status: 'ok', found: true, data: { 'text/plain': text }, metadata: {} };
  }
  const { start, end, candidates, original } = compiler.complete(declarations, code, position);
  const from = toCharacters(code, start);
  const to = toCharacters(code, end);
  const matches = candidates.slice(0, mostMatches);
  const kinds = new Map(original?.entries?.map((entry) => [entry.name, entry.kind]));
  return {
    status: 'ok',
    cursor_start: from,
    cursor_end: to,
    matches,
    metadata: {
      _jupyter_types_experimental: matches.map((text) => ({
        text,
        start: from,
        end: to,
        type: kinds.get(text) ?? '',
      })),
    },
  };
}
