import type Database from 'better-sqlite3';
import type { Task } from '../grader/item.js';
import type { Json, JsonObject } from '../json.js';
import type { Label, Verdict } from '../verdict.js';
import { compressJson, expandJson } from './compressed-json.js';
import { guarded } from './faults.js';
import type { FinishedRound, GradedOutput, PhaseKind, StoredAttempt } from './finished-round.js';
import { outputTable } from './outputs.js';
import { changeMark, roundPacker, type PackedAttempts, type PackedRound } from './packed-round.js';
import { applyChange } from './state-delta.js';

export type { FinishedRound, GradedOutput, PhaseKind, StoredAttempt } from './finished-round.js';

/** Where a round stands. `round` counts from 0 within its phase. */
export interface RoundKey {
  readonly cell: number;
  readonly phase: number;
  readonly round: number;
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
  /** The same for a round that another process packed; `from` names the process whose numbers the outputs carry. */
  commitPacked(key: RoundKey, round: PackedRound, from: object): void;
  /** Rounds of a phase that are stored: 0 to this number minus 1, as rounds are only ever appended. */
  count(cell: number, phase: number): number;
  /** Rounds of all phases that are stored. */
  countAll(cell: number): number;
  /** The phases that have rounds, in order. */
  phases(cell: number): readonly number[];
  get(key: RoundKey): StoredRound | undefined;
  /** The first `limit` rounds of a phase in order, one at a time. */
  iterate(cell: number, phase: number, limit: number): IterableIterator<StoredRound>;
  /** The first `limit` rounds of a phase in order, without their states; events are read when they are asked for. */
  decided(cell: number, phase: number, limit: number): IterableIterator<Omit<StoredRound, 'state'>>;
  /** What a round graded, in its order. */
  graded(key: RoundKey): readonly GradedOutput[];
  /** What a round attempted, in its order; empty where it attempted nothing. */
  attempts(key: RoundKey): readonly StoredAttempt[];
  /** Gives a cell without rounds the first rounds of another, phase by phase: `rounds[phase]` of them. */
  copy(from: number, to: number, rounds: ReadonlyMap<number, number>): void;
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

  const insertAttempts = database.prepare(
    'INSERT INTO attempts (cell_id, phase, round, data) VALUES (?, ?, ?, ?)',
  );
  const selectDecided = database.prepare(
    'SELECT kind, events FROM rounds WHERE cell_id = ? AND phase = ? AND round = ?',
  );
  /** Distinct outputs by number; rounds name the same ones again and again. */
  const known = new Map<number, Pick<StoredAttempt, 'task' | 'output'>>();
  const outputOf = (number: number): Pick<StoredAttempt, 'task' | 'output'> => {
    let found = known.get(number);
    if (found === undefined) {
      const row = guard(() => selectOutput.get(number)) as Pick<GradedRow, 'output' | 'task' | 'record'>;
      found = { task: outputs.taskOf(row.task, row.record), output: row.output };
      if (known.size >= mostKnownOutputs) known.clear();
      known.set(number, found);
    }
    return found;
  };
  const selectPhases = database
    .prepare('SELECT DISTINCT phase FROM rounds WHERE cell_id = ? ORDER BY phase')
    .pluck();
  const countAllRounds = database.prepare('SELECT count(*) FROM rounds WHERE cell_id = ?').pluck();
  const selectAttempts = database
    .prepare('SELECT data FROM attempts WHERE cell_id = ? AND phase = ? AND round = ?')
    .pluck();
  const selectOutput = database.prepare(
    'SELECT outputs.output, outputs.task, tasks.record FROM outputs JOIN tasks ON tasks.id = outputs.task WHERE outputs.id = ?',
  );
  let packer = roundPacker();
  /** By process: the task records that it told, and the numbers in this store of its outputs. */
  const told = new WeakMap<object, { readonly tasks: Map<number, Task>; readonly outputs: number[] }>();

  const write = database.transaction(
    ({ cell, phase, round }: RoundKey, packed: PackedRound, from: object) => {
      let known = told.get(from);
      if (known === undefined) told.set(from, (known = { tasks: new Map(), outputs: [] }));
      for (const { number, task, record, output } of packed.outputs) {
        if (record !== undefined) known.tasks.set(task, record);
        known.outputs[number] = outputs.numberOf(known.tasks.get(task) as Task, output);
      }
      const numberOf = (number: number): number => known.outputs[number] as number;
      insertRound.run(cell, phase, round, packed.kind, packed.state, packed.events);
      for (const [position, [split, output, verdict, label]] of packed.graded.entries()) {
        insertGraded.run(cell, phase, round, position, split, numberOf(output), verdict, label);
      }
      if (packed.attempts !== null) {
        const data = { ...packed.attempts, outputs: packed.attempts.outputs.map(numberOf) };
        insertAttempts.run(cell, phase, round, compressJson(data));
      }
    },
  );
  const commitPacked: RoundTable['commitPacked'] = (key, packed, from) =>
    guard(() => write.immediate(key, packed, from));
  const get = ({ cell, phase, round }: RoundKey): StoredRound | undefined => {
    const row = guard(() => selectRound.get(cell, phase, round)) as RoundRow | undefined;
    if (row === undefined) return undefined;
    return stored(row, expandJson(row.state), () => get({ cell, phase, round: round - 1 })?.state);
  };
  const stored = (row: RoundRow, state: Json, before: () => Json | undefined): StoredRound => ({
    phase: row.phase,
    round: row.round,
    kind: row.kind,
    state: isChange(state) ? applyChange(before() ?? null, state[changeMark] as Json) : state,
    events: expandJson(row.events) as readonly Json[],
  });

  return {
    commit: (key, finished) => {
      try {
        commitPacked(key, packer.pack(finished), packer);
      } catch (thrown) {
        // The outputs that it told are not in the store.
        packer = roundPacker();
        throw thrown;
      }
    },
    commitPacked,
    phases: (cell) => guard(() => selectPhases.all(cell)) as number[],
    countAll: (cell) => guard(() => countAllRounds.get(cell)) as number,
    count: (cell, phase) => guard(() => countRounds.get(cell, phase)) as number,
    get,
    *iterate(cell, phase, limit) {
      let before: Json | undefined;
      for (let round = 0; round < limit; round++) {
        const row = guard(() => selectRound.get(cell, phase, round)) as RoundRow | undefined;
        if (row === undefined) return;
        const next = stored(row, expandJson(row.state), () => before);
        before = next.state;
        yield next;
      }
    },
    *decided(cell, phase, limit) {
      for (let round = 0; round < limit; round++) {
        const row = guard(() => selectDecided.get(cell, phase, round)) as
          Pick<RoundRow, 'kind' | 'events'> | undefined;
        if (row === undefined) return;
        yield {
          phase,
          round,
          kind: row.kind,
          get events() {
            return expandJson(row.events) as readonly Json[];
          },
        };
      }
    },
    attempts: ({ cell, phase, round }) => {
      const bytes = guard(() => selectAttempts.get(cell, phase, round)) as Buffer | undefined;
      if (bytes === undefined) return [];
      const { splits, outputs: numbers, ...columns } = expandJson(bytes) as unknown as PackedAttempts;
      const names = splits.flatMap(([split, count]) => Array.from({ length: count }, () => split));
      return numbers.map((number, index): StoredAttempt => {
        return {
          split: names[index] ?? '',
          ...outputOf(number),
          skillId: columns.skills[index] ?? null,
          verdict: verdictOf(columns.verdicts[index]),
          score: columns.scores[index] ?? null,
        };
      });
    },
    copy: (from, to, rounds) =>
      guard(() =>
        database
          .transaction(() => {
            for (const [phase, count] of rounds) {
              for (const [table, columns] of copiedTables) {
                database
                  .prepare(
                    `INSERT INTO ${table} (cell_id, ${columns}) SELECT ?, ${columns} FROM ${table} WHERE cell_id = ? AND phase = ? AND round < ?`,
                  )
                  .run(to, from, phase, count);
              }
            }
          })
          .immediate(),
      ),
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

/** Outputs that are kept in memory while attempts are read. */
const mostKnownOutputs = 20_000;

/** What belongs to a round, in the order in which it can be inserted. */
const copiedTables = [
  ['rounds', 'phase, round, kind, state, events'],
  ['graded', 'phase, round, position, split, output, verdict, label'],
  ['attempts', 'phase, round, data'],
] as const;

function isChange(state: Json): state is JsonObject {
  return typeof state === 'object' && state !== null && changeMark in state;
}

function verdictOf(letter: string | undefined): Verdict | null {
  return letter === 'P' ? 'PASS' : letter === 'F' ? 'FAIL' : letter === 'A' ? 'ABSTAIN' : null;
}
