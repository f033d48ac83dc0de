import { itemHash, type Item } from '../../grader/item.js';
import { random, type Random } from '../../random.js';
import type { CriticiseRequest, Criticism, Influence } from '../skill-loop.js';
import type { SharedCalibration } from './calibration.js';
import type { Reader } from './readings.js';
import { standIn } from './teacher.js';

/**
 * Ways in which a critic words the same pattern: the same words in another order. One word more or less would bring long classes of
 * two topics, or classes that share a word, to the similarity at which patterns become one.
 */
const wordings: readonly ((failureClass: string, topic: string) => string)[] = [
  (failureClass, topic) => `${failureClass} in ${topic}`,
  (failureClass, topic) => `in ${topic}: ${failureClass}`,
];

/**
 * A critic who reads capsules and errs at stated rates. Of a wrong output that was graded failed it names a class, the right one
 * with `critic.namesRightClass`; of one that was graded passed it names a fault with `critic.namesFaultInPass`. Told that a right
 * output failed, it believes so, and takes the class from the evidence where a line names one. Equal requests give equal answers.
 */
export function simulatedCritic(
  read: Reader,
  { critic }: SharedCalibration,
  seed: string,
): (request: CriticiseRequest) => Promise<Criticism> {
  const hashes = new WeakMap<Item, string>();
  const hashOf = (item: Item): string => {
    let hash = hashes.get(item);
    if (hash === undefined) hashes.set(item, (hash = itemHash(item)));
    return hash;
  };
  return async ({ capsule, skill, taxonomy, draw }) => {
    const { item, failed, evidence } = capsule;
    const choices = random('critic', seed, hashOf(item), draw);
    const reading = await read(item);
    const wrong = reading.outcome === 'read' && reading.label === 'FAIL';
    const sees = failed || (wrong && choices.chance(critic.namesFaultInPass.value));
    const shown = wrong
      ? await reading.failureClasses()
      : evidence.flatMap(({ failureClass }) => failureClass ?? []);
    const failureClass = sees ? named(shown, taxonomy, critic.namesRightClass.value, choices) : null;
    const about = skill?.tags.filter((tag) => tag.startsWith('class:')).map((tag) => tag.slice(6)) ?? [];
    return {
      influence: influenceOf(skill !== null, failed, failureClass !== null && about.includes(failureClass)),
      pattern: failureClass === null ? '' : choices.pick(wordings)(failureClass, item.task.topic),
      failureClass,
      confidence: choices.pick(['LOW', 'MEDIUM', 'HIGH'] as const),
      reason:
        failureClass === null ? `nothing stands out (${standIn})` : `looks like ${failureClass} (${standIn})`,
    };
  };
}

function named(
  shown: readonly string[],
  taxonomy: readonly string[],
  rightly: number,
  choices: Random,
): string {
  const others = taxonomy.filter((one) => !shown.includes(one));
  const right = shown.length > 0 && (others.length === 0 || choices.chance(rightly));
  return choices.pick(right ? shown : others);
}

/** What the skill in the prompt did, as far as the outcome shows. */
function influenceOf(injected: boolean, failed: boolean, onItsSubject: boolean): Influence {
  if (!injected) return 'INAPPLICABLE';
  if (!failed) return 'HELPED';
  return onItsSubject ? 'HURT' : 'NEUTRAL';
}
