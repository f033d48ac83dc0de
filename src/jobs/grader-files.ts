import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, PawlError } from '../errors.js';
import { saveGraderFile } from '../grader/grader-file.js';
import type { EvolveOutcome } from './evolve-result.js';

/** A grader that was written. */
export interface WrittenGrader {
  readonly seed: number;
  readonly path: string;
}

/**
 * Writes one grader file a seed below `graders/` of the store: `<family>-<seed>-<rounds>r-<config>.json`, so that another
 * config or number of rounds never replaces it and an equal one writes the same bytes.
 */
export function writeGraders(
  storeFolder: string,
  { result, graders }: EvolveOutcome,
): readonly WrittenGrader[] {
  const folder = join(storeFolder, 'graders');
  return graders.flatMap((grader, index) => {
    const cell = result.cells[index];
    if (grader === null || cell === undefined) return [];
    const name = `${result.family.name}-${cell.seed}-${cell.rounds}r-${cell.configHash.slice(0, 8)}.json`;
    const path = join(folder, name);
    try {
      mkdirSync(folder, { recursive: true });
      saveGraderFile(path, grader);
    } catch (cause) {
      throw new PawlError('bad-store', `${path}: the grader cannot be written (${messageOf(cause)})`, {
        cause,
      });
    }
    return [{ seed: cell.seed, path }];
  });
}
