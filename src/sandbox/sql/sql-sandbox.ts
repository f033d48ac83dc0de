import type { Json } from '../../json.js';

/** One query to run. Results are cut, not refused, at the row limit; see `truncated`. */
export interface SqlJob {
  readonly sql: string;
  /** Wall-clock limit, in milliseconds: the query is interrupted then, and its process killed shortly after if it goes on. */
  readonly timeoutMs: number;
  /** How many rows are kept; default 10,000. */
  readonly maxRows?: number;
}

/** A column of a result, with DuckDB's name for its type. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** A result table. Cells are texts as DuckDB writes them (`True`/`False` for truth values), null for NULL. */
export interface ResultTable {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows were left out: the result was larger than the row or size limit. */
  readonly truncated: boolean;
}

/**
 * How a query ended. Everything but `infrastructure` is an observation about the query. `tree` is DuckDB's own parse
 * tree (`json_serialize_sql`, one SELECT statement), without positions; null where the text does not parse or is no SELECT.
 */
export type SqlOutcome =
  | { readonly kind: 'result'; readonly tree: Json; readonly table: ResultTable }
  /** Not one SELECT statement, or one that reaches for something a query has no business with. */
  | { readonly kind: 'refused'; readonly reason: string; readonly tree: Json }
  /** DuckDB could not parse, bind or run it. */
  | {
      readonly kind: 'failed';
      readonly stage: 'parse' | 'bind' | 'run';
      readonly message: string;
      readonly tree: Json;
    }
  /** Stopped at the wall-clock limit, twice: a time-out is confirmed by one rerun. */
  | { readonly kind: 'timed-out'; readonly tree: Json }
  | { readonly kind: 'out-of-memory'; readonly tree: Json }
  /** The sandbox itself failed: says nothing about the query. */
  | { readonly kind: 'infrastructure'; readonly message: string };

/** What parsing alone found. */
export type SqlParse =
  | { readonly kind: 'tree'; readonly tree: Json }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'infrastructure'; readonly message: string };

/** Which walls are in force, for `pawl doctor`. */
export interface SqlIsolationReport {
  readonly engine: string;
  readonly walls: readonly { readonly name: string; readonly inForce: boolean; readonly detail: string }[];
}

/** A pool of killable processes, each with one read-only database. Every query gets a fresh connection. */
export interface SqlSandbox {
  /** Runs one query; waits for a free process. Never throws for what the query does. */
  run(job: SqlJob): Promise<SqlOutcome>;
  /** Parses one SELECT statement without binding or running it. */
  parse(sql: string): Promise<SqlParse>;
  /** The engine's version, known without starting a process. */
  readonly engine: string;
  /** Starts a process if none runs and probes the walls. */
  inspect(): Promise<SqlIsolationReport>;
  close(): Promise<void>;
}
