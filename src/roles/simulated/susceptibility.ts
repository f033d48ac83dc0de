import { hashedUnit } from '../../random.js';
import type { Task } from '../../grader/item.js';
import type { Skill } from '../roles.js';
import type { Calibration } from './calibration.js';

/** How prone the frozen solver is to one fault on one task. */
export interface Susceptibility {
  readonly failureClass: string;
  /** Probability that the fault strikes in one attempt without any skill. */
  readonly probability: number;
  /** False for a fault that no guidance helps against. */
  readonly reducible: boolean;
}

/** Which faults a task invites, before it is known which of them its reference offers a place for. */
export interface Proneness {
  /** Classes in the order of preference: the first `slots` that fit the task are used. */
  readonly preference: readonly string[];
  readonly slots: number;
  /** The susceptibilities, given the classes that fit, in the order of preference. */
  readonly assign: (fitting: readonly string[]) => readonly Susceptibility[];
}

/**
 * What kind of task this is for the frozen solver: a pure function of the family, the task's id and the calibration. An easy
 * task has one fault that strikes now and then; any other has one that strikes nearly always (or often), sometimes a second,
 * and sometimes one that no skill removes (SIMULATION.md, section 11).
 */
export function pronenessOf(family: string, task: Task, { solver }: Calibration): Proneness {
  const unit = (purpose: string): number => hashedUnit('susceptibility', family, task.id, purpose);
  const within = ([low, high]: readonly [number, number], purpose: string): number =>
    low + (high - low) * unit(purpose);

  const easy = unit('easy') < solver.easyShare.value;
  const certain = unit('certain') < solver.certainShare.value;
  const main = easy
    ? within(solver.easyFailure.value, 'level')
    : within(certain ? solver.certainFailure.value : solver.uncertainFailure.value, 'level');
  const second = !easy && unit('second') < solver.secondFaultShare.value;
  const irreducible = !easy && unit('irreducible') < solver.irreducibleShare.value;
  const irreducibleLevel =
    unit('irreducible-certain') < solver.irreducibleCertainShare.value
      ? 1
      : within(solver.irreducibleFailure.value, 'irreducible-level');

  const stubborn = solver.irreducibleClass.value;
  const order = weightedOrder(solver.classWeights.value, unit).filter(
    (one) => !(irreducible && one === stubborn),
  );
  const levels = [main, ...(second ? [within(solver.secondFaultFailure.value, 'second-level')] : [])];

  return {
    preference: irreducible ? [stubborn, ...order] : order,
    slots: levels.length + (irreducible ? 1 : 0),
    assign: (fitting) => {
      const stuck = irreducible && fitting.includes(stubborn);
      const usual = stuck ? fitting.filter((one) => one !== stubborn) : fitting;
      return [
        ...usual.slice(0, levels.length).map((failureClass, index) => ({
          failureClass,
          probability: levels[index] ?? 0,
          reducible: true,
        })),
        ...(stuck ? [{ failureClass: stubborn, probability: irreducibleLevel, reducible: false }] : []),
      ];
    },
  };
}

/** A random order in which heavier classes tend to come first (A. Efraimidis, P. Spirakis 2006: keys u^(1/w)). */
function weightedOrder(
  weights: Readonly<Record<string, number>>,
  unit: (purpose: string) => number,
): string[] {
  return Object.entries(weights)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([failureClass, weight]) => ({ failureClass, key: unit(`class ${failureClass}`) ** (1 / weight) }))
    .sort((a, b) => b.key - a.key)
    .map(({ failureClass }) => failureClass);
}

/**
 * What a skill in the prompt does to a fault's probability. A skill says by its tags what it is about: `class:<failure
 * class>` and `topic:<topic>`, each any number of times, and `effect:strong|weak|none|harmful` (weak when missing). A skill
 * about this fault lowers the probability, less for another topic than the task's; one about none of the task's faults
 * distracts; a harmful one makes every fault likelier. An irreducible fault stays as it is.
 *
 * @param faults all susceptibilities of the task
 */
export function withSkill(
  faults: readonly Susceptibility[],
  task: Task,
  skill: Skill | null,
  { skills }: Calibration,
): readonly Susceptibility[] {
  if (skill === null) return faults;
  const tagged = (key: string): string[] =>
    skill.tags.filter((tag) => tag.startsWith(`${key}:`)).map((tag) => tag.slice(key.length + 1));
  const classes = tagged('class');
  const topics = tagged('topic');
  const effect = tagged('effect')[0] ?? 'weak';
  const strength = effect === 'strong' ? skills.strong.value : effect === 'weak' ? skills.weak.value : 0;
  const reach = topics.length === 0 || topics.includes(task.topic) ? 1 : skills.otherTopic.value;
  const relevant = faults.some(({ failureClass }) => classes.includes(failureClass));

  return faults.map((fault) => {
    if (!fault.reducible) return fault;
    const { failureClass, probability } = fault;
    if (effect === 'harmful') return { ...fault, probability: raised(probability, skills.harm.value) };
    if (classes.includes(failureClass))
      return { ...fault, probability: probability * (1 - strength * reach) };
    return relevant ? fault : { ...fault, probability: raised(probability, skills.distraction.value) };
  });
}

function raised(probability: number, by: number): number {
  return probability + by * (1 - probability);
}
