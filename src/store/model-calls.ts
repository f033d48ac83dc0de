import type Database from 'better-sqlite3';
import type { JsonObject } from '../json.js';
import type { CallScope, CallStore, SentCall, Spent, StoredAnswer } from '../roles/model/call-store.js';
import { fieldsOf, type CallFields, type CallIdentity } from '../roles/model/model-call.js';
import type { TokenUsage } from '../roles/model/prices.js';
import { compressJson, expandJson } from './compressed-json.js';
import { guarded } from './faults.js';

/** What a run, an arm, a phase and a part of the roles have asked. */
export interface CallSummary {
  readonly run: string;
  readonly arm: string;
  readonly phase: string;
  readonly role: string;
  readonly model: string;
  /** Answers that were paid for. */
  readonly calls: number;
  /** Of these, answers that were cut short or refused. */
  readonly unusable: number;
  /** Attempts that failed. */
  readonly failures: number;
  /** Times that a stored answer was used again. */
  readonly hits: number;
  readonly tokens: TokenUsage;
  readonly costMicroUsd: number;
  /** The most that attempts without a reported usage can have cost on top. */
  readonly atMostMicroUsd: number;
  /** Answers of models without a known price. */
  readonly unpriced: number;
}

/** A call as it is stored. */
export interface StoredCall {
  /** e.g. `c12`. */
  readonly id: string;
  readonly key: string;
  readonly identity: CallIdentity;
  readonly fields: CallFields;
  readonly scope: CallScope;
  readonly outcome: StoredAnswer['outcome'] | 'error';
  readonly error: string | null;
  readonly text: string | null;
  readonly stopReason: string | null;
  readonly attempt: number;
  readonly usage: TokenUsage | null;
  readonly costMicroUsd: number | null;
  readonly atMostMicroUsd: number | null;
  readonly sentAt: string;
  readonly tookMs: number;
}

/** The model calls of a store: found by key, counted, explained. */
export interface CallTable extends CallStore {
  /** Of one run, or of all. */
  summary(run?: string): readonly CallSummary[];
  /** By id (`c12`) or the beginning of its key; the newest answered one without a name. */
  get(name?: string): StoredCall | undefined;
  /** The stored answer, other than a call itself and older than it, with most fields in common. */
  nearestBefore(call: StoredCall): CallFields | undefined;
  /** In the order in which they were sent. */
  iterate(run: string): Generator<StoredCall>;
  size(): { readonly answers: number; readonly failures: number; readonly bytes: number };
  /** Deletes answers and failures. What was paid is then paid again; what was spent stays counted nowhere. */
  clear(): number;
}

interface Row {
  readonly id: number;
  readonly key: Buffer;
  readonly outcome: StoredCall['outcome'];
  readonly request: Buffer;
  readonly response: Buffer | null;
  readonly error: string | null;
  readonly attempt: number;
  readonly input_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost_micro_usd: number | null;
  readonly at_most_micro_usd: number | null;
  readonly run: string;
  readonly arm: string;
  readonly seed: number | null;
  readonly phase: string;
  readonly round: number | null;
  readonly sent_at: string;
  readonly took_ms: number;
}

/** The columns that hold the fields in which calls differ. */
const fieldColumns: Readonly<Record<keyof CallFields, string>> = {
  role: 'role',
  model: 'model',
  'base URL': 'base_url',
  'API version': 'api_version',
  prompt: 'prompt',
  schema: 'schema',
  'max tokens': 'max_tokens',
  input: 'input',
  draw: 'draw',
};
const fieldNames = Object.keys(fieldColumns) as (keyof CallFields)[];
const shared = fieldNames.map((name) => `(${fieldColumns[name]} = @${fieldColumns[name]})`).join(' + ');
const asFields = fieldNames.map((name) => `${fieldColumns[name]} AS "${name}"`).join(', ');

/** The model calls of an open store. Each call commits on its own, so that no round that is abandoned loses an answer. */
export function callTable(database: Database.Database, path: string): CallTable {
  const guard = <T>(step: () => T): T => guarded(path, step);
  const find = database
    .prepare("SELECT response FROM model_calls WHERE key = ? AND outcome <> 'error'")
    .pluck();
  const nearest = (fields: CallFields, before: number): CallFields | undefined =>
    guard(
      () =>
        database
          .prepare(
            `SELECT ${asFields} FROM model_calls WHERE outcome <> 'error' AND role = @role AND id < @before
             ORDER BY ${shared} DESC, id DESC LIMIT 1`,
          )
          .get({ ...columnsOf(fields), before }) as CallFields | undefined,
    );

  return {
    find: (key) => {
      const bytes = guard(() => find.get(Buffer.from(key, 'hex'))) as Buffer | undefined;
      return bytes === undefined ? undefined : (expandJson(bytes) as unknown as StoredAnswer);
    },
    record: (call) => guard(() => insert(database, call)),
    reused: ({ run, arm, phase }, role, model) =>
      guard(() =>
        database
          .prepare(
            `INSERT INTO model_hits (run, arm, phase, role, model, hits) VALUES (?, ?, ?, ?, ?, 1)
             ON CONFLICT DO UPDATE SET hits = hits + 1`,
          )
          .run(run, arm, phase, role, model),
      ),
    nearest: (fields) => nearest(fields, Number.MAX_SAFE_INTEGER),
    nearestBefore: ({ id, fields }) => nearest(fields, Number(id.slice(1))),
    spent: (run) =>
      guard(
        () =>
          database
            .prepare(
              `SELECT count(*) FILTER (WHERE outcome <> 'error') AS calls,
                 coalesce(sum(coalesce(cost_micro_usd, at_most_micro_usd)), 0) AS microUsd
               FROM model_calls WHERE run = ?`,
            )
            .get(run) as Spent,
      ),
    summary: (run) => guard(() => summaryOf(database, run)),
    get: (name) => guard(() => getCall(database, name)),
    *iterate(run) {
      const rows = database.prepare('SELECT * FROM model_calls WHERE run = ? ORDER BY id').iterate(run);
      for (const row of rows) yield fromRow(row as Row);
    },
    size: () =>
      guard(
        () =>
          database
            .prepare(
              `SELECT count(*) FILTER (WHERE outcome <> 'error') AS answers, count(*) FILTER (WHERE outcome = 'error') AS failures,
                 coalesce(sum(length(request) + coalesce(length(response), 0)), 0) AS bytes FROM model_calls`,
            )
            .get() as ReturnType<CallTable['size']>,
      ),
    clear: () =>
      guard(() =>
        database
          .transaction(() => {
            database.exec('DELETE FROM model_hits');
            return database.prepare('DELETE FROM model_calls').run().changes;
          })
          .immediate(),
      ),
  };
}

function columnsOf(fields: CallFields): Record<string, string | number> {
  return Object.fromEntries(fieldNames.map((name) => [fieldColumns[name], fields[name]]));
}

/** Request, answer, usage and cost in one statement: one transaction. */
function insert(database: Database.Database, call: SentCall): void {
  const { identity, scope, answer } = call;
  const row = {
    key: Buffer.from(call.key, 'hex'),
    outcome: answer?.outcome ?? 'error',
    ...columnsOf(fieldsOf(identity)),
    request: compressJson(identity),
    response: answer === null ? null : compressJson(answer),
    error: call.error,
    attempt: call.attempt,
    input_tokens: answer?.usage?.input ?? null,
    cache_write_tokens: answer?.usage?.cacheWrite ?? null,
    cache_read_tokens: answer?.usage?.cacheRead ?? null,
    output_tokens: answer?.usage?.output ?? null,
    cost_micro_usd: call.costMicroUsd,
    at_most_micro_usd: call.atMostMicroUsd,
    ...scope,
    sent_at: call.sentAt,
    took_ms: Math.round(call.tookMs),
  };
  const columns = Object.keys(row);
  database
    .prepare(
      `INSERT INTO model_calls (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})
       ON CONFLICT DO NOTHING`,
    )
    .run(row);
}

function getCall(database: Database.Database, name: string | undefined): StoredCall | undefined {
  const number = /^c([1-9]\d{0,12})$/.exec(name ?? '')?.[1];
  const row =
    name === undefined
      ? database.prepare("SELECT * FROM model_calls WHERE outcome <> 'error' ORDER BY id DESC LIMIT 1").get()
      : number !== undefined
        ? database.prepare('SELECT * FROM model_calls WHERE id = ?').get(Number(number))
        : database
            .prepare('SELECT * FROM model_calls WHERE lower(hex(key)) GLOB ? ORDER BY id DESC LIMIT 1')
            .get(`${name.replace(/[^0-9a-f]/g, '?')}*`);
  return row === undefined ? undefined : fromRow(row as Row);
}

function fromRow(row: Row): StoredCall {
  const identity = expandJson(row.request) as unknown as CallIdentity;
  const answer = row.response === null ? null : (expandJson(row.response) as unknown as StoredAnswer);
  const { run, arm, seed, phase, round } = row;
  return {
    id: `c${row.id}`,
    key: row.key.toString('hex'),
    identity,
    fields: fieldsOf(identity),
    scope: { run, arm, seed, phase, round },
    outcome: row.outcome,
    error: row.error,
    text: answer?.text ?? null,
    stopReason: answer?.stopReason ?? null,
    attempt: row.attempt,
    usage: answer?.usage ?? null,
    costMicroUsd: row.cost_micro_usd,
    atMostMicroUsd: row.at_most_micro_usd,
    sentAt: row.sent_at,
    tookMs: row.took_ms,
  };
}

function summaryOf(database: Database.Database, run: string | undefined): readonly CallSummary[] {
  const ofRun = run === undefined ? '' : 'WHERE run = @run';
  const rows = database
    .prepare(
      `SELECT run, arm, phase, role, model, sum(calls) AS calls, sum(unusable) AS unusable, sum(failures) AS failures,
         sum(hits) AS hits, sum(input) AS input, sum(cacheWrite) AS cacheWrite, sum(cacheRead) AS cacheRead,
         sum(output) AS output, sum(cost) AS costMicroUsd, sum(atMost) AS atMostMicroUsd, sum(unpriced) AS unpriced
       FROM (
         SELECT run, arm, phase, role, model, outcome <> 'error' AS calls, outcome IN ('truncated', 'refused') AS unusable,
           outcome = 'error' AS failures, 0 AS hits, coalesce(input_tokens, 0) AS input,
           coalesce(cache_write_tokens, 0) AS cacheWrite, coalesce(cache_read_tokens, 0) AS cacheRead,
           coalesce(output_tokens, 0) AS output, coalesce(cost_micro_usd, 0) AS cost,
           CASE WHEN cost_micro_usd IS NULL THEN coalesce(at_most_micro_usd, 0) ELSE 0 END AS atMost,
           outcome <> 'error' AND cost_micro_usd IS NULL AND at_most_micro_usd IS NULL AS unpriced
         FROM model_calls ${ofRun}
         UNION ALL
         SELECT run, arm, phase, role, model, 0, 0, 0, hits, 0, 0, 0, 0, 0, 0, 0 FROM model_hits ${ofRun}
       )
       GROUP BY run, arm, phase, role, model ORDER BY run, arm, phase, role, model`,
    )
    .all(run === undefined ? {} : { run }) as (JsonObject & Omit<CallSummary, 'tokens'> & TokenUsage)[];
  return rows.map(({ input, cacheWrite, cacheRead, output, ...rest }) => ({
    ...rest,
    tokens: { input, cacheWrite, cacheRead, output },
  }));
}
