/* global TextDecoder */
// Reads what Python's `marshal.dumps(value, 3)` wrote and prints it as JSON text. marshal is implemented in C and takes exact types only, so
// nothing that a program patched is called while its result is encoded.

/** The result cannot be told in JSON; becomes a TypeError of the job. */
export class NotPlain extends Error {}

/** The result's text would be too long. */
export class TooLarge extends Error {}

const sharedFlag = 0x80;
const endOfDict = 0x30;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);
const otherKinds = {
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
 * Turns marshalled bytes (version 3) into JSON text.
 *
 * @param largest more characters than this are not built: shared parts of a value can make its text exponentially longer than its bytes
 * @throws NotPlain for values other than None, bool, int, float, str, list and dict with str keys; for nan, infinities and integers beyond
 *   2^53 - 1, which JSON would change silently
 * @throws TooLarge for longer texts
 */
export function marshalToJson(bytes, largest) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** Texts of the objects that were marked as shared, in the order in which they began; undefined while one is not finished. */
  const shared = [];
  let at = 0;

  function size() {
    at += 4;
    return view.getUint32(at - 4, true);
  }

  function integer() {
    at += 4;
    return view.getInt32(at - 4, true);
  }

  function bigInteger() {
    const signed = integer();
    const digits = Math.abs(signed);
    if (digits > 5) throw new NotPlain('an int beyond 2^53 - 1 (send it as text)');
    let value = 0n;
    for (let digit = 0; digit < digits; digit += 1) {
      value |= BigInt(view.getUint16(at, true)) << BigInt(15 * digit);
      at += 2;
    }
    if (value > largestSafe) throw new NotPlain('an int beyond 2^53 - 1 (send it as text)');
    return String(signed < 0 ? -value : value);
  }

  function float() {
    const value = view.getFloat64(at, true);
    at += 8;
    if (Number.isNaN(value)) throw new NotPlain('the float nan (send it as text)');
    if (!Number.isFinite(value))
      throw new NotPlain(`the float ${value > 0 ? 'inf' : '-inf'} (send it as text)`);
    return Object.is(value, -0) ? '-0.0' : String(value);
  }

  function text() {
    const length = size();
    at += length;
    return JSON.stringify(decodeText(bytes.subarray(at - length, at)));
  }

  function list() {
    const length = size();
    let whole = '[';
    for (let index = 0; index < length; index += 1)
      whole = bounded(`${whole}${index > 0 ? ',' : ''}${one()}`);
    return `${whole}]`;
  }

  function dict() {
    let whole = '{';
    while (bytes[at] !== endOfDict) {
      const key = one();
      if (!key.startsWith('"')) throw new NotPlain('a dict key that is not a str');
      whole = bounded(`${whole}${whole.length > 1 ? ',' : ''}${key}:${one()}`);
    }
    at += 1;
    return `${whole}}`;
  }

  function bounded(whole) {
    if (whole.length > largest) throw new TooLarge();
    return whole;
  }

  function reference() {
    const found = shared[size()];
    if (found === undefined) throw new NotPlain('something that contains itself');
    return found;
  }

  const readers = {
    N: () => 'null',
    T: () => 'true',
    F: () => 'false',
    i: () => String(integer()),
    l: bigInteger,
    g: float,
    u: text,
    t: text,
    '[': list,
    '{': dict,
    r: reference,
  };

  function one() {
    const mark = bytes[at];
    at += 1;
    const kind = String.fromCharCode(mark & ~sharedFlag);
    const read = readers[kind];
    if (read === undefined) throw new NotPlain(`a value of type ${otherKinds[kind] ?? 'unknown'}`);
    if ((mark & sharedFlag) === 0) return read();
    const index = shared.push(undefined) - 1;
    return (shared[index] = read());
  }

  return bounded(one());
}
