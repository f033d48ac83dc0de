import { PawlError } from '../errors.js';
import { random } from '../random.js';
import type { Roles } from '../roles/roles.js';
import type { Label } from '../verdict.js';
import type { Anchor } from './pack.js';
import type { ScreenedCandidate } from './screen.js';

/** Anchors of each label: five clear failures and five clean positives. */
export const anchorsPerLabel = 5;

/** The anchors, and every task of which the teacher has read a sample. */
export interface ChosenAnchors {
  readonly anchors: readonly Anchor[];
  readonly taught: ReadonlySet<string>;
}

/**
 * Chooses ten anchors of ten different tasks among the screening samples, in an order drawn by seed: the first five that
 * the teacher fails and the first five that it passes. The teacher is asked only until both are full.
 *
 * @throws PawlError `bad-input` when the samples do not hold five of each
 */
export async function chooseAnchors(
  candidates: readonly ScreenedCandidate[],
  roles: Pick<Roles, 'teach'>,
  seed: string,
): Promise<ChosenAnchors> {
  const chosen: Record<Label, Anchor[]> = { FAIL: [], PASS: [] };
  const taught = new Set<string>();
  const order = random(seed, 'anchors').shuffle(candidates);
  for (const { task, samples } of order) {
    const item = random(seed, 'anchor-sample', task.id).pick(samples);
    taught.add(task.id);
    const label = await roles.teach({ item, draw: 'anchor' });
    if (label === null) continue;
    if (chosen[label.label].length < anchorsPerLabel) chosen[label.label].push({ item, label });
    if (chosen.FAIL.length === anchorsPerLabel && chosen.PASS.length === anchorsPerLabel) {
      return { anchors: [...chosen.FAIL, ...chosen.PASS], taught };
    }
  }
  throw new PawlError(
    'bad-input',
    `found ${chosen.FAIL.length} failures and ${chosen.PASS.length} clean positives among the samples of ` +
      `${candidates.length} tasks; ${anchorsPerLabel} of each are needed`,
    { hint: 'give more tasks, or tasks that the solver neither always passes nor always fails' },
  );
}
