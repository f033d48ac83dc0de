/*
 * Numbers as pandas' C reader and Python print and parse them. The reader's own decimal conversion is not correctly
 * rounded; it is followed step by step, because a column is sorted by the text of its values before any tolerance applies.
 */

const whitespace = ' \t\n\v\f\r';
const integerStart = /^[ \t\n\v\f\r]*([+-]?[0-9]+)/;
const floatShape =
  /^[ \t\n\v\f\r]*([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?)([0-9]*))?[ \t\n\v\f\r]*$/;
const infinities = new Map([
  ['inf', Infinity],
  ['+inf', Infinity],
  ['-inf', -Infinity],
  ['infinity', Infinity],
  ['+infinity', Infinity],
  ['-infinity', -Infinity],
]);
/** The lowest signed 64-bit number. */
export const lowestInt64: bigint = -(2n ** 63n);
const highestInt64 = 2n ** 63n - 1n;
const highestUint64 = 2n ** 64n - 1n;

/** What an integer text is: fits 64 bits signed, needs 64 bits unsigned, is too large for both, or is no integer. */
export type IntegerText =
  | { readonly kind: 'int' | 'uint'; readonly value: number | bigint }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'none' };

const notAnInteger: IntegerText = { kind: 'none' };

/**
 * Reads a whole number; a value beyond 2⁵³ stays a bigint so that its digits survive. The reader stops at the digit that
 * overflows, so `99999999999999999999.5` counts as a too large whole number and its column becomes text.
 */
export function readInteger(text: string): IntegerText {
  const start = integerStart.exec(text);
  if (start === null) return notAnInteger;
  const digits = start[1] ?? '';
  const ends = isSpace(text, start[0].length);
  if (digits.length <= 15) return ends ? { kind: 'int', value: Number(digits) + 0 } : notAnInteger;
  const value = digits.startsWith('+') ? BigInt(digits.slice(1)) : BigInt(digits);
  if (value < lowestInt64 || value > highestUint64) return { kind: 'too-large' };
  if (!ends) return notAnInteger;
  return {
    kind: value > highestInt64 ? 'uint' : 'int',
    value: Number.isSafeInteger(Number(value)) ? Number(value) : value,
  };
}

/** Whether nothing but white space follows. */
function isSpace(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    if (!whitespace.includes(text.charAt(at))) return false;
  }
  return true;
}

/** Reads a decimal number or an infinity as the reader does: 17 digits, then one scaling by a power of ten. */
export function readFloat(text: string): number | undefined {
  const match = floatShape.exec(text);
  if (match === null) return infinities.get(text.toLowerCase());
  // Up to fifteen digits without an exponent, both ways of converting are exact.
  if (text.length <= 16 && match[6] === undefined) return Number(text);
  const whole = match[2] ?? '';
  const decimals = match[3] ?? match[4] ?? '';
  let number = 0;
  let digits = 0;
  let exponent = 0;
  for (const digit of whole) {
    if (digits < 17) {
      number = number * 10 + Number(digit);
      digits++;
    } else {
      exponent++;
    }
  }
  for (const digit of decimals) {
    if (digits >= 17) break;
    number = number * 10 + Number(digit);
    digits++;
    exponent--;
  }
  if (match[1] === '-') number = -number;
  const power = match[6];
  // An `e` without digits is not part of the number, so the text is none.
  if (power === '') return undefined;
  if (power !== undefined) exponent += (match[5] === '-' ? -1 : 1) * Number(power.slice(0, 17));
  const value = scale(number, exponent);
  return Number.isFinite(value) ? value : undefined;
}

function scale(number: number, exponent: number): number {
  if (exponent > 308) return number === 0 ? 0 : number * Infinity;
  if (exponent > 0) return number * powerOfTen(exponent);
  if (exponent < -308) return number / powerOfTen(-308 - exponent) / powerOfTen(308);
  return number / powerOfTen(-exponent);
}

function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

/**
 * A float as Python's `str` writes it: the shortest digits, a point always, an exponent of two digits outside 1e-4 … 1e16.
 *
 * @example
 * pythonFloatText(1e16) // '1e+16'
 * pythonFloatText(3) // '3.0'
 */
export function pythonFloatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e16)) {
    const text = String(value);
    if (text.includes('e')) return positional(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [digits, power] = value.toExponential().split('e') as [string, string];
  const amount = Math.abs(Number(power));
  return `${digits}e${power.startsWith('-') ? '-' : '+'}${amount < 10 ? `0${amount}` : amount}`;
}

/** JavaScript writes 1e-5 … 1e-7 positionally and the rest with an exponent; only values from 1e-4 on come here. */
function positional(value: number): string {
  return value.toFixed(20).replace(/0+$/, '');
}
