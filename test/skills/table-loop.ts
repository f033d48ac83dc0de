import { makeItem, type Item, type Task } from '../../src/grader/item.js';
import type { Family, Truth } from '../../src/families/family.js';
import type { Capsule, Criticism, Skill, SkillDraft, WriteSkillRequest } from '../../src/roles/skill-loop.js';
import type { Attempt, SkillContext } from '../../src/skills/context.js';
import { ratchetSettings, type SkillSettings } from '../../src/skills/settings.js';
import { emptySkillState, type SkillRecord, type SkillState } from '../../src/skills/state.js';
import type { Verdict } from '../../src/verdict.js';
import { fakeFamily } from '../support/fake-world.js';

/** Where an attempt of a table loop is made. */
export interface Place {
  readonly task: Task;
  readonly skill: Skill | null;
  readonly round: number;
  readonly split: Attempt['split'];
}

/** A skill loop whose roles and scores are written down; everything left out is dull: wrong outputs, verdicts by score, no patterns. */
export interface TableLoop {
  readonly settings?: Partial<SkillSettings>;
  readonly family?: Partial<Family>;
  readonly trainTasks?: number;
  /** The truth's score of an attempt. */
  readonly score?: (place: Place) => number;
  /** More words for the output, e.g. to say what the grader shall see. */
  readonly words?: (place: Place) => string;
  readonly verdict?: (item: Item) => Verdict;
  readonly route?: (task: Task, skills: readonly Skill[]) => string | null;
  readonly criticise?: (capsule: Capsule, skill: Skill | null) => Partial<Criticism>;
  readonly write?: (request: WriteSkillRequest) => SkillDraft | null;
}

export function tasksOf(split: string, count: number, topic = 'lists'): readonly Task[] {
  return Array.from({ length: count }, (_, index): Task => {
    const id = `${split}/${String(index).padStart(3, '0')}`;
    return { id, prompt: `Do ${id}.`, topic, reference: 'right', visible: {}, hidden: {} };
  });
}

/** The score that an output of a table loop carries. */
export function scoreIn(output: string): number {
  return Number(/score=(\S+)/.exec(output)?.[1]);
}

export function tableContext(loop: TableLoop): SkillContext {
  const truthOf = ({ output }: Item): Truth => {
    const score = scoreIn(output);
    if (Number.isNaN(score)) return { outcome: 'unscored', reason: 'no score' };
    const label = score >= 0.5 ? 'PASS' : 'FAIL';
    return { outcome: 'scored', label, score, failureClass: null, evidence: '', details: {} };
  };
  return {
    family: { ...fakeFamily('1'), taxonomy: ['crash', 'wrong', 'slow', 'shape'], ...loop.family },
    settings: { ...ratchetSettings, ...loop.settings },
    seed: ['table', 1],
    train: tasksOf('train', loop.trainTasks ?? 4),
    test: tasksOf('test', 4),
    untouched: tasksOf('untouched', 3),
    roles: {
      solve: async ({ task, skill, draw }) => {
        const [, round, split] = /\/skill\/(\d+)\/(\w+)\//.exec(draw) ?? [];
        const place: Place = { task, skill, round: Number(round), split: split as Attempt['split'] };
        return `score=${loop.score?.(place) ?? 0} ${loop.words?.(place) ?? ''}`;
      },
      route: async ({ task, skills }) => loop.route?.(task, skills) ?? null,
      criticise: async ({ capsule, skill }) => ({
        influence: skill === null ? 'INAPPLICABLE' : 'NEUTRAL',
        pattern: '',
        failureClass: null,
        confidence: 'LOW',
        reason: '',
        ...loop.criticise?.(capsule, skill),
      }),
      writeSkill: async (request) =>
        loop.write === undefined ? draftOf(request.pattern) : loop.write(request),
    },
    grading: {
      prepare: async (items) => items.map((item) => ({ item, root: { verdict: 'CLEAN', facts: {} } })),
      truths: async (items) => items.map(truthOf),
    },
    grade: async (items) =>
      items.map(({ item }) => ({
        verdict: loop.verdict?.(item) ?? (scoreIn(item.output) >= 0.5 ? 'PASS' : 'FAIL'),
        evidence: [{ source: 'op', text: 'an op fired' }],
      })),
  };
}

/** A draft whose words are its name's. */
export function draftOf(name: string, insight = 'look twice'): SkillDraft {
  return {
    name,
    intent: name,
    description: '',
    signalsMatch: [name],
    preconditions: [],
    tags: [],
    guidance: { appliesWhen: 'always', keyInsight: insight, commonPitfalls: [], verifyBeforeReturning: [] },
  };
}

/** A record of the library; ids in order of birth are the caller's. */
export function recordOf(id: string, given: Partial<SkillRecord> = {}, name = `skill-${id}`): SkillRecord {
  const skill: Skill = { ...draftOf(name), id, version: 1, status: 'ACTIVE' };
  return { skill, bornAt: 0, pattern: name, trials: 0, successes: 0, left: null, ...given };
}

/** A state with a library. */
export function stateWith(library: readonly SkillRecord[], given: Partial<SkillState> = {}): SkillState {
  return { ...emptySkillState, library, ...given };
}

/** Freezes a value and all that it holds; writing to it then throws. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFrozen);
  }
  return value;
}

/** An item of a task, for phases that are called alone. */
export function itemOf(output: string): Item {
  return makeItem(tasksOf('train', 1)[0] as Task, output);
}
