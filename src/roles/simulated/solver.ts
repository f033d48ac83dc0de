import type { Cache } from '../../grader/cache.js';
import { taskHash, type Task } from '../../grader/item.js';
import { contentHash } from '../../hash.js';
import type { Json } from '../../json.js';
import { hashedUnit } from '../../random.js';
import type { SolveRequest } from '../roles.js';
import type { Calibration } from './calibration.js';
import type { Catalogue, FaultModel, Variant } from './fault-model.js';
import { pronenessOf, withSkill, type Susceptibility } from './susceptibility.js';

/** What the frozen solver can write for a task, and which faults the task invites. */
export interface SolverTask {
  readonly variants: readonly Variant[];
  readonly susceptibilities: readonly Susceptibility[];
  /** The variants with exactly these faults; where the catalogue has none, with as many of them as it has, first ones first. */
  readonly withFaults: (faults: readonly string[]) => readonly Variant[];
  /** The variant that has this text, if the solver can write it. */
  readonly variantOf: (output: string) => Variant | undefined;
}

/** The frozen solver: a stand-in that applies faults to references, not a language model. */
export interface SimulatedSolver {
  solve(request: SolveRequest): Promise<string>;
  /** Computed once per task (in the sandbox, or read from the cache). */
  prepare(task: Task): Promise<SolverTask>;
}

/** What a simulated solver is made of. */
export interface SolverParts {
  readonly family: string;
  readonly faults: FaultModel;
  readonly calibration: Calibration;
  readonly cache: Cache;
}

/**
 * Joins a family's fault model with the general machinery: who is prone to what, when a fault strikes, what a skill
 * changes. The draw alone decides which faults strike and how they look, so equal requests give equal outputs anywhere.
 */
export function simulatedSolver({ family, faults, calibration, cache }: SolverParts): SimulatedSolver {
  const { solver } = calibration;
  const prepared = new Map<string, Promise<SolverTask>>();

  const catalogueOf = async (
    task: Task,
    preference: readonly string[],
    slots: number,
  ): Promise<Catalogue> => {
    const key = contentHash([family, faults.version, taskHash(task), preference, slots]);
    const known = cache.get('variants', key);
    if (known !== undefined) return known as unknown as Catalogue;
    const catalogue = await faults.catalogue({ task, preference, slots });
    cache.put('variants', key, catalogue as unknown as Json);
    return catalogue;
  };

  const look = async (task: Task): Promise<SolverTask> => {
    const proneness = pronenessOf(family, task, calibration);
    const { classes, variants } = await catalogueOf(task, proneness.preference, proneness.slots);
    const byOutput = new Map(variants.map((variant) => [variant.output, variant]));
    const byFaults = new Map<string, Variant[]>();
    for (const variant of variants) {
      const key = variant.faults.join(' ');
      byFaults.set(key, [...(byFaults.get(key) ?? []), variant]);
    }
    const known = new Map<string, readonly Variant[]>();
    return {
      variants,
      susceptibilities: proneness.assign(classes),
      withFaults: (faults) => {
        const key = faults.join(' ');
        const found = known.get(key) ?? nearest(byFaults, faults);
        known.set(key, found);
        return found;
      },
      variantOf: (output) => byOutput.get(output),
    };
  };

  const prepare = (task: Task): Promise<SolverTask> => {
    const key = taskHash(task);
    let found = prepared.get(key);
    if (found === undefined) {
      found = look(task);
      found.catch(() => prepared.delete(key));
      prepared.set(key, found);
    }
    return found;
  };

  return {
    prepare,
    solve: async ({ task, skill, draw }) => {
      const known = await prepare(task);
      const struck = withSkill(known.susceptibilities, task, skill, calibration)
        .filter((fault, index) => hashedUnit('strikes', family, task.id, draw, index) < fault.probability)
        .map(({ failureClass }) => failureClass);
      const choices = known.withFaults([...new Set(struck)]);
      const wanted = hashedUnit('unseen', family, task.id, draw) < solver.unseenShare.value;
      const fitting = choices.filter(({ unseen }) => unseen === wanted);
      const unit = hashedUnit('variant', family, task.id, draw);
      return byHabit(fitting.length > 0 ? fitting : choices, unit, solver.habit.value).output;
    },
  };
}

function nearest(
  byFaults: ReadonlyMap<string, readonly Variant[]>,
  struck: readonly string[],
): readonly Variant[] {
  for (const faults of fewer(struck)) {
    const found = byFaults.get([...faults].sort().join(' '));
    if (found !== undefined) return found;
  }
  throw new RangeError('a catalogue without a restyling of the reference');
}

/** A list of faults, then its sublists: longer ones first, those that keep the first faults first. */
function fewer(faults: readonly string[]): string[][] {
  const sublists = faults.reduceRight<string[][]>(
    (lists, fault) => [...lists.map((list) => [fault, ...list]), ...lists],
    [[]],
  );
  return sublists.sort((a, b) => b.length - a.length);
}

/** Earlier variants are likelier: each has `habit` of what is left, since a writer makes the same mistake again. */
function byHabit(choices: readonly Variant[], unit: number, habit: number): Variant {
  const weights = choices.map((_, index) => (1 - habit) ** index);
  let left = unit * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => (left -= weight) < 0);
  return choices[index === -1 ? choices.length - 1 : index] as Variant;
}
