import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, type afterAll } from 'vitest';
import type { Task } from '../../src/grader/item.js';
import type { FinishedRound } from '../../src/store/rounds.js';

/** Makes folders that vanish after each test of the file, or after all of them. */
export function temporaryFolders(when: typeof afterEach | typeof afterAll = afterEach): () => string {
  const made: string[] = [];
  when(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'pawl-test-'));
    made.push(folder);
    return folder;
  };
}

export const exampleTask: Task = {
  id: 'code/example',
  prompt: 'Return the sum.',
  topic: 'numbers',
  reference: 'def add(a, b):\n    return a + b\n',
  visible: { entryPoint: 'add' },
  hidden: { inputs: [[1, 2]] },
};

/** A round with a state, an event and one graded output. */
export function exampleRound(round: number): FinishedRound {
  return {
    kind: 'grader',
    state: { round: round + 1, pool: [], incumbent: `(any op${round})` },
    events: [{ kind: 'sensed', misses: [`m${round}`], gaps: [] }],
    graded: [
      {
        split: 'train',
        task: exampleTask,
        output: `def add(a, b):\n    return a - ${round}\n`,
        verdict: 'FAIL',
        label: null,
      },
      { split: 'test', task: exampleTask, output: 'def add(a, b): ...\n', verdict: null, label: 'unscored' },
    ],
  };
}
