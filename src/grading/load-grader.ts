import { loadGraderFile, type GraderFile } from '../grader/grader-file.js';
import type { Item } from '../grader/item.js';
import { grade, type Grade } from './grade.js';
import type { Grading } from './grading.js';

/** An opened family: how its graders are run, and how that ends. */
export interface OpenedGrading {
  readonly grading: Pick<Grading, 'prepare' | 'run' | 'engines'>;
  close(): Promise<void>;
}

/** A grader that is ready to grade. The sandbox starts with the first batch that needs it. */
export interface LoadedGrader {
  readonly file: GraderFile;
  /**
   * Grades outputs, in batches, so that any number can be handed in.
   *
   * @returns one grade an item, in order
   */
  grade(items: readonly Item[]): Promise<readonly Grade[]>;
  /** Engines that differ from those that the grader was made with: verdicts may differ too. Known once it has graded. */
  otherEngines(): readonly OtherEngine[];
  /** Ends the sandbox. A grader that is closed opens again when it is used again. */
  close(): Promise<void>;
}

/** A part that verdicts depend on, as the grader was made and as it is here. */
export interface OtherEngine {
  readonly part: string;
  readonly made: string;
  readonly here: string;
}

/** Items that are graded at a time: many enough to spread over sandbox children, few enough to hold. */
export const gradingBatch = 1000;

/**
 * A grader with a way to open what it needs.
 *
 * @param file a grader file, or its path
 * @param open opens the family that the grader names; called once, when the first output is graded
 * @throws PawlError `not-found` or `bad-grader`
 */
export function openGrader(
  file: string | GraderFile,
  open: (grader: GraderFile) => Promise<OpenedGrading>,
): LoadedGrader {
  const grader = typeof file === 'string' ? loadGraderFile(file) : file;
  let opened: Promise<OpenedGrading> | null = null;
  let engines: Readonly<Record<string, string>> | null = null;
  return {
    file: grader,
    grade: async (items) => {
      const { grading } = await (opened ??= open(grader));
      engines = grading.engines;
      const grades: Grade[] = [];
      for (let start = 0; start < items.length; start += gradingBatch) {
        grades.push(...(await grade(grader, items.slice(start, start + gradingBatch), grading)));
      }
      return grades;
    },
    otherEngines: () =>
      engines === null
        ? []
        : Object.entries(grader.engines)
            .map(([part, made]) => ({ part, made, here: engines?.[part] ?? 'none' }))
            .filter(({ made, here }) => made !== here),
    close: async () => {
      const closing = opened;
      opened = null;
      if (closing !== null) await (await closing).close();
    },
  };
}
