import { isAbsolute } from 'node:path';
import { PawlError } from '../errors.js';
import { createOwnFamily, familyOfGrader, type OwnFamily } from '../families/own/family.js';
import { readOwnFolder } from '../families/own/read-folder.js';
import type { Cache } from '../grader/cache.js';
import type { GraderFile } from '../grader/grader-file.js';
import { makeItem } from '../grader/item.js';
import { createGrading } from '../grading/grading.js';
import { contentHash } from '../hash.js';
import type { Pack, ScreenedTask } from '../pack/pack.js';
import type { Roles } from '../roles/roles.js';
import { createPythonSandbox } from '../sandbox/python/pool.js';
import { givenRoles } from './own-roles.js';
import { strictSandbox } from './strict-sandbox.js';
import type { World, WorldOptions } from './world.js';

/** True where the family of a request is the folder of a user's own, by its absolute path. */
export function isOwnFolder(family: string): boolean {
  return isAbsolute(family);
}

/**
 * Opens a user's own family from its folder, without any simulated role: the outputs are given and so are the labels.
 *
 * @throws PawlError `usage` for options of built-in families; `bad-input` with everything that is wrong in the folder
 */
export function openOwnWorld({
  family: folder,
  tasks,
  gold,
  database,
  ops,
  children,
  cache,
  roles: play,
}: WorldOptions): World {
  if (tasks !== null || ops !== null || (gold ?? null) !== null || (database ?? null) !== null) {
    throw new PawlError('usage', 'an own family takes no --tasks, --ops, --gold or --database', {
      hint: 'its outputs and detectors are in its folder',
    });
  }
  const family = createOwnFamily(readOwnFolder(folder), { judge: play !== undefined });
  const sandbox = strictSandbox(createPythonSandbox({ children }));
  const given = givenRoles(family);
  // A model reads, drafts and judges; outputs and labels stay those that are given.
  const roles: Roles =
    play === undefined
      ? given
      : {
          ...play({ family, sandbox }),
          solve: (request) => given.solve(request),
          teach: (request) => given.teach(request),
        };
  return {
    family,
    // Exported outputs repeat their tasks: nothing else holds them.
    tasks: 'file',
    candidates: undefined,
    unusable: family.leftOut.map((name) => ({
      id: `ops/${name}.md`,
      reason: 'it asks a model, and nobody answers here',
    })),
    pack: ownPack(family),
    roles,
    sandbox,
    grading: createGrading({ family, roles, sandbox, cache }),
    close: async () => sandbox.close(),
  };
}

/** What a grader of an own family needs to grade: its file. */
export function openOwnGraderWorld(
  { family: { name, version, own }, ops }: GraderFile,
  { children, cache }: { readonly children: number; readonly cache: Cache },
): World {
  if (own === undefined) throw new PawlError('bad-grader', `'${name}' is no own family`);
  const family = familyOfGrader({ name, version }, own, ops);
  const sandbox = strictSandbox(createPythonSandbox({ children }));
  const roles = givenRoles({ name, outputs: new Map() });
  return {
    family,
    tasks: 'file',
    candidates: undefined,
    unusable: [],
    roles,
    sandbox,
    grading: createGrading({ family, roles, sandbox, cache }),
    close: async () => sandbox.close(),
  };
}

/** The splits as the files have them: nothing is screened, drawn or dealt. */
function ownPack({ tasksOf, outputs }: OwnFamily): Pack {
  const screened = (tasks: OwnFamily['tasks']): ScreenedTask[] =>
    tasks.map((task) => ({ task, passes: null }));
  const anchors = tasksOf.anchors.map((task) => {
    const { label, failureClasses, reason } = task.hidden;
    return {
      item: makeItem(task, outputs.get(task.id) ?? ''),
      label: {
        label: label === 'FAIL' ? ('FAIL' as const) : ('PASS' as const),
        failureClasses: Array.isArray(failureClasses) ? (failureClasses as string[]) : [],
        reason: typeof reason === 'string' ? reason : '',
      },
    };
  });
  const content = {
    train: screened(tasksOf.train),
    anchors,
    test: screened(tasksOf.test),
    untouched: [],
    screening: {
      tasks: tasksOf.train.length + tasksOf.anchors.length + tasksOf.test.length,
      droppedAlwaysPassed: 0,
      droppedUnusable: [],
      unplaced: 0,
      trainPassRate: null,
      trainScore: null,
      trainSamples: 0,
    },
  };
  return {
    hash: contentHash(['own-pack-1', tasksOf, [...outputs].sort(([a], [b]) => (a < b ? -1 : 1))]),
    ...content,
  };
}
