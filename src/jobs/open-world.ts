import { createCodeFamily } from '../families/code/family.js';
import { loadCodeTaskFile } from '../families/code/load-task-file.js';
import type { Family } from '../families/family.js';
import { readOps } from '../families/read-ops.js';
import { createReportFamily } from '../families/report/family.js';
import { createSqlFamily } from '../families/sql/family.js';
import { openWarehouse, type Warehouse } from '../families/sql/open-warehouse.js';
import { PawlError } from '../errors.js';
import { checkHash, type OpSpec } from '../grader/op.js';
import { checkPool } from '../grader/pool.js';
import { createGrading } from '../grading/grading.js';
import { contentHash } from '../hash.js';
import { createSimulatedRoles } from '../roles/simulated/simulated-roles.js';
import { createPythonSandbox } from '../sandbox/python/pool.js';
import type { PythonSandbox } from '../sandbox/python/python-sandbox.js';
import { familyNamed, type FamilyName } from './family-names.js';
import { openSpider } from './open-spider.js';
import { isOwnFolder, openOwnWorld } from './own-world.js';
import { strictSandbox } from './strict-sandbox.js';
import { strictWarehouse } from './strict-warehouse.js';
import type { OpenWorld, WorldOptions } from './world.js';

/** With a user's file: this many tasks are drawn and screened at first (DEFINITIONS, "Packs and seeds"). */
const tasksScreened = 200;

/**
 * Opens a built-in family with simulated roles unless others are given, on the embedded tasks or on those of a file, or a user's own folder.
 *
 * @throws PawlError `usage` for an unknown family or options that it does not take; `not-found` or `bad-input` for its files
 */
export const openWorld: OpenWorld = async (options) => {
  if (isOwnFolder(options.family)) return openOwnWorld(options);
  const { tasks: file, ops: folder, children, cache } = options;
  const known = familyNamed(options.family);
  checkOptions(known, options);
  const sandbox = strictSandbox(createPythonSandbox({ children }));
  let warehouse: Warehouse | undefined;
  try {
    const opened = await openers[known](options, sandbox);
    warehouse = opened.warehouse;
    const family =
      folder === null ? opened.family : withOps(opened.family, readOps(folder, opened.family.taxonomy));
    const roles =
      options.roles?.({ family, sandbox }) ??
      createSimulatedRoles({
        family,
        sandbox,
        cache,
        ...(warehouse === undefined ? {} : { warehouse }),
      });
    return {
      family,
      tasks: file === null ? 'embedded' : 'file',
      candidates: file === null ? undefined : tasksScreened,
      unusable: opened.unusable,
      roles,
      sandbox,
      grading: createGrading({ family, roles, sandbox, cache }),
      close: async () => {
        await Promise.all([sandbox.close(), opened.warehouse?.close()]);
      },
    };
  } catch (thrown) {
    await Promise.all([sandbox.close(), warehouse?.close()]);
    throw thrown;
  }
};

/** A family as it was opened; sql comes with the warehouse that its queries run on. */
interface Opened {
  readonly family: Family;
  readonly unusable: readonly { readonly id: string; readonly reason: string }[];
  readonly warehouse?: Warehouse;
}

const openers: Readonly<
  Record<FamilyName, (options: WorldOptions, sandbox: PythonSandbox) => Promise<Opened>>
> = {
  code: async ({ tasks: file }, sandbox) => {
    if (file === null) return { family: await createCodeFamily({ sandbox }), unusable: [] };
    const { tasks, unusable } = await loadCodeTaskFile(file, { sandbox });
    return { family: await createCodeFamily({ sandbox, tasks }), unusable };
  },
  report: async () => ({ family: createReportFamily(), unusable: [] }),
  sql: async ({ tasks: file, gold = null, database = null, children }) => {
    if (file === null) {
      const warehouse = strictWarehouse(await openWarehouse({ children }));
      return { family: createSqlFamily({ warehouse }), unusable: [], warehouse };
    }
    const { warehouse, tasks, unusable } = await openSpider({ tasks: file, gold, database, children });
    return { family: createSqlFamily({ warehouse, tasks }), unusable, warehouse };
  },
};

/** Refuses paths that nothing would be read from; sections of a report come with their evidence cards, not from files. */
function checkOptions(family: FamilyName, { tasks, gold = null, database = null }: WorldOptions): void {
  if (family === 'report' && tasks !== null) {
    throw new PawlError('usage', `the family '${family}' takes no --tasks`, {
      hint: 'leave it out to use the embedded tasks',
    });
  }
  if ((gold !== null || database !== null) && (family !== 'sql' || tasks === null)) {
    throw new PawlError('usage', '--gold and --database belong to the sql tasks of a file', {
      hint: 'e.g. pawl evolve sql --tasks spider2-snow.jsonl --gold DIR --database FILE',
    });
  }
}

/** A family whose pool starts with more ops. They change what is selected, not what is true, but results all the same. */
function withOps(family: Family, ops: readonly OpSpec[]): Family {
  const seedOps = [...family.seedOps, ...ops];
  checkPool(seedOps, family.taxonomy);
  const added = ops.map((op) => [op.name, op.failureClass, checkHash(op)]);
  return { ...family, seedOps, version: contentHash([family.version, added]) };
}
