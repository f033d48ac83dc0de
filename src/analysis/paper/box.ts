/** All values a quantity may have: one point when it is known exactly, else the interval that rounding leaves open. */
export interface Box {
  readonly low: number;
  readonly high: number;
}

/** Decimal arithmetic in doubles is right to about 1e-15; ties of printed numbers lie 1e-5 apart or more. */
const tolerance = 1e-10;

/** The box of an exactly known number. */
export function point(value: number): Box {
  return { low: value, high: value };
}

/** True when the box is one number. */
export function isPoint(box: Box): boolean {
  return box.low === box.high;
}

/** The middle of a box. */
export function middle(box: Box): number {
  return (box.low + box.high) / 2;
}

export function add(a: Box, b: Box): Box {
  return { low: a.low + b.low, high: a.high + b.high };
}

export function subtract(a: Box, b: Box): Box {
  return { low: a.low - b.high, high: a.high - b.low };
}

export function multiply(a: Box, b: Box): Box {
  const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { low: Math.min(...products), high: Math.max(...products) };
}

/** The quotient; unbounded when the divisor may be zero. */
export function divide(a: Box, b: Box): Box {
  if (b.low <= 0 && b.high >= 0) return { low: -Infinity, high: Infinity };
  const quotients = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high];
  return { low: Math.min(...quotients), high: Math.max(...quotients) };
}

/** True when every value of `inner` is a value of `outer`. */
export function isInside(inner: Box, outer: Box): boolean {
  return inner.low >= outer.low - tolerance && inner.high <= outer.high + tolerance;
}

/** True when the boxes share a value. */
export function overlaps(a: Box, b: Box): boolean {
  return a.low <= b.high + tolerance && b.low <= a.high + tolerance;
}
