import { PawlError } from '../errors.js';
import type { Family } from '../families/family.js';
import type { Cache } from '../grader/cache.js';
import { makeItem, taskHash, type Task } from '../grader/item.js';
import type { Grading } from '../grading/grading.js';
import { contentHash } from '../hash.js';
import { random } from '../random.js';
import type { Roles } from '../roles/roles.js';
import { anchorsPerLabel, chooseAnchors } from './anchors.js';
import { dealSplits } from './deal.js';
import { packAsJson, packFromJson } from './pack-json.js';
import type { Pack, Screening } from './pack.js';
import { screenTask, type ScreenedCandidate } from './screen.js';

/** How far the building of a pack has come. */
export interface PackProgress {
  readonly stage: 'screening';
  readonly done: number;
  readonly total: number;
}

/** What a pack is built from. */
export interface PackParts {
  readonly family: Family;
  readonly roles: Pick<Roles, 'identity' | 'solve' | 'teach'>;
  readonly grading: Pick<Grading, 'truths'>;
  readonly cache: Cache;
  /** Screen at most this many tasks at first, drawn by seed (200 for a user's file); more only if too few remain. */
  readonly candidates?: number;
  /** Draw the pack anew (`--resample-anchors`); otherwise a family has one fixed pack. */
  readonly resample?: number;
  readonly onProgress?: (progress: PackProgress) => void;
}

/**
 * Builds a family's pack: screens tasks with five frozen samples each, chooses ten anchors with soft labels, and deals the
 * rest to train, test and untouched, stratified by pass rate. Cached under the family, the roles and the options.
 *
 * @throws PawlError `bad-input` when too few tasks or anchors remain, with the numbers
 */
export async function buildPack(parts: PackParts): Promise<Pack> {
  const { family, roles, cache } = parts;
  const seed = `pack/${family.name}/${parts.resample ?? 'fixed'}`;
  const key = contentHash([
    'pack-2',
    family.name,
    family.version,
    roles.identity,
    family.splitSizes,
    family.tasks.map(taskHash),
    parts.candidates ?? null,
    seed,
  ]);
  const known = cache.get('pack', key);
  if (known !== undefined) return packFromJson(known, family.tasks);

  const { train, test, untouched, dev } = family.splitSizes;
  if (dev !== 2 * anchorsPerLabel) {
    throw new PawlError(
      'bad-input',
      `family '${family.name}': ${dev} anchors asked for; grader evolution uses exactly ten`,
    );
  }
  const screened = await screenTasks(parts, seed, train + test + untouched + dev);
  const kept = screened.filter(({ fate }) => fate === 'kept');
  const { anchors, taught } = await chooseAnchors(kept, roles, seed);
  const anchorTasks = new Set(anchors.map(({ item }) => item.task.id));
  const rest = kept
    .filter(({ task }) => !anchorTasks.has(task.id))
    .map(({ task, passes }) => ({ task, passes }));
  if (rest.length < train + test) {
    throw new PawlError(
      'bad-input',
      `family '${family.name}': ${rest.length + anchors.length} of ${screened.length} screened tasks are usable; ` +
        `${train + test + dev} are needed (${train} train, ${dev} anchors, ${test} test)`,
      { hint: 'give more tasks; tasks that the frozen solver always passes are dropped' },
    );
  }
  // Only the extra split gives way where a user's file is short of tasks.
  const spare = Math.min(untouched, rest.length - train - test);
  // What the teacher has read may only be trained on: it never sees a locked task.
  const [trainSplit = [], testSplit = [], untouchedSplit = [], unplaced = []] = dealSplits(rest, {
    sizes: [train, test, spare],
    seed,
    onlyFirst: ({ task }) => taught.has(task.id),
  });
  const { timedOut, ...level } = await frozenLevel(
    parts,
    trainSplit.map(({ task }) => task),
  );
  const content = {
    train: trainSplit,
    anchors,
    test: testSplit,
    untouched: untouchedSplit,
    screening: {
      tasks: screened.length,
      droppedAlwaysPassed: screened.filter(({ fate }) => fate === 'always passed').length,
      droppedUnusable: screened.flatMap(({ fate, task, reason }) =>
        fate === 'unusable' ? [{ id: task.id, reason }] : [],
      ),
      unplaced: unplaced.length,
      ...level,
    },
  };
  const json = packAsJson(content);
  // What the clock decided may come out otherwise on another machine, so it is not kept.
  if (!timedOut && !screened.some((one) => one.timedOut)) cache.put('pack', key, json);
  return packFromJson(json, family.tasks);
}

/** Screens in the drawn order until enough tasks are kept; everything when no number of candidates is given. */
async function screenTasks(
  parts: PackParts,
  seed: string,
  needed: number,
): Promise<readonly ScreenedCandidate[]> {
  const { family, roles, grading, onProgress } = parts;
  const sorted = [...family.tasks].sort((a, b) => (a.id < b.id ? -1 : 1));
  const order = parts.candidates === undefined ? sorted : random(seed, 'tasks').shuffle(sorted);
  const screened: ScreenedCandidate[] = [];
  let wanted = Math.min(parts.candidates ?? order.length, order.length);
  while (screened.length < wanted) {
    const batch = order.slice(screened.length, Math.min(wanted, screened.length + 20));
    screened.push(
      ...(await Promise.all(batch.map((task) => screenTask(task, family.screened, roles, grading)))),
    );
    onProgress?.({ stage: 'screening', done: screened.length, total: wanted });
    const short = screened.filter(({ fate }) => fate === 'kept').length < needed;
    if (screened.length === wanted && short) wanted = Math.min(order.length, wanted + 20);
  }
  return screened;
}

/** The single-draw level of the frozen solver, by a draw that screening did not use. */
async function frozenLevel(
  { roles, grading }: PackParts,
  tasks: readonly Task[],
): Promise<
  Pick<Screening, 'trainPassRate' | 'trainScore' | 'trainSamples'> & { readonly timedOut: boolean }
> {
  const outputs = await Promise.all(
    tasks.map((task) => roles.solve({ task, skill: null, draw: 'pass-rate' })),
  );
  const truths = await grading.truths(outputs.map((output, index) => makeItem(tasks[index] as Task, output)));
  const scored = truths.filter((truth) => truth.outcome === 'scored');
  const mean = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    trainPassRate: mean(scored.map(({ label }) => (label === 'PASS' ? 1 : 0))),
    trainScore: mean(scored.map(({ score }) => score)),
    trainSamples: scored.length,
    timedOut: scored.some(({ timedOut }) => timedOut === true),
  };
}
