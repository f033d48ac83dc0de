import type { Task } from '../grader/item.js';
import type { Verdict } from '../verdict.js';
import { compressJson } from './compressed-json.js';
import type { FinishedRound, PhaseKind } from './finished-round.js';
import { changeBetween } from './state-delta.js';

/** Marks a stored state that says only what changed since the round before. */
export const changeMark = '$change';

/** An output that a packed round speaks of for the first time. Its task too is named by number once it was told. */
interface NewOutput {
  readonly number: number;
  readonly task: number;
  readonly record?: Task;
  readonly output: string;
}

/** A finished round, ready to be written: what takes time is done, outputs are named by numbers. */
export interface PackedRound {
  readonly kind: PhaseKind;
  readonly state: Uint8Array;
  readonly events: Uint8Array;
  readonly outputs: readonly NewOutput[];
  readonly graded: readonly (readonly [
    split: string,
    output: number,
    verdict: Verdict | null,
    label: 'PASS' | 'FAIL' | 'unscored' | null,
  ])[];
  readonly attempts: PackedAttempts | null;
}

/** The attempts of a round, column by column. */
export interface PackedAttempts {
  readonly splits: readonly (readonly [split: string, count: number])[];
  readonly outputs: readonly number[];
  readonly skills: readonly (string | null)[];
  /** One letter an attempt: `P`, `F`, `A`, or `-` where the training grader was not asked. */
  readonly verdicts: string;
  readonly scores: readonly (number | null)[];
}

/** Packs the rounds of one process, which tells every task and output once. */
export interface RoundPacker {
  pack(round: FinishedRound): PackedRound;
}

/** Makes a packer. */
export function roundPacker(): RoundPacker {
  const tasks = new Map<Task, number>();
  const outputs = new Map<Task, Map<string, number>>();
  let count = 0;
  return {
    pack: ({ kind, state, previous, events, graded, attempts }) => {
      const fresh: NewOutput[] = [];
      const numberOf = (task: Task, output: string): number => {
        let ofTask = outputs.get(task);
        if (ofTask === undefined) outputs.set(task, (ofTask = new Map<string, number>()));
        let number = ofTask.get(output);
        if (number === undefined) {
          const known = tasks.get(task);
          const taskNumber = known ?? tasks.size;
          if (known === undefined) tasks.set(task, taskNumber);
          ofTask.set(output, (number = count++));
          fresh.push({
            number,
            task: taskNumber,
            ...(known === undefined ? { record: task } : {}),
            output,
          });
        }
        return number;
      };
      return {
        kind,
        state: compressJson(
          previous === undefined ? state : { [changeMark]: changeBetween(previous, state) },
        ),
        events: compressJson(events),
        graded: graded.map(({ split, task, output, verdict, label }) => [
          split,
          numberOf(task, output),
          verdict,
          label,
        ]),
        attempts:
          attempts === undefined
            ? null
            : {
                splits: runLengths(attempts.map(({ split }) => split)),
                outputs: attempts.map(({ task, output }) => numberOf(task, output)),
                skills: attempts.map(({ skillId }) => skillId),
                verdicts: attempts.map(({ verdict }) => verdict?.[0] ?? '-').join(''),
                scores: attempts.map(({ score }) => score),
              },
        outputs: fresh,
      };
    },
  };
}

function runLengths(words: readonly string[]): [string, number][] {
  const runs: [string, number][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0] === word) last[1]++;
    else runs.push([word, 1]);
  }
  return runs;
}
