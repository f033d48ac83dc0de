import type { GraderFile } from '../grader/grader-file.js';
import type { Cache } from '../grader/cache.js';
import { grade, type Grade } from '../grading/grade.js';
import { readOutputs } from './read-outputs.js';
import { unlessStopped } from './stopping.js';
import type { OpenWorld } from './world.js';

/** A graded row of a file. */
export interface GradedRow extends Grade {
  readonly line: number;
}

/** What grading a file came to. */
export interface GradeResult {
  readonly grader: { readonly hash: string; readonly family: string; readonly expression: string };
  readonly counts: Readonly<Record<'rows' | 'pass' | 'fail' | 'abstain', number>>;
  /** In the order of the file. */
  readonly rows: readonly GradedRow[];
}

/** A graded file, and what to tell about it. */
export interface GradedOutputs {
  readonly result: GradeResult;
  /** Engines that differ from those that the grader was made with: verdicts may differ too. */
  readonly otherEngines: readonly { readonly part: string; readonly made: string; readonly here: string }[];
}

/** Grades every row of an outputs file; the whole file is checked before anything runs. */
export async function gradeOutputs(options: {
  readonly grader: GraderFile;
  readonly text: string;
  /** The file's name, for error messages. */
  readonly source: string;
  readonly openWorld: OpenWorld;
  readonly cache: Cache;
  readonly children: number;
  readonly signal: AbortSignal;
}): Promise<GradedOutputs> {
  const { grader, text, source, openWorld, cache, children, signal } = options;
  const world = await openWorld({ family: grader.family.name, tasks: null, ops: null, children, cache });
  try {
    const rows = readOutputs(text, source, world.family.tasks);
    const grades = await unlessStopped(
      signal,
      grade(
        grader,
        rows.map(({ item }) => item),
        world.grading,
      ),
    );
    const graded = grades.map((one, index) => ({ line: rows[index]?.line ?? 0, ...one }));
    const count = (verdict: Grade['verdict']): number =>
      graded.filter((row) => row.verdict === verdict).length;
    return {
      result: {
        grader: { hash: grader.hash, family: grader.family.name, expression: grader.expression },
        counts: { rows: graded.length, pass: count('PASS'), fail: count('FAIL'), abstain: count('ABSTAIN') },
        rows: graded,
      },
      otherEngines: Object.entries(grader.engines)
        .map(([part, made]) => ({ part, made, here: world.grading.engines[part] ?? 'none' }))
        .filter(({ made, here }) => made !== here),
    };
  } finally {
    await world.close();
  }
}
