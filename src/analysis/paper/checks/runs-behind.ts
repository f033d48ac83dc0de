import { reconstructSeeds } from '../../../stats/index.js';
import { isPoint } from '../box.js';
import type { CheckContext } from '../paper-line.js';
import { valueOf } from '../paper-line.js';

/** The runs that may stand behind a printed mean ± sd. */
export interface RunsBehind {
  /** Whole counts out of n, one list for each possibility. */
  readonly sets: readonly (readonly number[])[];
  readonly n: number;
}

/**
 * The counts of the single runs behind a printed mean ± sample sd of shares. Undefined when the value is no mean ± sd
 * on a grid of items.
 */
export function runsBehind(reference: string, context: CheckContext): RunsBehind | undefined {
  const { value, printed } = valueOf(reference, context);
  if (
    printed?.kind !== 'mean-sd' ||
    value.n === undefined ||
    value.runs === undefined ||
    value.grid === undefined
  ) {
    return undefined;
  }
  const { mean, sd } = printed;
  if (isPoint(mean.box)) return undefined;
  const { triples } = reconstructSeeds({ mean: mean.digits, sd: sd.digits, n: value.n, seeds: value.runs });
  return { sets: triples, n: value.n };
}
