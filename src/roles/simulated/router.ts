import { random } from '../../random.js';
import type { RouteRequest, Skill } from '../skill-loop.js';
import type { SharedCalibration } from './calibration.js';
import type { SimulatedSolver } from './solver.js';

interface Subject {
  readonly classes: readonly string[];
  readonly topics: readonly string[];
}

const subjects = new WeakMap<Skill, Subject>();

/**
 * A router that reads the task and the skills. It recognises, at the rate `router.seesRelevance`, which skills speak of a mistake
 * that the task invites, and takes one of those, on the task's topic before others. Otherwise it offers one on the topic with
 * `router.offersAnyway`, or none. It does not know how good a skill is. Where a family's tasks invite every class alike
 * (sections of a report), all skills count as relevant.
 */
export function simulatedRouter(
  solver: SimulatedSolver,
  { router }: SharedCalibration,
  seed: string,
): (request: RouteRequest) => Promise<string | null> {
  return async ({ task, skills, draw }) => {
    const { susceptibilities } = await solver.prepare(task);
    const choices = random('router', seed, draw);
    const recognises = choices.chance(router.seesRelevance.value);
    const onTopic = skills.filter((skill) => subjectOf(skill).topics.includes(task.topic));
    if (recognises) {
      const invited = susceptibilities.map(({ failureClass }) => failureClass);
      const relevant = (skill: Skill): boolean =>
        invited.length === 0 || subjectOf(skill).classes.some((one) => invited.includes(one));
      const near = onTopic.filter(relevant);
      const fitting = near.length > 0 ? near : skills.filter(relevant);
      if (fitting.length > 0) return choices.pick(fitting).id;
    }
    if (onTopic.length === 0 || !choices.chance(router.offersAnyway.value)) return null;
    return choices.pick(onTopic).id;
  };
}

function subjectOf(skill: Skill): Subject {
  let known = subjects.get(skill);
  if (known === undefined) {
    const tagged = (key: string): string[] =>
      skill.tags.filter((tag) => tag.startsWith(`${key}:`)).map((tag) => tag.slice(key.length + 1));
    known = { classes: tagged('class'), topics: tagged('topic') };
    subjects.set(skill, known);
  }
  return known;
}
