/**
 * Round numbers that cover a range, for an axis.
 *
 * @param count - about how many
 * @example
 * roundTicks(0.21, 0.68, 4) // [0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
 */
export function roundTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) {
    const half = Math.max(Math.abs(high), 1) * 0.05;
    return roundTicks(high - half, high + half, count);
  }
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.7) ?? 10) * power;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(decimals)),
  );
}

/**
 * Ticks of an axis of rounds: whole numbers from 0, none past the last.
 *
 * @example
 * roundsTicks(70, 4) // [0, 20, 40, 60]
 */
export function roundsTicks(last: number, count: number): number[] {
  return roundTicks(0, last, count).filter((tick) => Number.isInteger(tick) && tick <= last);
}

/** The smallest and largest of some numbers, nulls left out; [0, 1] of none. */
export function extent(values: Iterable<number | null | undefined>): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [0, 1];
}

/**
 * A number as figures print it: fixed decimals, a true minus sign.
 *
 * @example
 * printed(-0.034, 2) // '−0.03'
 */
export function printed(value: number, decimals: number): string {
  // Halves go away from zero as on paper; the small addend is for halves that binary holds a hair too low.
  const size = Math.round(Math.abs(value) * 10 ** decimals + 1e-9) / 10 ** decimals;
  return `${value < 0 && size > 0 ? '−' : ''}${size.toFixed(decimals)}`;
}

/** The d3 format that shows ticks apart: one decimal, or as many as the steps need. */
export function tickFormat(ticks: readonly number[]): string {
  const fits = (decimals: number): boolean =>
    ticks.every((tick) => Math.abs(tick - Number(tick.toFixed(decimals))) < 1e-9);
  return `.${[1, 2, 3, 4].find(fits) ?? 5}f`;
}

/** As {@link printed}, with a plus sign before positive numbers. */
export function signed(value: number, decimals: number): string {
  const text = printed(value, decimals);
  return text.startsWith('−') || Number(text) === 0 ? text : `+${text}`;
}
