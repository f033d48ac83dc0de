import type Database from 'better-sqlite3';
import type { Task } from '../grader/item.js';
import type { Json } from '../json.js';
import type { Label, Verdict } from '../verdict.js';
import { compressJson, expandJson } from './compressed-json.js';
import { guarded } from './faults.js';
import { outputTable } from './outputs.js';

/** Where a round stands. `round` counts from 0 within its phase. */
export interface RoundKey {
  readonly cell: number;
  readonly phase: number;
  readonly round: number;
}

/** What a phase evolves. */
export type PhaseKind = 'grader' | 'skill';

/** An output that a round graded. */
export interface GradedOutput {
  /** `train`, `dev`, `test` or `untouched`. */
  readonly split: string;
  readonly task: Task;
  readonly output: string;
  /** What the selected grader says; null where none was selected. */
  readonly verdict: Verdict | null;
  /** The truth, on splits where it is read; null elsewhere. */
  readonly label: Label | 'unscored' | null;
}

/** A finished round: everything lands together or not at all. */
export interface FinishedRound {
  readonly kind: PhaseKind;
  /** Plain JSON: all that the next round needs. */
  readonly state: unknown;
  /** Plain JSON: all that the round decided, in order. */
  readonly events: readonly unknown[];
  readonly graded: readonly GradedOutput[];
}

/** A round as stored. */
export interface StoredRound {
  readonly phase: number;
  readonly round: number;
  readonly kind: PhaseKind;
  readonly state: Json;
  readonly events: readonly Json[];
}

/** The rounds of a store. */
export interface RoundTable {
  /** Appends a round in one transaction. A round is never rewritten. */
  commit(key: RoundKey, round: FinishedRound): void;
  /** Rounds of a phase that are stored: 0 to this number minus 1, as rounds are only ever appended. */
  count(cell: number, phase: number): number;
  get(key: RoundKey): StoredRound | undefined;
  /** The first `limit` rounds of a phase in order, one at a time. */
  iterate(cell: number, phase: number, limit: number): IterableIterator<StoredRound>;
  /** What a round graded, in its order. */
  graded(key: RoundKey): readonly GradedOutput[];
}

interface RoundRow {
  readonly phase: number;
  readonly round: number;
  readonly kind: PhaseKind;
  readonly state: Buffer;
  readonly events: Buffer;
}

interface GradedRow {
  readonly split: string;
  readonly verdict: Verdict | null;
  readonly label: Label | 'unscored' | null;
  readonly output: string;
  readonly task: number;
  readonly record: Buffer;
}

/** The rounds of an open store. */
export function roundTable(database: Database.Database, path: string): RoundTable {
  const guard = <T>(step: () => T): T => guarded(path, step);
  const outputs = outputTable(database);
  const insertRound = database.prepare(
    'INSERT INTO rounds (cell_id, phase, round, kind, state, events) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertGraded = database.prepare(
    'INSERT INTO graded (cell_id, phase, round, position, split, output, verdict, label) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const countRounds = database.prepare('SELECT count(*) FROM rounds WHERE cell_id = ? AND phase = ?').pluck();
  const selectRound = database.prepare('SELECT * FROM rounds WHERE cell_id = ? AND phase = ? AND round = ?');
  const selectGraded = database.prepare(
    `SELECT graded.split, graded.verdict, graded.label, outputs.output, outputs.task, tasks.record
     FROM graded JOIN outputs ON outputs.id = graded.output JOIN tasks ON tasks.id = outputs.task
     WHERE cell_id = ? AND phase = ? AND round = ? ORDER BY position`,
  );

  const write = database.transaction(({ cell, phase, round }: RoundKey, finished: FinishedRound) => {
    const { kind, state, events, graded } = finished;
    insertRound.run(cell, phase, round, kind, compressJson(state), compressJson(events));
    for (const [position, { split, task, output, verdict, label }] of graded.entries()) {
      insertGraded.run(cell, phase, round, position, split, outputs.numberOf(task, output), verdict, label);
    }
  });
  const get = ({ cell, phase, round }: RoundKey): StoredRound | undefined => {
    const row = guard(() => selectRound.get(cell, phase, round)) as RoundRow | undefined;
    if (row === undefined) return undefined;
    return {
      phase: row.phase,
      round: row.round,
      kind: row.kind,
      state: expandJson(row.state),
      events: expandJson(row.events) as readonly Json[],
    };
  };

  return {
    commit: (key, finished) => guard(() => write.immediate(key, finished)),
    count: (cell, phase) => guard(() => countRounds.get(cell, phase)) as number,
    get,
    *iterate(cell, phase, limit) {
      for (let round = 0; round < limit; round++) {
        const stored = get({ cell, phase, round });
        if (stored === undefined) return;
        yield stored;
      }
    },
    graded: ({ cell, phase, round }) =>
      guard(() => selectGraded.all(cell, phase, round) as GradedRow[]).map(
        ({ split, task, record, output, verdict, label }) => ({
          split,
          task: outputs.taskOf(task, record),
          output,
          verdict,
          label,
        }),
      ),
  };
}
