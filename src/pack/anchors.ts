import { PawlError } from '../errors.js';
import { random } from '../random.js';
import type { Roles, SoftLabel } from '../roles/roles.js';
import type { Label } from '../verdict.js';
import type { Anchor } from './pack.js';
import type { ScreenedCandidate } from './screen.js';

/** Anchors of each label: five clear failures and five clean positives. */
export const anchorsPerLabel = 5;
/** A label is clear when the teacher gives it in each of this many readings. */
const readings = 3;

/**
 * Chooses ten anchors of ten different tasks among the screening samples, in an order drawn by seed: the first five that
 * the teacher clearly fails and the first five that it clearly passes. The teacher is asked only until both are full.
 *
 * @throws PawlError `bad-input` when the samples do not hold five of each
 */
export async function chooseAnchors(
  candidates: readonly ScreenedCandidate[],
  roles: Pick<Roles, 'teach'>,
  seed: string,
): Promise<readonly Anchor[]> {
  const chosen: Record<Label, Anchor[]> = { FAIL: [], PASS: [] };
  const order = random(seed, 'anchors').shuffle(candidates);
  for (const { task, samples } of order) {
    for (const item of random(seed, 'anchor-sample', task.id).shuffle(samples)) {
      const label = await clearLabel(item, roles);
      if (label === null || chosen[label.label].length === anchorsPerLabel) continue;
      chosen[label.label].push({ item, label });
      break;
    }
    if (chosen.FAIL.length === anchorsPerLabel && chosen.PASS.length === anchorsPerLabel) {
      return [...chosen.FAIL, ...chosen.PASS];
    }
  }
  throw new PawlError(
    'bad-input',
    `found ${chosen.FAIL.length} clear failures and ${chosen.PASS.length} clean positives among the samples of ` +
      `${candidates.length} tasks; ${anchorsPerLabel} of each are needed`,
    { hint: 'give more tasks, or tasks that the solver neither always passes nor always fails' },
  );
}

async function clearLabel(item: Anchor['item'], roles: Pick<Roles, 'teach'>): Promise<SoftLabel | null> {
  const labels: SoftLabel[] = [];
  for (let reading = 0; reading < readings; reading++) {
    labels.push(await roles.teach({ item, draw: `anchor/${reading}` }));
    if (labels.some(({ label }) => label !== labels[0]?.label)) return null;
  }
  return labels[0] ?? null;
}
