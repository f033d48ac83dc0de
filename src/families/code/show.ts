import { partsOf, tagOf, typeName, type Encoded } from './value.js';

/**
 * An encoded value as Python would write it, cut off (with `…`) after about `length` characters.
 *
 * @example
 * show(['t', 1, ['f', 2.5]], 100) // '(1, 2.5)'
 */
export function show(value: Encoded, length: number): string {
  const writer = { text: '', length };
  write(value, writer);
  return writer.text.length > length ? `${writer.text.slice(0, length)}…` : writer.text;
}

interface Writer {
  text: string;
  readonly length: number;
}

function write(value: Encoded, writer: Writer): void {
  // One character more than wanted tells that there is more.
  if (writer.text.length > writer.length) return;
  const parts = partsOf(value);
  switch (tagOf(value)) {
    case 'null':
      writer.text += 'None';
      return;
    case 'bool':
      writer.text += value === true ? 'True' : 'False';
      return;
    case 'int':
      writer.text += String(value);
      return;
    case 'str':
      writer.text += quoted((value as string).slice(0, writer.length + 1));
      return;
    case 'i':
      writer.text += (parts[0] as string).slice(0, writer.length + 1);
      return;
    case 'f':
      writer.text += float(parts[0] ?? null);
      return;
    case 'c':
      writer.text += `complex(${float(parts[0] ?? null)}, ${float(parts[1] ?? null)})`;
      return;
    case 'l':
      return writeAll('[', parts, ']', writer);
    case 't':
      return writeAll('(', parts, parts.length === 1 ? ',)' : ')', writer);
    case 's':
      return parts.length === 0 ? writeAll('set(', [], ')', writer) : writeAll('{', parts, '}', writer);
    case 'q':
      return writeAll('deque([', parts, '])', writer);
    case 'r':
      return writeAll('range(', parts, ')', writer);
    case 'd':
      return writePairs(parts, writer);
    case 'b':
      writer.text += `bytes.fromhex('${(parts[0] as string).slice(0, writer.length + 1)}')`;
      return;
    case 'o':
      writer.text += parts[1] as string;
      return;
    default:
      writer.text += `<${typeName(value)}>`;
  }
}

function writeAll(open: string, parts: readonly Encoded[], close: string, writer: Writer): void {
  writer.text += open;
  for (const [at, part] of parts.entries()) {
    if (writer.text.length > writer.length) return;
    if (at > 0) writer.text += ', ';
    write(part, writer);
  }
  writer.text += close;
}

function writePairs(parts: readonly Encoded[], writer: Writer): void {
  writer.text += '{';
  for (let at = 0; at + 1 < parts.length; at += 2) {
    if (writer.text.length > writer.length) return;
    if (at > 0) writer.text += ', ';
    write(parts[at] ?? null, writer);
    writer.text += ': ';
    write(parts[at + 1] ?? null, writer);
  }
  writer.text += '}';
}

/** A float as Python writes it: whole numbers keep their `.0`. */
function float(part: Encoded): string {
  if (typeof part !== 'number') return `float('${part as string}')`;
  const text = String(part);
  return Number.isInteger(part) && !text.includes('e') ? `${Object.is(part, -0) ? '-0' : text}.0` : text;
}

/** A text as a literal that Python reads: JSON's escapes are Python's too. */
function quoted(text: string): string {
  const literal = JSON.stringify(text);
  return /["'\\]/.test(literal.slice(1, -1)) ? literal : `'${literal.slice(1, -1)}'`;
}
