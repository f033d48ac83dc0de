import { PawlError } from '../errors.js';
import type { Family } from '../families/family.js';
import type { Task } from '../grader/item.js';
import { didYouMean, nearestName } from '../input/nearest-name.js';

/**
 * A task of a family by its id.
 *
 * @throws PawlError `not-found` with the nearest id
 */
export function findTask(family: Pick<Family, 'name' | 'tasks'>, id: string): Task {
  const task = family.tasks.find((one) => one.id === id);
  if (task !== undefined) return task;
  const ids = family.tasks.map((one) => one.id);
  throw new PawlError('not-found', `family '${family.name}' has no task '${id}'`, {
    hint:
      nearestName(id, ids) === undefined ? `list them: pawl family show ${family.name}` : didYouMean(id, ids),
  });
}
