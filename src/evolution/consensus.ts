import type { OpSpec } from '../grader/op.js';
import { emptyPlanes, verdictAt, type Planes, type VerdictTable } from '../grader/planes.js';
import { devLattice } from './dev-agreement.js';

/**
 * The pool's weighted consensus on train: each active op votes with weight 1 + 10·max(0, m_o). Without the weights a batch
 * of correlated detectors would define the pseudo-labels that the regulariser rewards (paper, section 1). A tie, or no
 * opinion, gives none. Weights are summed as whole numbers on the lattice of the marginals, so ties are exact.
 */
export function consensus(
  ops: readonly OpSpec[],
  marginals: ReadonlyMap<string, number>,
  train: VerdictTable,
): Planes {
  const result = emptyPlanes(train.items);
  const voters = ops.map(({ name }) => ({
    weight: Math.round(devLattice * (1 + 10 * Math.max(0, marginals.get(name) ?? 0))),
    planes: train.planes.get(name),
  }));
  for (let item = 0; item < train.items; item++) {
    let balance = 0;
    for (const { weight, planes } of voters) {
      const verdict = planes === undefined ? 'ABSTAIN' : verdictAt(planes, item);
      balance += verdict === 'DRAWBACK' ? weight : verdict === 'CLEAN' ? -weight : 0;
    }
    if (balance === 0) continue;
    const plane = balance > 0 ? result.drawback : result.clean;
    plane[item >>> 5] = (plane[item >>> 5] ?? 0) | (1 << (item & 31));
  }
  return result;
}
