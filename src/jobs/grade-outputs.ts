import type { GraderFile } from '../grader/grader-file.js';
import type { Cache } from '../grader/cache.js';
import type { Item } from '../grader/item.js';
import type { Grade } from '../grading/grade.js';
import { gradingBatch, type LoadedGrader, type OtherEngine } from '../grading/load-grader.js';
import { profileCounter, type Profile } from '../grading/profile.js';
import type { Label } from '../verdict.js';
import { graderIn, openGraderWorld } from './load-grader.js';
import { checkOutputs, outputRecords, type OutputRecord, type OutputsFile } from './output-rows.js';
import { unlessStopped } from './stopping.js';
import type { OpenWorld } from './world.js';

/** A graded row of a file. */
export interface GradedRow extends Grade {
  readonly line: number;
  /** The label that the row brought, if any: no grader reads it. */
  readonly label: Label | null;
}

/** What grading a file came to, apart from its rows. */
export interface GradeSummary {
  readonly grader: { readonly hash: string; readonly family: string; readonly expression: string };
  readonly counts: Readonly<Record<'rows' | 'pass' | 'fail' | 'abstain', number>>;
  /** How often each op fires, clears and abstains. */
  readonly profile: Profile;
  /** FAILs by the op that they rest on. */
  readonly drawbacks: readonly {
    readonly op: string;
    readonly failureClass: string;
    readonly rows: number;
  }[];
}

/** What a job needs to open graders. */
export interface GraderEnvironment {
  readonly openWorld: OpenWorld;
  readonly cache: Cache;
  readonly children: number;
  readonly signal: AbortSignal;
}

/**
 * Grades every row of an outputs file, in batches: memory does not grow with the file. The whole file is checked before
 * anything runs.
 *
 * @param onRows called with each batch, in the order of the file
 */
export async function gradeOutputs(
  options: GraderEnvironment & {
    readonly grader: GraderFile;
    readonly file: OutputsFile;
    readonly onRows: (rows: readonly GradedRow[]) => void | Promise<void>;
  },
): Promise<{ readonly summary: GradeSummary; readonly otherEngines: readonly OtherEngine[] }> {
  const { grader, file, onRows } = options;
  const world = await openGraderWorld(grader, options);
  try {
    await checkOutputs(file, world.family);
    const loaded = graderIn(world, grader);
    const counter = profileCounter(grader.ops.map(({ name }) => name));
    const drawbacks = new Map<string, { op: string; failureClass: string; rows: number }>();
    for await (const records of batches(outputRecords(file, world.family))) {
      const rows = await gradeRecords(loaded, records, options.signal);
      for (const row of rows) {
        counter.add(
          row.verdict,
          row.ops.map(({ verdict }) => verdict),
        );
        for (const { op, failureClass } of row.drawbacks) {
          const counted = drawbacks.get(op) ?? { op, failureClass, rows: 0 };
          drawbacks.set(op, { ...counted, rows: counted.rows + 1 });
        }
      }
      await onRows(rows);
    }
    const profile = counter.profile();
    return {
      summary: {
        grader: { hash: grader.hash, family: grader.family.name, expression: grader.expression },
        counts: { rows: profile.items, ...profile.verdicts },
        profile,
        drawbacks: [...drawbacks.values()].sort((a, b) => b.rows - a.rows || (a.op < b.op ? -1 : 1)),
      },
      otherEngines: loaded.otherEngines(),
    };
  } finally {
    await world.close();
  }
}

/** Grades records that were read. */
export async function gradeRecords(
  grader: LoadedGrader,
  records: readonly OutputRecord[],
  signal: AbortSignal,
): Promise<GradedRow[]> {
  const items: readonly Item[] = records.map(({ item }) => item);
  const grades = await unlessStopped(signal, grader.grade(items));
  return grades.map((one, index) => ({
    line: records[index]?.line ?? 0,
    label: records[index]?.label ?? null,
    ...one,
  }));
}

/** A stream in lists of the size in which graders grade. */
export async function* batches<T>(stream: AsyncIterable<T>): AsyncGenerator<T[], void, void> {
  let batch: T[] = [];
  for await (const one of stream) {
    batch.push(one);
    if (batch.length < gradingBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
