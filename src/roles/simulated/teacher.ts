import { PawlError } from '../../errors.js';
import { itemHash, type Item } from '../../grader/item.js';
import { hashedUnit, random } from '../../random.js';
import type { SoftLabel } from '../roles.js';
import type { SharedCalibration } from './calibration.js';
import type { Reader } from './readings.js';

/** Said wherever a simulated role gives a reason. */
export const standIn = 'simulated stand-in, not a language model';

/**
 * A teacher who reads outputs against the reference and errs at a stated rate: the label is flipped with `teacher.error`, and
 * each failure class is taken for another one with 1 − `teacher.namesRightClass`. Equal item and draw give an equal label.
 *
 * @throws PawlError `bad-input` when the item cannot be read: an anchor without a label is none
 */
export function simulatedTeacher(
  read: Reader,
  taxonomy: readonly string[],
  { teacher }: SharedCalibration,
  seed: string,
): (request: { readonly item: Item; readonly draw: string }) => Promise<SoftLabel> {
  return async ({ item, draw }) => {
    const reading = await read(item);
    if (reading.outcome === 'unreadable') {
      throw new PawlError('bad-input', `the simulated teacher cannot label '${item.id}': ${reading.reason}`);
    }
    const hash = itemHash(item);
    const errs = hashedUnit('teacher', seed, hash, draw, 'errs') < teacher.error.value;
    const choices = random('teacher', seed, hash, draw, 'names');
    const wrong = (reading.label === 'FAIL') !== errs;
    if (!wrong) return { label: 'PASS', failureClasses: [], reason: `looks right (${standIn})` };

    const shown = errs ? [] : await reading.failureClasses();
    const seen = shown.length === 0 ? [choices.pick(taxonomy)] : shown;
    const named = seen.map((failureClass) =>
      choices.chance(teacher.namesRightClass.value)
        ? failureClass
        : choices.pick(taxonomy.filter((other) => other !== failureClass)),
    );
    const failureClasses = [...new Set(named)].sort();
    return {
      label: 'FAIL',
      failureClasses,
      reason: `looks like ${failureClasses.join(' and ')} (${standIn})`,
    };
  };
}
