/** Values as whole multiples of one unit. */
export interface Lattice {
  /** Whole numbers (some may be negative), without a common divisor. */
  readonly multiples: number[];
  readonly unit: number;
}

/** Largest multiple that counts as a lattice: above it a lattice is no cheaper than real numbers. */
const LARGEST_MULTIPLE = 2 ** 31;
/** Largest multiple that the tolerant Euclid can tell from rounding noise. */
const EUCLID_TO = 100_000;
/** Rounding noise that is forgiven, as a share of the largest value: differences of scores carry some. */
const NOISE = 1e-11;

/**
 * Finds the unit of which all values are whole multiples, so that sums can be compared without floating error:
 * whole numbers by their common divisor, thirds and other fractions (at any scale) by Euclid's algorithm with a
 * tolerance, long decimals by trying powers of ten. Null when the values are on no such lattice.
 *
 * @example
 * toLattice([1 / 3, -2 / 3, 0]) // { multiples: [1, -2, 0], unit: 0.3333333333333333 }
 */
export function toLattice(values: readonly number[]): Lattice | null {
  let largest = 0;
  let whole = true;
  for (const value of values) {
    const size = Math.abs(value);
    if (size > largest) largest = size;
    if (whole && !Number.isInteger(value)) whole = false;
  }
  if (largest === 0) return { multiples: values.map(() => 0), unit: 1 };
  if (whole) return largest <= LARGEST_MULTIPLE ? reduced(values.slice(), 1) : null;
  const unit = tolerantUnit(values, largest);
  const found = unit === null ? null : multiplesOf(values, unit, largest);
  if (found !== null) return reduced(found, unit ?? 1);
  for (let scale = 10; scale <= 1e9 && largest * scale <= LARGEST_MULTIPLE; scale *= 10) {
    const decimals = multiplesOf(values, 1 / scale, largest);
    if (decimals !== null) return reduced(decimals, 1 / scale);
  }
  return null;
}

/** Greatest common divisor of real numbers, up to noise; null when it would be too small to trust. */
function tolerantUnit(values: readonly number[], largest: number): number | null {
  const smallest = largest / EUCLID_TO;
  const zero = smallest / 8;
  let unit = largest;
  for (const value of values) {
    let other = Math.abs(value);
    if (other < zero) continue;
    let divisor = unit;
    while (true) {
      const rest = Math.abs(other - Math.round(other / divisor) * divisor);
      if (rest <= zero) break;
      if (rest < smallest) return null;
      other = divisor;
      divisor = rest;
    }
    unit = divisor;
  }
  return largest / Math.round(largest / unit);
}

/** The whole multiples of `unit` that the values are, or null when one is further off than rounding noise. */
function multiplesOf(values: readonly number[], unit: number, largest: number): number[] | null {
  const multiples: number[] = new Array<number>(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    const multiple = Math.round(value / unit);
    if (Math.abs(value - multiple * unit) > NOISE * largest) return null;
    multiples[at] = multiple === 0 ? 0 : multiple;
  }
  return multiples;
}

/** Divides out what all multiples share. */
function reduced(multiples: number[], unit: number): Lattice {
  let shared = 0;
  for (const multiple of multiples) {
    let a = Math.abs(multiple);
    while (a !== 0) [shared, a] = [a, shared % a];
    if (shared === 1) return { multiples, unit };
  }
  return { multiples: multiples.map((multiple) => multiple / shared), unit: unit * shared };
}
