import type { Family, Truth } from '../../../src/families/family.js';
import type { Item, Task } from '../../../src/grader/item.js';
import { loadCalibration, type Calibration } from '../../../src/roles/simulated/calibration.js';
import { codeTaxonomy } from '../../../src/families/code/taxonomy.js';
import type { FaultModel, Variant } from '../../../src/roles/simulated/fault-model.js';

export const calibration: Calibration = loadCalibration('code', codeTaxonomy);

/** A task whose reference is its id, for machinery that reads no Python. */
export function plainTask(id: string, topic = 'lists'): Task {
  return { id, prompt: `Do ${id}.`, topic, reference: id, visible: {}, hidden: {} };
}

/** Variants `<id> <classes> <number>`: three restylings, four of each class, two of each pair. */
export const plainFaults: FaultModel = {
  version: 'plain',
  classes: codeTaxonomy,
  catalogue: async ({ task, preference, slots }) => {
    const classes = preference.slice(0, slots);
    const written = (faults: readonly string[], count: number): Variant[] =>
      Array.from({ length: count }, (_, number) => ({
        output: `${task.id} ${[...faults].sort().join('+')} ${number}`,
        faults: [...faults].sort(),
        edits: [],
        unseen: number % 2 === 1,
      }));
    const pairs = classes.flatMap((first, index) =>
      classes.slice(index + 1).map((second) => [first, second]),
    );
    return {
      classes,
      variants: [
        ...written([], 3),
        ...classes.flatMap((one) => written([one], 4)),
        ...pairs.flatMap((pair) => written(pair, 2)),
      ],
    };
  },
};

/** A family in which outputs that name a fault are wrong. */
export function plainFamily(): Pick<Family, 'name' | 'version' | 'truth'> & { readonly truths: Item[] } {
  const truths: Item[] = [];
  return {
    name: 'plain',
    version: '1',
    truths,
    truth: async (item): Promise<Truth> => {
      truths.push(item);
      const wrong = codeTaxonomy.some((one) => item.output.includes(one));
      return {
        outcome: 'scored',
        label: wrong ? 'FAIL' : 'PASS',
        score: wrong ? 0 : 1,
        failureClass: wrong ? 'crash' : null,
        evidence: 'looked',
        details: {},
      };
    },
  };
}

/** True when `hits` of `trials` lie within four standard errors of a probability. */
export function fits(hits: number, trials: number, probability: number): boolean {
  return Math.abs(hits / trials - probability) <= 4 * Math.sqrt((probability * (1 - probability)) / trials);
}
