/** One measurement: what, how much, what it should be, and the peer measured in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The number to reach, as it stands in the design, e.g. `≥ 200`. */
  readonly target?: string | undefined;
  /** What the peer is, or why there is none. */
  readonly peer?: string | undefined;
  /** How many times faster than the peer. */
  readonly ratio?: number | undefined;
}
