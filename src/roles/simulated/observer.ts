import { itemHash } from '../../grader/item.js';
import { random } from '../../random.js';
import type { ClassifyRequest } from '../roles.js';
import type { SharedCalibration } from './calibration.js';
import type { Reader } from './readings.js';

/**
 * An observer who says which failure class an unlabelled output shows. Of a wrong output: nothing with `readsNothing`, else a
 * right class with `readsRightClass`, else another one. Of a right output: some class with `readsFaultInPass`, else nothing.
 * An output that cannot be read shows nothing. Equal item and draw give an equal answer.
 */
export function simulatedObserver(
  read: Reader,
  taxonomy: readonly string[],
  { observer }: SharedCalibration,
  seed: string,
): (request: ClassifyRequest) => Promise<string | null> {
  return async ({ item, draw }) => {
    const reading = await read(item);
    if (reading.outcome === 'unreadable') return null;
    const choices = random('observer', seed, itemHash(item), draw);
    if (reading.label === 'PASS') {
      return choices.chance(observer.readsFaultInPass.value) ? choices.pick(taxonomy) : null;
    }
    if (choices.chance(observer.readsNothing.value)) return null;
    const failureClasses = await reading.failureClasses();
    const others = taxonomy.filter((one) => !failureClasses.includes(one));
    const right = failureClasses.length > 0 && choices.chance(observer.readsRightClass.value);
    return choices.pick(right || others.length === 0 ? failureClasses : others);
  };
}
