/** A failure class of the code family with what it means. The names are ours: the paper publishes none. */
interface FailureClass {
  readonly name: CodeFailure;
  readonly meaning: string;
}

/** The closed taxonomy of the code family. */
export type CodeFailure =
  | 'crash'
  | 'dropped-guard'
  | 'endless-loop'
  | 'misread-spec'
  | 'mutated-input'
  | 'off-by-one'
  | 'print-instead-of-return'
  | 'wrong-format'
  | 'wrong-operator'
  | 'wrong-signature';

/** Every failure class, in the order of the alphabet. */
const failureClasses: readonly FailureClass[] = [
  { name: 'crash', meaning: 'raises an exception on ordinary inputs' },
  {
    name: 'dropped-guard',
    meaning: 'wrong only where a guard is missing: empty, zero, negative, single or repeated inputs',
  },
  { name: 'endless-loop', meaning: 'does not come to an end' },
  { name: 'misread-spec', meaning: 'computes something other than what was asked for' },
  { name: 'mutated-input', meaning: 'changes an argument that should stay as it was' },
  { name: 'off-by-one', meaning: 'a bound, an index or a count is one too high or too low' },
  { name: 'print-instead-of-return', meaning: 'prints the result and returns nothing' },
  { name: 'wrong-format', meaning: 'returns the result as another type or in another form' },
  {
    name: 'wrong-operator',
    meaning: 'a comparison, a sign or an arithmetic or logical operator is the wrong one',
  },
  {
    name: 'wrong-signature',
    meaning: 'a name is missing or undefined, or the parameters do not fit the call',
  },
];

/** The names of the taxonomy. */
export const codeTaxonomy: readonly CodeFailure[] = failureClasses.map(({ name }) => name);
