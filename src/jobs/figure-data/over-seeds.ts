/** A mean over runs with the smallest and the largest of them. */
export interface OverSeeds {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Mean, smallest and largest; null where there is nothing. */
export function overSeeds(values: readonly number[]): OverSeeds | null {
  if (values.length === 0) return null;
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    low: Math.min(...values),
    high: Math.max(...values),
  };
}

/** The n-th entries of several series that may differ in length. */
export function acrossRuns<T>(series: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const longest = Math.max(0, ...series.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => series.flatMap((one) => one.slice(at, at + 1)));
}
