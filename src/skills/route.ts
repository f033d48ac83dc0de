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

/** The two views of a text. */
interface Vectors {
  readonly words: TermVector;
  readonly trigrams: TermVector;
}

interface IndexedSkill extends Vectors {
  /** Cosines of trigrams by the task's number; NaN where none was asked for: both texts are fixed, so each pair is compared once. */
  cosines: Float64Array;
}

interface IndexedTask extends Vectors {
  readonly number: number;
}

const indexedSkills = new WeakMap<Skill, IndexedSkill>();
const indexedTasks = new WeakMap<Task, IndexedTask>();
let tasksSeen = 0;

function indexedSkill(skill: Skill): IndexedSkill {
  let found = indexedSkills.get(skill);
  if (found === undefined) {
    found = { ...vectorsOf(skillText(skill)), cosines: new Float64Array(0) };
    indexedSkills.set(skill, found);
  }
  return found;
}

function indexedTask(task: Task): IndexedTask {
  let found = indexedTasks.get(task);
  if (found === undefined) {
    found = { ...vectorsOf(`${task.topic} ${task.prompt}`), number: tasksSeen++ };
    indexedTasks.set(task, found);
  }
  return found;
}

function vectorsOf(text: string): Vectors {
  return { words: wordVector(text), trigrams: trigramVector(text) };
}

function trigramCosine(task: IndexedTask, skill: IndexedSkill): number {
  const { number } = task;
  if (number >= skill.cosines.length) {
    const longer = new Float64Array(Math.max(number + 1, 2 * skill.cosines.length)).fill(NaN);
    longer.set(skill.cosines);
    skill.cosines = longer;
  }
  let value = skill.cosines[number] as number;
  if (Number.isNaN(value)) skill.cosines[number] = value = cosine(task.trigrams, skill.trigrams);
  return value;
}

function narrowing(skills: readonly Skill[], perRanking: number): (task: Task) => readonly Skill[] {
  const indexed = skills.map(indexedSkill);
  const index = tfIdfIndex(indexed.map(({ words }) => words));
  const second = new Float64Array(skills.length);
  return (task) => {
    const own = indexedTask(task);
    for (let at = 0; at < indexed.length; at++) second[at] = trigramCosine(own, indexed[at] as IndexedSkill);
    const chosen = new Uint8Array(skills.length);
    for (const at of best(index.cosines(own.words), perRanking)) chosen[at] = 1;
    for (const at of best(second, perRanking)) chosen[at] = 1;
    return skills.filter((_, at) => chosen[at] === 1);
  };
}

/** Indices of the highest values; earlier ones first among equals. */
function best(values: Float64Array, count: number): number[] {
  const chosen: number[] = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    let place = chosen.length;
    while (place > 0 && (values[chosen[place - 1] as number] as number) < value) place--;
    if (place >= count) continue;
    chosen.splice(place, 0, index);
    if (chosen.length > count) chosen.pop();
  }
  return chosen;
}
