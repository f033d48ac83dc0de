/** The words of a CSV text, or why it cannot be read. */
export type CsvTokens =
  | {
      readonly kind: 'rows';
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly fieldCount: number;
    }
  | { readonly kind: 'unreadable'; readonly message: string };

/**
 * Splits CSV text as pandas' C tokenizer does with its default options: comma, double quotes doubled inside quotes,
 * `\n`, `\r\n` or `\r` as line ends, blank lines skipped, short rows filled up, rows longer than the row before refused.
 * Only the first data row may be longer than the header: its surplus leading fields become the index.
 */
export function csvTokens(text: string): CsvTokens {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const lines: string[][] = [];
  for (const fields of source.includes('"') ? quotedLines(source) : plainLines(source)) {
    if (fields === null)
      return { kind: 'unreadable', message: `end of text inside a quoted field, in row ${lines.length}` };
    const expected = lines.length > 0 ? (lines[lines.length - 1]?.length ?? 0) : -1;
    if (lines.length > 1 && fields.length > expected) {
      return {
        kind: 'unreadable',
        message: `expected ${expected} fields in row ${lines.length}, saw ${fields.length}`,
      };
    }
    while (lines.length > 0 && fields.length < expected) fields.push('');
    lines.push(fields);
  }

  const [header, ...rows] = lines;
  if (header === undefined) return { kind: 'unreadable', message: 'no columns to read' };
  return { kind: 'rows', header, rows, fieldCount: rows[0]?.length ?? header.length };
}

/** Without a quotation mark every comma and line end counts. */
function* plainLines(source: string): Generator<string[]> {
  for (const line of source.split(/\r\n|\n|\r/)) {
    if (/[^ \t]/.test(line)) yield line.split(',');
  }
}

/** Field by field; null where the text ends inside quotation marks. */
function* quotedLines(source: string): Generator<string[] | null> {
  let position = 0;
  while (position < source.length) {
    const blank = skipBlankLine(source, position);
    if (blank > position) {
      position = blank;
      continue;
    }
    const line = readLine(source, position);
    yield line?.fields ?? null;
    if (line === null) return;
    position = line.next;
  }
}

/** The position after a line of nothing but blanks, or the given position if the line holds something. */
function skipBlankLine(source: string, from: number): number {
  let at = from;
  while (at < source.length && (source[at] === ' ' || source[at] === '\t')) at++;
  if (at === source.length) return at;
  if (source[at] === '\n') return at + 1;
  if (source[at] === '\r') return source[at + 1] === '\n' ? at + 2 : at + 1;
  return from;
}

function readLine(source: string, from: number): { fields: string[]; next: number } | null {
  const fields: string[] = [];
  let at = from;
  for (;;) {
    let field = '';
    if (source[at] === '"') {
      at++;
      for (;;) {
        const quote = source.indexOf('"', at);
        if (quote === -1) return null;
        field += source.slice(at, quote);
        at = quote + 1;
        if (source[at] !== '"') break;
        field += '"';
        at++;
      }
    }
    const start = at;
    while (at < source.length && source[at] !== ',' && source[at] !== '\n' && source[at] !== '\r') at++;
    field += source.slice(start, at);
    fields.push(field);
    if (at >= source.length) return { fields, next: at };
    if (source[at] === ',') {
      at++;
      continue;
    }
    return { fields, next: source[at] === '\r' && source[at + 1] === '\n' ? at + 2 : at + 1 };
  }
}
