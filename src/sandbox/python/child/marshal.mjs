/* global TextDecoder */
// Reads what Python's `marshal.dumps(value, 2)` wrote and prints it as JSON text. marshal is implemented in C and takes exact types only, so
// nothing that a program patched is called while its result is encoded.

/** The result cannot be told in JSON; becomes a TypeError of the job. */
export class NotPlain extends Error {}

const latin = new TextDecoder('latin1');
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);
const kinds = {
  '(': 'tuple',
  '<': 'set',
  '>': 'frozenset',
  s: 'bytes',
  y: 'complex',
  c: 'code',
  '.': 'Ellipsis',
  S: 'StopIteration',
  ':': 'slice',
};

/** Decodes UTF-8 in which lone surrogates may stand (Python's `surrogatepass`). */
function decodeText(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    let text = '';
    for (let at = 0; at < bytes.length;) {
      const first = bytes[at];
      if (first < 0x80) {
        text += String.fromCharCode(first);
        at += 1;
      } else if (first < 0xe0) {
        text += String.fromCharCode(((first & 0x1f) << 6) | (bytes[at + 1] & 0x3f));
        at += 2;
      } else if (first < 0xf0) {
        text += String.fromCharCode(
          ((first & 0x0f) << 12) | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f),
        );
        at += 3;
      } else {
        text += String.fromCodePoint(
          ((first & 0x07) << 18) |
            ((bytes[at + 1] & 0x3f) << 12) |
            ((bytes[at + 2] & 0x3f) << 6) |
            (bytes[at + 3] & 0x3f),
        );
        at += 4;
      }
    }
    return text;
  }
}

/**
 * Turns marshalled bytes (version 2) into JSON text.
 *
 * @throws NotPlain for values other than None, bool, int, float, str, list and dict with str keys; for nan, infinities and integers beyond
 *   2^53 - 1, which JSON would change silently
 */
export function marshalToJson(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [];
  let at = 0;

  function text() {
    const length = view.getUint32(at, true);
    at += 4;
    const slice = bytes.subarray(at, at + length);
    at += length;
    return decodeText(slice);
  }

  function bigInteger() {
    const signed = view.getInt32(at, true);
    at += 4;
    let value = 0n;
    const digits = Math.abs(signed);
    if (digits > 5) throw new NotPlain('an int beyond 2^53 - 1 (send it as text)');
    for (let digit = 0; digit < digits; digit += 1) {
      value |= BigInt(view.getUint16(at, true)) << BigInt(15 * digit);
      at += 2;
    }
    if (value > largestSafe) throw new NotPlain('an int beyond 2^53 - 1 (send it as text)');
    return signed < 0 ? -value : value;
  }

  function number() {
    const value = view.getFloat64(at, true);
    at += 8;
    if (!Number.isFinite(value))
      throw new NotPlain(
        `the float ${Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'} (send it as text)`,
      );
    return Object.is(value, -0) ? '-0.0' : String(value);
  }

  function one() {
    const kind = String.fromCharCode(view.getUint8(at));
    at += 1;
    switch (kind) {
      case 'N':
        parts.push('null');
        return;
      case 'T':
        parts.push('true');
        return;
      case 'F':
        parts.push('false');
        return;
      case 'i':
        parts.push(String(view.getInt32(at, true)));
        at += 4;
        return;
      case 'l':
        parts.push(String(bigInteger()));
        return;
      case 'g':
        parts.push(number());
        return;
      case 'u':
        parts.push(JSON.stringify(text()));
        return;
      case '[': {
        const length = view.getUint32(at, true);
        at += 4;
        parts.push('[');
        for (let index = 0; index < length; index += 1) {
          if (index > 0) parts.push(',');
          one();
        }
        parts.push(']');
        return;
      }
      case '{': {
        parts.push('{');
        for (let index = 0; ; index += 1) {
          const key = String.fromCharCode(view.getUint8(at));
          if (key === '0') break;
          if (key !== 'u') throw new NotPlain('a dict key that is not a str');
          at += 1;
          if (index > 0) parts.push(',');
          parts.push(JSON.stringify(text()), ':');
          one();
        }
        at += 1;
        parts.push('}');
        return;
      }
      default:
        throw new NotPlain(`a value of type ${kinds[kind] ?? 'unknown'}`);
    }
  }

  one();
  return parts.join('');
}

/** For error texts of the interpreter itself, which are ASCII. */
export function asciiOf(bytes) {
  return latin.decode(bytes);
}
