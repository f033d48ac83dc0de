import type { Task } from '../grader/item.js';
import type { Roles } from '../roles/roles.js';
import type { Skill } from '../roles/skill-loop.js';
import { skillText } from './library.js';
import { cosine, tfIdfIndex, trigramVector, wordVector, type TermVector } from './similarity.js';
import type { SkillSettings } from './settings.js';

/** Chooses at most one skill a task. */
export type Router = (task: Task, draw: string) => Promise<Skill | null>;

/**
 * A router over the active skills: the role sees all of them where they are few, else the best of a tf-idf ranking joined
 * with the best of a second one (trigrams of letters, our stand-in for an embedding: it needs no model).
 */
export function createRouter(
  skills: readonly Skill[],
  roles: Pick<Roles, 'route'>,
  { router, injection }: Pick<SkillSettings, 'router' | 'injection'>,
): Router {
  if (!injection || skills.length === 0) return async () => null;
  const shortlist = skills.length <= router.seesAll ? () => skills : narrowing(skills, router.perRanking);
  return async (task, draw) => {
    const shown = shortlist(task);
    const id = await roles.route({ task, skills: shown, draw });
    // Who names a skill that was not offered has chosen none.
    return shown.find((skill) => skill.id === id) ?? null;
  };
}

interface IndexedSkill {
  readonly words: TermVector;
  readonly trigrams: TermVector;
}

const skillVectors = new WeakMap<Skill, IndexedSkill>();
const taskVectors = new WeakMap<Task, IndexedSkill>();

/** Cosines of trigrams by task and skill: both texts are fixed, so each pair is compared once. */
const trigramCosines = new WeakMap<Task, WeakMap<Skill, number>>();

function trigramCosine(task: Task, own: IndexedSkill, skill: Skill, other: IndexedSkill): number {
  let known = trigramCosines.get(task);
  if (known === undefined) trigramCosines.set(task, (known = new WeakMap()));
  let value = known.get(skill);
  if (value === undefined) known.set(skill, (value = cosine(own.trigrams, other.trigrams)));
  return value;
}

function narrowing(skills: readonly Skill[], perRanking: number): (task: Task) => readonly Skill[] {
  const indexed = skills.map((skill) => vectorsOf(skillVectors, skill, skillText));
  const index = tfIdfIndex(indexed.map(({ words }) => words));
  return (task) => {
    const own = vectorsOf(taskVectors, task, ({ prompt, topic }) => `${topic} ${prompt}`);
    const second = skills.map((skill, at) => trigramCosine(task, own, skill, indexed[at] as IndexedSkill));
    const chosen = new Set([...best(index.cosines(own.words), perRanking), ...best(second, perRanking)]);
    return skills.filter((_, at) => chosen.has(at));
  };
}

/** Indices of the highest values; earlier ones first among equals. */
function best(values: ArrayLike<number>, count: number): number[] {
  const order = Array.from(values, (_, index) => index);
  return order.sort((a, b) => (values[b] as number) - (values[a] as number) || a - b).slice(0, count);
}

function vectorsOf<T extends object>(
  known: WeakMap<T, IndexedSkill>,
  key: T,
  textOf: (key: T) => string,
): IndexedSkill {
  let found = known.get(key);
  if (found === undefined) {
    const text = textOf(key);
    found = { words: wordVector(text), trigrams: trigramVector(text) };
    known.set(key, found);
  }
  return found;
}
