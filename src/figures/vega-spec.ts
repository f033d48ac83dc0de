/** A Vega or Vega-Lite specification as plain data; Vega's own types stay out of our declarations, they are slow to check. */
export type ChartSpec = Readonly<Record<string, unknown>>;
