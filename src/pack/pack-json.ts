import { PawlError } from '../errors.js';
import { makeItem, type Task } from '../grader/item.js';
import { contentHash } from '../hash.js';
import type { Json } from '../json.js';
import type { SoftLabel } from '../roles/roles.js';
import type { Pack, ScreenedTask, Screening } from './pack.js';

interface PackJson {
  readonly splits: Readonly<
    Record<'train' | 'test' | 'untouched', readonly { id: string; passes: number | null }[]>
  >;
  readonly anchors: readonly { readonly id: string; readonly output: string; readonly label: SoftLabel }[];
  readonly screening: Screening;
}

/** A pack without the tasks' texts: ids, anchors' outputs and labels. */
export function packAsJson(pack: Omit<Pack, 'hash'>): Json {
  const split = (tasks: readonly ScreenedTask[]): { id: string; passes: number | null }[] =>
    tasks.map(({ task, passes }) => ({ id: task.id, passes }));
  const json: PackJson = {
    splits: { train: split(pack.train), test: split(pack.test), untouched: split(pack.untouched) },
    anchors: pack.anchors.map(({ item, label }) => ({ id: item.task.id, output: item.output, label })),
    screening: pack.screening,
  };
  return json as unknown as Json;
}

/** Puts the family's tasks back into a stored pack. */
export function packFromJson(json: Json, tasks: readonly Task[]): Pack {
  const { splits, anchors, screening } = json as unknown as PackJson;
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const find = (id: string): Task => {
    const task = byId.get(id);
    if (task === undefined)
      throw new PawlError('bad-store', `the stored pack names task '${id}', which the family does not have`);
    return task;
  };
  const split = (rows: PackJson['splits']['train']): ScreenedTask[] =>
    rows.map(({ id, passes }) => ({ task: find(id), passes }));
  return {
    hash: contentHash(json),
    train: split(splits.train),
    anchors: anchors.map(({ id, output, label }) => ({ item: makeItem(find(id), output), label })),
    test: split(splits.test),
    untouched: split(splits.untouched),
    screening,
  };
}
