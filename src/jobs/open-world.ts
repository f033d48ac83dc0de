import { createCodeFamily } from '../families/code/family.js';
import { loadCodeTaskFile } from '../families/code/load-task-file.js';
import { readOps } from '../families/code/read-ops.js';
import type { Family } from '../families/family.js';
import { createReportFamily } from '../families/report/family.js';
import { PawlError } from '../errors.js';
import type { Task } from '../grader/item.js';
import type { PythonSandbox } from '../sandbox/python/python-sandbox.js';
import { checkHash, type OpSpec } from '../grader/op.js';
import { checkPool } from '../grader/pool.js';
import { createGrading } from '../grading/grading.js';
import { contentHash } from '../hash.js';
import { createSimulatedRoles } from '../roles/simulated/simulated-roles.js';
import { createPythonSandbox } from '../sandbox/python/pool.js';
import { familyNamed, type FamilyName } from './family-names.js';
import { strictSandbox } from './strict-sandbox.js';
import type { OpenWorld } from './world.js';

/** With a user's file: this many tasks are drawn and screened at first (DEFINITIONS, "Packs and seeds"). */
const tasksScreened = 200;

/**
 * Opens a built-in family with simulated roles, on the embedded tasks or on those of a file.
 *
 * @throws PawlError `usage` for an unknown family; `not-found` or `bad-input` for its files
 */
export const openWorld: OpenWorld = async ({ family: name, tasks: file, ops: folder, children, cache }) => {
  const known = familyNamed(name);
  const sandbox = strictSandbox(createPythonSandbox({ children }));
  try {
    const loaded = file === null ? undefined : await loadTasks(known, file, sandbox);
    const given = await builtIn(known, sandbox, loaded?.tasks);
    const family = folder === null ? given : withOps(given, readOps(folder, given.taxonomy));
    const roles = createSimulatedRoles({ family, sandbox, cache });
    return {
      family,
      tasks: loaded === undefined ? 'embedded' : 'file',
      candidates: loaded === undefined ? undefined : tasksScreened,
      unusable: loaded?.unusable ?? [],
      roles,
      sandbox,
      grading: createGrading({ family, roles, sandbox, cache }),
      close: () => sandbox.close(),
    };
  } catch (thrown) {
    await sandbox.close();
    throw thrown;
  }
};

/** The built-in family of a name, on its embedded tasks unless others are given. */
async function builtIn(name: FamilyName, sandbox: PythonSandbox, tasks?: readonly Task[]): Promise<Family> {
  const given = tasks === undefined ? {} : { tasks };
  switch (name) {
    case 'code':
      return createCodeFamily({ sandbox, ...given });
    case 'report':
      return createReportFamily(given);
  }
}

/** Reads a user's task file; sections of a report come with their evidence cards and are not read from files. */
async function loadTasks(
  name: FamilyName,
  file: string,
  sandbox: PythonSandbox,
): ReturnType<typeof loadCodeTaskFile> {
  if (name === 'code') return loadCodeTaskFile(file, { sandbox });
  throw new PawlError('usage', `the family '${name}' takes no --tasks`, {
    hint: 'leave it out to use the embedded tasks',
  });
}

/** A family whose pool starts with more ops. They change what is selected, not what is true, but results all the same. */
function withOps(family: Family, ops: readonly OpSpec[]): Family {
  const seedOps = [...family.seedOps, ...ops];
  checkPool(seedOps, family.taxonomy);
  const added = ops.map((op) => [op.name, op.failureClass, checkHash(op)]);
  return { ...family, seedOps, version: contentHash([family.version, added]) };
}
