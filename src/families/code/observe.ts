import { isRight, type Comparison } from './comparison.js';
import type { ReferenceCall } from './reference.js';
import type { Broken, Call } from './call.js';
import type { Encoded } from './value.js';

/** How one call of a program went, seen beside the reference's. */
export interface ObservedCall {
  readonly outcome: 'right' | 'wrong' | 'raised' | 'step-limit' | 'mutated';
  readonly call: Call;
  /** The reference's own value. */
  readonly expected: Encoded;
  readonly edge: boolean;
  /** An argument was changed that must stay and that the reference leaves alone. */
  readonly changed: boolean;
}

/** What is known of a program after its run. */
export type Observation =
  | { readonly kind: 'called'; readonly calls: readonly ObservedCall[]; readonly inputs: number }
  | { readonly kind: 'broken'; readonly broken: Broken }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'out-of-memory' };

/** Compares each call with the reference's; a right value with a changed argument is `mutated` where arguments must stay. */
export function observeCalls(
  calls: readonly Call[],
  reference: readonly ReferenceCall[],
  { comparison, argumentsStay }: { readonly comparison: Comparison; readonly argumentsStay: boolean },
): ObservedCall[] {
  return reference.slice(0, calls.length).map(({ expected, mutates }, at) => {
    const call = calls[at] as Call;
    const changed = argumentsStay && call.mutated === true && !mutates;
    const outcome = (): ObservedCall['outcome'] => {
      if (call.stepLimit === true) return 'step-limit';
      if (call.raised !== undefined || call.value === undefined) return 'raised';
      const { value } = call;
      if (!expected.some((right) => isRight(value, right, comparison))) return 'wrong';
      return changed ? 'mutated' : 'right';
    };
    return { outcome: outcome(), call, expected: expected[0] ?? null, edge: call.edge === true, changed };
  });
}
