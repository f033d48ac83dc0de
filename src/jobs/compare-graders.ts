import { PawlError } from '../errors.js';
import type { GraderFile } from '../grader/grader-file.js';
import { contentHash } from '../hash.js';
import {
  mcnemarTest,
  pairedDifference,
  type McNemarResult,
  type PairedDifferenceResult,
} from '../stats/index.js';
import type { Label, Verdict } from '../verdict.js';
import { batches, gradeRecords, type GraderEnvironment } from './grade-outputs.js';
import { graderIn, openGraderWorld } from './load-grader.js';
import { checkOutputs, outputRecords, type OutputsFile } from './output-rows.js';
import type { World } from './world.js';

/** Two verdicts that belong together. */
export interface Pair {
  readonly task: string;
  readonly a: Verdict;
  readonly b: Verdict;
  readonly label: Label | null;
}

/** A comparison of pairs on which both sides have an opinion. */
export interface PairedTest {
  /** Pairs that count: both sides have an opinion. */
  readonly pairs: number;
  readonly tasks: number;
  /** Pairs of which a alone, and b alone, is a pass (or right). */
  readonly onlyA: number;
  readonly onlyB: number;
  readonly mcnemar: McNemarResult;
  /** Tasks as the unit; null with fewer than two. */
  readonly byTask: PairedDifferenceResult | null;
}

/** What a comparison came to. */
export interface Comparison {
  readonly a: string;
  readonly b: string;
  readonly pairs: number;
  /** Pairs by both verdicts, e.g. `PASS/FAIL`. */
  readonly table: Readonly<Record<string, number>>;
  /** Passing: is one side milder than the other, or are the outputs better? */
  readonly passing: PairedTest;
  /** Agreement with labels, where rows have them; null where none has. */
  readonly right: PairedTest | null;
  /** Rows with a label, and how often each side has an opinion there. */
  readonly labelled: { readonly rows: number; readonly opinionsA: number; readonly opinionsB: number };
}

/**
 * Compares two graders on the same outputs.
 *
 * @throws PawlError `usage` when they are graders of different families
 */
export async function compareGraders(
  options: GraderEnvironment & {
    readonly a: GraderFile;
    readonly b: GraderFile;
    readonly outputs: OutputsFile;
  },
): Promise<Comparison> {
  const { a, b, outputs, signal } = options;
  if (a.family.name !== b.family.name) {
    throw new PawlError(
      'usage',
      `the graders are of different families ('${a.family.name}', '${b.family.name}')`,
      { hint: 'only graders of one family look at the same facts' },
    );
  }
  return withWorld(a, options, async (world) => {
    await checkOutputs(outputs, world.family);
    // Own families differ in their roots: each grader brings its own.
    const other = a.family.own === undefined ? world : await openGraderWorld(b, options);
    try {
      const first = graderIn(world, a);
      const second = graderIn(other, b);
      const pairs: Pair[] = [];
      for await (const records of batches(outputRecords(outputs, world.family))) {
        const [ofA, ofB] = [
          await gradeRecords(first, records, signal),
          await gradeRecords(second, records, signal),
        ];
        for (const [index, row] of ofA.entries()) {
          const verdict = ofB[index]?.verdict ?? 'ABSTAIN';
          pairs.push({ task: row.taskId, a: row.verdict, b: verdict, label: row.label });
        }
      }
      return comparePairs(name(a), name(b), pairs);
    } finally {
      if (other !== world) await other.close();
    }
  });
}

/**
 * Compares two files of outputs by one grader: outputs with the same id (or, without ids, the same prompt) belong together.
 *
 * @throws PawlError `bad-input` when an output of one file has no partner in the other
 */
export async function compareOutputs(
  options: GraderEnvironment & {
    readonly grader: GraderFile;
    readonly a: OutputsFile;
    readonly b: OutputsFile;
  },
): Promise<Comparison> {
  const { grader, a, b } = options;
  return withWorld(grader, options, async (world) => {
    await checkOutputs(a, world.family);
    await checkOutputs(b, world.family);
    const ofA = await verdictsByTask(grader, a, world, options.signal);
    const ofB = await verdictsByTask(grader, b, world, options.signal);
    const problems: string[] = [];
    const pairs: Pair[] = [];
    for (const [task, first] of ofA) {
      const second = ofB.get(task) ?? [];
      if (first.length !== second.length)
        problems.push(`${task}: ${first.length} in ${a.path}, ${second.length} in ${b.path}`);
      for (const [index, verdict] of first.entries())
        pairs.push({ task, a: verdict, b: second[index] ?? 'ABSTAIN', label: null });
    }
    for (const [task, second] of ofB)
      if (!ofA.has(task)) problems.push(`${task}: none in ${a.path}, ${second.length} in ${b.path}`);
    if (problems.length > 0) {
      const rest = problems.length > 20 ? [`… and ${problems.length - 20} more`] : [];
      throw new PawlError('bad-input', [...problems.slice(0, 20), ...rest].join('\n'), {
        hint: 'a paired comparison needs the same outputs of each task in both files; rows are matched by id',
      });
    }
    return comparePairs(a.path, b.path, pairs);
  });
}

/** The statistics alone: pairs in, tests out. Pairs without an opinion on one side are counted, not coerced. */
export function comparePairs(a: string, b: string, pairs: readonly Pair[]): Comparison {
  const table: Record<string, number> = {};
  for (const pair of pairs) table[`${pair.a}/${pair.b}`] = (table[`${pair.a}/${pair.b}`] ?? 0) + 1;
  const decided = pairs.filter((pair) => pair.a !== 'ABSTAIN' && pair.b !== 'ABSTAIN');
  const labelled = pairs.filter(({ label }) => label !== null);
  const judged = decided.filter(({ label }) => label !== null);
  return {
    a,
    b,
    pairs: pairs.length,
    table,
    passing: test(decided.map((pair) => ({ task: pair.task, a: pair.a === 'PASS', b: pair.b === 'PASS' }))),
    right:
      labelled.length === 0
        ? null
        : test(
            judged.map((pair) => ({
              task: pair.task,
              a: pair.a === pair.label,
              b: pair.b === pair.label,
            })),
          ),
    labelled: {
      rows: labelled.length,
      opinionsA: labelled.filter((pair) => pair.a !== 'ABSTAIN').length,
      opinionsB: labelled.filter((pair) => pair.b !== 'ABSTAIN').length,
    },
  };
}

function test(
  pairs: readonly { readonly task: string; readonly a: boolean; readonly b: boolean }[],
): PairedTest {
  const tasks = new Set(pairs.map(({ task }) => task)).size;
  const onlyA = pairs.filter((pair) => pair.a && !pair.b).length;
  const onlyB = pairs.filter((pair) => pair.b && !pair.a).length;
  return {
    pairs: pairs.length,
    tasks,
    onlyA,
    onlyB,
    mcnemar: mcnemarTest(
      { corrected: onlyB, broken: onlyA },
      { unit: tasks === pairs.length ? 'task' : 'verdict' },
    ),
    byTask:
      tasks < 2
        ? null
        : pairedDifference(
            {
              tasks: pairs.map(({ task }) => task),
              a: pairs.map((pair) => Number(pair.a)),
              b: pairs.map((pair) => Number(pair.b)),
            },
            { replicates: 'draws' },
          ),
  };
}

async function verdictsByTask(
  grader: GraderFile,
  file: OutputsFile,
  world: World,
  signal: AbortSignal,
): Promise<Map<string, Verdict[]>> {
  const loaded = graderIn(world, grader);
  const found = new Map<string, Verdict[]>();
  for await (const records of batches(outputRecords(file, world.family))) {
    const rows = await gradeRecords(loaded, records, signal);
    for (const [index, { verdict }] of rows.entries()) {
      const task = records[index]?.item.task;
      if (task === undefined) continue;
      // A row without an id was named after its prompt and output; its partner shares the prompt alone.
      const key = task.id.startsWith('row-')
        ? `prompt ${contentHash([task.prompt, task.visible]).slice(0, 12)}`
        : task.id;
      found.set(key, [...(found.get(key) ?? []), verdict]);
    }
  }
  return found;
}

async function withWorld<T>(
  grader: GraderFile,
  options: GraderEnvironment,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const world = await openGraderWorld(grader, options);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

function name({ family, hash }: GraderFile): string {
  return `${family.name} ${hash.slice(0, 12)}`;
}
