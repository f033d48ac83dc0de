import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { readFileSync } from 'node:fs';
import { messageOf, PawlError } from '../../errors.js';
import { QueryProcess, type ChildSettings, type Reply } from './child-process.js';
import { probes } from './probes.js';
import type { SqlIsolationReport, SqlJob, SqlOutcome, SqlParse, SqlSandbox } from './sql-sandbox.js';

const startLimitMs = 60_000;
/** How long an interrupted query may take to end before its process is killed. */
const graceMs = 400;
const parseLimitMs = 10_000;
const probeLimitMs = 300;
/** Length of an answer, in characters, after which a process is replaced. */
const largestKept = 2 ** 20;
const defaultMaxRows = 10_000;

export interface SqlSandboxOptions {
  /** The database file that queries read; null for an empty database in memory. */
  readonly database: string | null;
  /** How many processes run at once; default: two, or one on a single core. */
  readonly children?: number;
  /** DuckDB's memory limit in each process, in MiB; default 256. */
  readonly memoryMiB?: number;
}

/**
 * Makes a pool of killable processes that run untrusted queries on one read-only database. The walls are DuckDB's own
 * configuration (no files, no network, no extensions, no writes, locked settings, memory limit), an empty environment,
 * and the parent's clock; nothing is started before the first query.
 *
 * @param options - the database, how many processes, how much memory
 * @example
 * const sandbox = createSqlSandbox({ database: null });
 * const outcome = await sandbox.run({ sql: 'SELECT 1 + 1 AS n', timeoutMs: 2000 });
 * // { kind: 'result', table: { columns: [{ name: 'n', type: 'INTEGER' }], rows: [['2']], truncated: false }, tree: … }
 * await sandbox.close();
 */
export function createSqlSandbox(options: SqlSandboxOptions): SqlSandbox {
  return new Pool(options);
}

/**
 * The engine's name and version, read from the installed package without loading it.
 *
 * @example
 * sqlEngineVersion() // 'duckdb 1.5.6-r.1'
 */
export function sqlEngineVersion(): string {
  const main = createRequire(import.meta.url).resolve('@duckdb/node-api/package.json');
  const { version } = JSON.parse(readFileSync(main, 'utf8')) as { version: string };
  return `duckdb ${version}`;
}

class Pool implements SqlSandbox {
  readonly engine: string = sqlEngineVersion();
  readonly #settings: ChildSettings;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: QueryProcess[] = [];
  readonly #all = new Set<QueryProcess>();
  #busy = 0;
  #closed = false;

  constructor({ database, children, memoryMiB = 256 }: SqlSandboxOptions) {
    this.#settings = { database, memoryMiB, residentMiB: 2 * memoryMiB + 256 };
    this.#most = children ?? Math.min(2, availableParallelism());
  }

  async run(job: SqlJob): Promise<SqlOutcome> {
    const request = {
      kind: 'run',
      sql: job.sql,
      timeoutMs: job.timeoutMs,
      maxRows: job.maxRows ?? defaultMaxRows,
    };
    const attempt = async (): Promise<SqlOutcome> =>
      outcomeOf(await this.#ask(request, job.timeoutMs + graceMs));
    const first = await attempt();
    if (first.kind !== 'timed-out' && !(first.kind === 'infrastructure' && !this.#closed)) return first;
    return attempt();
  }

  async parse(sql: string): Promise<SqlParse> {
    const reply = await this.#ask({ kind: 'parse', sql }, parseLimitMs);
    if (reply.kind === 'answer') return JSON.parse(reply.text) as SqlParse;
    if (reply.kind === 'timed-out')
      return { kind: 'failed', message: `not parsed within ${parseLimitMs} ms` };
    return { kind: 'infrastructure', message: reply.errorText };
  }

  async inspect(): Promise<SqlIsolationReport> {
    const walls = [];
    for (const { name, sql } of probes) {
      const outcome = await this.run({ sql, timeoutMs: probeLimitMs });
      const inForce = outcome.kind !== 'result' && outcome.kind !== 'infrastructure';
      const detail =
        outcome.kind === 'failed' || outcome.kind === 'infrastructure'
          ? outcome.message
          : outcome.kind === 'refused'
            ? outcome.reason
            : outcome.kind;
      walls.push({ name, inForce, detail });
    }
    return { engine: this.engine, walls };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all([...this.#all].map((child) => child.end()));
    this.#all.clear();
    this.#idle.length = 0;
  }

  /** Waits for a free place, then asks an idle or a new process; one that was killed or died is not used again. */
  async #ask(request: object, limitMs: number): Promise<Reply> {
    while (this.#busy >= this.#most && !this.#closed)
      await new Promise<void>((wake) => this.#waiting.push(wake));
    if (this.#closed) return { kind: 'died', signal: null, errorText: 'the sandbox is closed' };
    this.#busy += 1;
    try {
      const child = await this.#child();
      const reply = await child.ask(request, limitMs);
      if (reply.kind === 'answer' && !child.over && !holdsMemory(reply.text)) this.#idle.push(child);
      else {
        this.#all.delete(child);
        void child.end();
      }
      return reply;
    } catch (error) {
      return { kind: 'died', signal: null, errorText: messageOf(error) };
    } finally {
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #child(): Promise<QueryProcess> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (!idle.over) return idle;
      this.#all.delete(idle);
    }
    const child = new QueryProcess(this.#settings);
    this.#all.add(child);
    const reply = await child.ask(null, startLimitMs);
    if (reply.kind === 'answer') return child;
    this.#all.delete(child);
    await child.end();
    const why = reply.kind === 'died' ? reply.errorText : `no sign of life within ${startLimitMs} ms`;
    throw new PawlError('sandbox', `a query process could not be started: ${why}`, {
      hint: 'run `pawl doctor`',
    });
  }
}

/** A cut or large result keeps its buffers in the process until some later garbage collection: the next query would be short of memory. */
function holdsMemory(answer: string): boolean {
  return answer.length > largestKept || /"truncated":true\}\}$|^\{"kind":"out-of-memory"/.test(answer);
}

function outcomeOf(reply: Reply): SqlOutcome {
  if (reply.kind === 'answer') return JSON.parse(reply.text) as SqlOutcome;
  if (reply.kind === 'timed-out') return { kind: 'timed-out', tree: null };
  if (/out of memory|bad_alloc|heap limit/i.test(reply.errorText))
    return { kind: 'out-of-memory', tree: null };
  return {
    kind: 'infrastructure',
    message: `the query process ended (${reply.signal ?? 'exit'}) ${reply.errorText}`.trim(),
  };
}
