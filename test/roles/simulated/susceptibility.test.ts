import { describe, expect, it } from 'vitest';
import { codeTaxonomy } from '../../../src/families/code/taxonomy.js';
import type { Skill } from '../../../src/roles/roles.js';
import { pronenessOf, withSkill, type Susceptibility } from '../../../src/roles/simulated/susceptibility.js';
import { calibration, fits, plainTask } from './fakes.js';

const { solver, skills } = calibration;
const tasks = Array.from({ length: 4000 }, (_, index) => plainTask(`task ${index}`));
const profiles = tasks.map((task) => {
  const proneness = pronenessOf('plain', task, calibration);
  return { proneness, faults: proneness.assign(proneness.preference.slice(0, proneness.slots)) };
});

function skill(...tags: string[]): Skill {
  return {
    id: 's',
    name: 's',
    version: 1,
    intent: '',
    description: '',
    signalsMatch: [],
    preconditions: [],
    tags,
    guidance: { appliesWhen: '', keyInsight: '', commonPitfalls: [], verifyBeforeReturning: [] },
    status: 'ACTIVE',
  };
}

describe('pronenessOf', () => {
  it('depends on the task’s id and nothing else', () => {
    const [task] = tasks;
    if (task === undefined) throw new Error('no task');
    const again = pronenessOf('plain', { ...task, prompt: 'other' }, calibration);
    expect(again.preference).toEqual(profiles[0]?.proneness.preference);
    expect(again.assign(again.preference.slice(0, again.slots))).toEqual(profiles[0]?.faults);
  });

  it('makes easy, near-certain and irreducible tasks as often as the calibration says', () => {
    const levels = profiles.map(({ faults }) => faults.find(({ reducible }) => reducible)?.probability ?? 0);
    const easyTop = solver.easyFailure.value[1];
    const certain = levels.filter((level) => level >= solver.certainFailure.value[0]).length;
    const hard = 1 - solver.easyShare.value;
    expect(fits(certain, tasks.length, hard * solver.certainShare.value)).toBe(true);
    const single = profiles.filter(
      ({ faults }) => faults.length === 1 && (faults[0]?.probability ?? 1) <= easyTop,
    ).length;
    expect(single / tasks.length).toBeGreaterThan(solver.easyShare.value - 0.03);
    const stuck = profiles.filter(({ faults }) => faults.some(({ reducible }) => !reducible));
    expect(fits(stuck.length, tasks.length, hard * solver.irreducibleShare.value)).toBe(true);
    expect(stuck.every(({ faults }) => faults.at(-1)?.failureClass === solver.irreducibleClass.value)).toBe(
      true,
    );
    const always = stuck.filter(({ faults }) => faults.at(-1)?.probability === 1).length;
    expect(fits(always, stuck.length, solver.irreducibleCertainShare.value)).toBe(true);
  });

  it('prefers each class first in proportion to its weight', () => {
    const usual = profiles.filter(({ faults }) => faults.every(({ reducible }) => reducible));
    const weights = solver.classWeights.value;
    const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    for (const failureClass of codeTaxonomy) {
      const first = usual.filter(({ faults }) => faults[0]?.failureClass === failureClass).length;
      expect(fits(first, usual.length, (weights[failureClass] ?? 0) / total), failureClass).toBe(true);
    }
  });

  it('assigns what fits where the preferred classes do not', () => {
    const hard = profiles.find(
      ({ proneness, faults }) => proneness.slots === 2 && faults.every(({ reducible }) => reducible),
    );
    const fitting = hard?.proneness.preference.slice(3, 5) ?? [];
    expect(hard?.proneness.assign(fitting).map(({ failureClass }) => failureClass)).toEqual(fitting);
    expect(hard?.proneness.assign([])).toEqual([]);
  });
});

describe('withSkill', () => {
  const task = plainTask('one', 'strings');
  const faults: readonly Susceptibility[] = [
    { failureClass: 'off-by-one', probability: 0.8, reducible: true },
    { failureClass: 'misread-spec', probability: 0.6, reducible: false },
  ];
  const cases: readonly (readonly [what: string, tags: readonly string[], probability: number])[] = [
    [
      'a strong skill for class and topic',
      ['class:off-by-one', 'topic:strings', 'effect:strong'],
      0.8 * (1 - skills.strong.value),
    ],
    ['a weak one', ['class:off-by-one', 'topic:strings', 'effect:weak'], 0.8 * (1 - skills.weak.value)],
    ['one that does not say how strong it is', ['class:off-by-one'], 0.8 * (1 - skills.weak.value)],
    [
      'one for another topic',
      ['class:off-by-one', 'topic:dates', 'effect:strong'],
      0.8 * (1 - skills.strong.value * skills.otherTopic.value),
    ],
    ['an empty one', ['class:off-by-one', 'effect:none'], 0.8],
    ['one about another class', ['class:crash', 'effect:strong'], 0.8 + 0.2 * skills.distraction.value],
    ['a harmful one', ['class:off-by-one', 'effect:harmful'], 0.8 + 0.2 * skills.harm.value],
    ['one about the irreducible class only', ['class:misread-spec', 'effect:strong'], 0.8],
  ];

  it.each(cases)('%s', (_, tags, probability) => {
    const [first, second] = withSkill(faults, task, skill(...tags), calibration);
    expect(first?.probability).toBeCloseTo(probability, 12);
    expect(second).toEqual(faults[1]);
  });

  it('changes nothing without a skill', () => {
    expect(withSkill(faults, task, null, calibration)).toBe(faults);
  });
});
