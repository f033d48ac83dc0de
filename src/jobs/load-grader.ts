import { boundedCache, type Cache } from '../grader/cache.js';
import type { GraderFile } from '../grader/grader-file.js';
import { openGrader, type LoadedGrader } from '../grading/load-grader.js';
import { familyNamed } from './family-names.js';
import { openWorld } from './open-world.js';
import { openOwnGraderWorld } from './own-world.js';
import { outputReader } from './read-outputs.js';
import type { OpenWorld, World } from './world.js';
import type { Grade } from '../grading/grade.js';
import type { Item } from '../grader/item.js';
import type { JsonObject } from '../json.js';

/** How a grader is opened. */
export interface LoadGraderOptions {
  /** Where verdicts are kept; by default in memory, the latest 200,000. */
  readonly cache?: Cache;
  /** Sandbox children, 2 unless told. */
  readonly children?: number;
  /** Opens built-in families; tests hand in their own. */
  readonly openWorld?: OpenWorld;
}

/** Entries of the default cache: enough for repeated outputs, few enough to hold. */
const cachedEntries = 200_000;

/** A grader for programs: takes items, or rows as `pawl grade` reads them. */
export interface RowGrader {
  readonly file: GraderFile;
  /**
   * @param items items made with `makeItem`, or rows: `{ prompt, output, … }` for an own family, `{ task: { id }, output }` for
   *   the tasks of a built-in one, `{ task, output }` with a whole task for both
   * @returns one grade an item, in order
   * @throws PawlError `bad-input` for a row that cannot be used
   */
  grade(items: readonly (Item | JsonObject)[]): Promise<readonly Grade[]>;
  close(): Promise<void>;
}

/**
 * Loads an exported grader. Nothing else is needed to grade with it; the sandbox starts with the first output.
 *
 * @param file the path of a grader file, or its parsed content
 * @throws PawlError `not-found` or `bad-grader`
 * @example
 * const grader = loadGrader('grader.json');
 * const [first] = await grader.grade([{ prompt: 'Where is order #1?', output: 'It left today.' }]);
 * first.verdict // 'PASS', 'FAIL' or 'ABSTAIN'
 * await grader.close();
 */
export function loadGrader(file: string | GraderFile, options: LoadGraderOptions = {}): RowGrader {
  let world: World | undefined;
  const grader = openGrader(file, async (loaded) => (world = await openGraderWorld(loaded, options)));
  return {
    file: grader.file,
    grade: async (items) => {
      // Opens the family, whose tasks rows may name.
      await grader.grade([]);
      const read = outputReader({
        embedded: world?.family.tasks ?? [],
        own: grader.file.family.own === undefined ? null : grader.file.family.name,
        csv: false,
      });
      return grader.grade(items.map((item) => (isItem(item) ? item : read(item).item)));
    },
    close: async () => grader.close(),
  };
}

function isItem(given: Item | JsonObject): given is Item {
  const { id, task, output } = given as Partial<Item>;
  return typeof id === 'string' && id.includes('@') && typeof task === 'object' && typeof output === 'string';
}

/**
 * Opens what a grader needs: for an own family its file, for a built-in one the family.
 *
 * @throws PawlError `usage` for a family that does not exist
 */
export async function openGraderWorld(
  grader: GraderFile,
  { cache = boundedCache(cachedEntries), children = 2, openWorld: open = openWorld }: LoadGraderOptions,
): Promise<World> {
  if (grader.family.own !== undefined) return openOwnGraderWorld(grader, { children, cache });
  return open({ family: familyNamed(grader.family.name), tasks: null, ops: null, children, cache });
}

/** A grader whose family is open already. */
export function graderIn(world: World, file: GraderFile): LoadedGrader {
  return openGrader(file, async () => ({ grading: world.grading, close: async () => undefined }));
}
