import { PawlError } from '../../errors.js';
import { requireEqualLength, requireNumbers } from '../checks.js';

/** The values of one cluster, added up. */
export interface Cluster {
  readonly name: string;
  readonly sum: number;
  readonly size: number;
  readonly values: readonly number[];
}

/** Groups values by their cluster, clusters sorted by name, so that the order of the rows changes nothing. */
export function groupByCluster(
  values: readonly number[],
  names: readonly string[],
  least: number,
): Cluster[] {
  requireNumbers(values, 'values');
  requireEqualLength(names, 'clusters', values, 'values');
  const groups = new Map<string, number[]>();
  for (const [at, value] of values.entries()) {
    const name = names[at] ?? '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  if (groups.size < least) {
    throw new PawlError(
      'bad-input',
      `clusters: got ${groups.size}, expected at least ${least} different ones`,
    );
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, group]) => ({ name, sum: exactSum(group), size: group.length, values: group }));
}

/** The sum in ascending order, so that it does not depend on the order of the rows. */
function exactSum(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b).reduce((sum, value) => sum + value, 0);
}
