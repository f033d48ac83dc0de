/** A failure class of the sql family with what it means. The names are ours: the paper publishes none. */
export interface FailureClass {
  readonly name: SqlFailure;
  readonly meaning: string;
}

/** The closed taxonomy of the sql family. */
export type SqlFailure =
  | 'fan-out'
  | 'invented-name'
  | 'lost-rows'
  | 'misread-question'
  | 'missing-filter'
  | 'null-handling'
  | 'off-by-one-boundary'
  | 'wrong-aggregate'
  | 'wrong-grouping'
  | 'wrong-order-or-limit';

/** Every failure class, in the order of the alphabet. */
const failureClasses: readonly FailureClass[] = [
  { name: 'fan-out', meaning: 'a join or repeated rows count the same thing several times' },
  {
    name: 'invented-name',
    meaning: 'uses a table, column or function that does not exist, or no SQL at all',
  },
  { name: 'lost-rows', meaning: 'a join drops rows that the question asks for' },
  { name: 'misread-question', meaning: 'computes something other than what was asked for' },
  { name: 'missing-filter', meaning: 'a condition of the question is not applied' },
  {
    name: 'null-handling',
    meaning: 'missing values are treated as if they were values, or the other way round',
  },
  {
    name: 'off-by-one-boundary',
    meaning: 'a date, a number or an interval ends one step too early or too late',
  },
  { name: 'wrong-aggregate', meaning: 'sums, counts, averages or compares the wrong way' },
  { name: 'wrong-grouping', meaning: 'a grouping column is missing or the grain is another than asked for' },
  { name: 'wrong-order-or-limit', meaning: 'sorts the wrong way, or keeps too many or too few rows' },
];

/** The names of the taxonomy. */
export const sqlTaxonomy: readonly SqlFailure[] = failureClasses.map(({ name }) => name);
