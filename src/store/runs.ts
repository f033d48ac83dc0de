import type Database from 'better-sqlite3';
import { PawlError } from '../errors.js';
import type { Json } from '../json.js';
import { guarded } from './faults.js';

/** How a run stands. `running` in a store that nobody writes means that its process was killed. */
export type RunStatus = 'running' | 'finished' | 'stopped' | 'failed';

/** One invocation. */
export interface StoredRun {
  /** e.g. `r3`; counted within a store. */
  readonly id: string;
  readonly command: string;
  /** What was asked: enough to ask it again. */
  readonly request: Json;
  readonly status: RunStatus;
  readonly reason: string | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** A cell that a run wants, and how far. */
export interface RunCell {
  readonly cell: number;
  readonly rounds: number;
}

/** The runs of a store. */
export interface RunTable {
  /** Records a run and the cells that it wants, in its order. */
  begin(run: {
    readonly command: string;
    readonly request: Json;
    readonly cells: readonly RunCell[];
    readonly startedAt: string;
  }): StoredRun;
  /** Marks a run as running again. */
  reopen(id: string): void;
  end(
    id: string,
    end: {
      readonly status: Exclude<RunStatus, 'running'>;
      readonly reason: string | null;
      readonly endedAt: string;
    },
  ): void;
  /** @throws PawlError `not-found` */
  get(id: string): StoredRun;
  /** The newest run, if there is one. */
  latest(): StoredRun | undefined;
  /** Newest first. */
  list(): readonly StoredRun[];
  cellsOf(id: string): readonly RunCell[];
}

interface RunRow {
  readonly id: number;
  readonly command: string;
  readonly request: string;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
}

/** The runs of an open store. */
export function runTable(database: Database.Database, path: string): RunTable {
  const guard = <T>(step: () => T): T => guarded(path, step);
  const fromRow = (row: RunRow): StoredRun => ({
    id: `r${row.id}`,
    command: row.command,
    request: JSON.parse(row.request) as Json,
    status: row.status,
    reason: row.reason,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  });
  const list = (): StoredRun[] =>
    guard(() => (database.prepare('SELECT * FROM runs ORDER BY id DESC').all() as RunRow[]).map(fromRow));
  const get = (id: string): StoredRun => {
    const row = guard(
      () => database.prepare('SELECT * FROM runs WHERE id = ?').get(runNumber(id)) as RunRow | undefined,
    );
    if (row !== undefined) return fromRow(row);
    const known = list().map((run) => run.id);
    throw new PawlError('not-found', `there is no run '${id}' in ${path}`, {
      hint: known.length > 0 ? `known: ${known.slice(0, 8).join(', ')}` : 'the store holds no run yet',
    });
  };

  return {
    begin: ({ command, request, cells, startedAt }) =>
      guard(() =>
        database
          .transaction(() => {
            const { lastInsertRowid } = database
              .prepare("INSERT INTO runs (command, request, status, started_at) VALUES (?, ?, 'running', ?)")
              .run(command, JSON.stringify(request), startedAt);
            const want = database.prepare(
              'INSERT INTO run_cells (run_id, position, cell_id, rounds) VALUES (?, ?, ?, ?)',
            );
            for (const [position, { cell, rounds }] of cells.entries()) {
              want.run(lastInsertRowid, position, cell, rounds);
            }
            return get(`r${lastInsertRowid}`);
          })
          .immediate(),
      ),
    reopen: (id) => {
      guard(() =>
        database
          .prepare("UPDATE runs SET status = 'running', reason = NULL, ended_at = NULL WHERE id = ?")
          .run(runNumber(id)),
      );
    },
    end: (id, { status, reason, endedAt }) => {
      guard(() =>
        database
          .prepare('UPDATE runs SET status = ?, reason = ?, ended_at = ? WHERE id = ?')
          .run(status, reason, endedAt, runNumber(id)),
      );
    },
    get,
    latest: () => list()[0],
    list,
    cellsOf: (id) =>
      guard(
        () =>
          database
            .prepare('SELECT cell_id AS cell, rounds FROM run_cells WHERE run_id = ? ORDER BY position')
            .all(runNumber(id)) as RunCell[],
      ),
  };
}

/** `r3` → 3; anything else → 0, which no run has. */
function runNumber(id: string): number {
  const digits = /^r([1-9]\d{0,8})$/.exec(id)?.[1];
  return digits === undefined ? 0 : Number(digits);
}
