import type { Cache } from '../../grader/cache.js';
import { itemHash, type Item } from '../../grader/item.js';
import type { Family, Truth } from '../../families/family.js';
import { contentHash } from '../../hash.js';
import type { Label } from '../../verdict.js';
import type { SimulatedSolver } from './solver.js';

/** What is really so about an item, before a noisy reader reads it. */
export type Reading =
  | {
      readonly outcome: 'read';
      readonly label: Label;
      /**
       * Failure classes of a wrong output: the faults that the solver applied, else what the truth's evidence shows. Asked for
       * only where it matters, since it needs the task's catalogue.
       */
      readonly failureClasses: () => Promise<readonly string[]>;
      readonly evidence: string;
      /** False where the wall clock decided: such a reading is not kept. */
      readonly final: boolean;
    }
  | { readonly outcome: 'unreadable'; readonly reason: string };

/** Reads items against their own task records, so that every process reads the same from the same rows. */
export type Reader = (item: Item) => Promise<Reading>;

/**
 * The reader behind teacher, observer and judge. What is right comes from the family's truth; which fault it is comes from the
 * solver's catalogue where the output is in it, since the truth sees wrong values and not the edit behind them.
 */
export function createReader(family: Family, solver: SimulatedSolver, cache: Cache): Reader {
  const truthOf = async (item: Item): Promise<Truth> => {
    // The key under which graded truths are kept, so that none is computed twice.
    const key = contentHash([family.name, family.version, itemHash(item)]);
    const known = cache.get('truth', key);
    if (known !== undefined) return known as unknown as Truth;
    const truth = await family.truth(item);
    if (truth.outcome === 'scored' && truth.timedOut === undefined) cache.put('truth', key, truth);
    return truth;
  };

  const readings = new WeakMap<Item, Reading>();
  return async (item) => {
    let reading = readings.get(item);
    if (reading === undefined) {
      reading = await readingOf(item);
      if (reading.outcome === 'read' && reading.final) readings.set(item, reading);
    }
    return reading;
  };

  async function readingOf(item: Item): Promise<Reading> {
    if (item.task.reference === null) {
      return {
        outcome: 'unreadable',
        reason:
          `task '${item.task.id}' has no reference, and simulated readers read outputs against it: ` +
          'hand in the tasks with their references, or use a model',
      };
    }
    const truth = await truthOf(item);
    if (truth.outcome === 'unscored') return { outcome: 'unreadable', reason: truth.reason };
    const { label, evidence, failureClass } = truth;
    const failureClasses = async (): Promise<readonly string[]> => {
      if (label === 'PASS') return [];
      const applied = (await solver.prepare(item.task)).variantOf(item.output)?.faults ?? [];
      if (applied.length > 0) return applied;
      return failureClass === null ? [] : [failureClass];
    };
    return { outcome: 'read', label, failureClasses, evidence, final: truth.timedOut === undefined };
  }
}
