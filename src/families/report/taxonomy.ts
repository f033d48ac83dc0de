/**
 * The seven miss classes of the report family, a closed taxonomy. The paper publishes their number and not their names
 * (apart from metric discipline, a dimension of its rubric): these names are ours.
 */
export const reportTaxonomy = [
  'metric-uncovered',
  'tag-without-value',
  'untagged-value',
  'invented-value',
  'low-status-overclaimed',
  'unhedged-forecast',
  'missing-section',
] as const;

/** One of the seven miss classes. */
export type MissClass = (typeof reportTaxonomy)[number];
