import type { Task } from '../grader/item.js';
import type { Roles } from '../roles/roles.js';
import type { Skill } from '../roles/skill-loop.js';
import { skillText } from './library.js';
import { cosine, tfIdf, trigramVector, wordVector, type TermVector } from './similarity.js';
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
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  return async (task, draw) => {
    const id = await roles.route({ task, skills: shortlist(task), draw });
    return id === null ? null : (byId.get(id) ?? null);
  };
}

interface IndexedSkill {
  readonly words: TermVector;
  readonly trigrams: TermVector;
}

const skillVectors = new WeakMap<Skill, IndexedSkill>();
const taskVectors = new WeakMap<Task, IndexedSkill>();

function narrowing(skills: readonly Skill[], perRanking: number): (task: Task) => readonly Skill[] {
  const indexed = skills.map((skill) => vectorsOf(skillVectors, skill, skillText));
  const documents = indexed.map(({ words }) => words);
  const weighted = documents.map((words) => tfIdf(words, documents));
  const known = new WeakMap<Task, readonly Skill[]>();
  return (task) => {
    let found = known.get(task);
    if (found === undefined) {
      const own = vectorsOf(taskVectors, task, ({ prompt, topic }) => `${topic} ${prompt}`);
      const query = tfIdf(own.words, documents);
      const chosen = new Set([
        ...best(
          weighted.map((vector) => cosine(query, vector)),
          perRanking,
        ),
        ...best(
          indexed.map(({ trigrams }) => cosine(own.trigrams, trigrams)),
          perRanking,
        ),
      ]);
      found = skills.filter((_, index) => chosen.has(index));
      known.set(task, found);
    }
    return found;
  };
}

/** Indices of the highest values; earlier ones first among equals. */
function best(values: readonly number[], count: number): number[] {
  return values
    .map((value, index) => ({ value, index }))
    .sort((a, b) => b.value - a.value || a.index - b.index)
    .slice(0, count)
    .map(({ index }) => index);
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
