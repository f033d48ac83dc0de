import type * as Polyglot from '@polyglot-sql/sdk';
import { messageOf, PawlError } from '../../errors.js';

/** A query in DuckDB's dialect, or why it could not be translated. */
export type Transpiled =
  { readonly kind: 'sql'; readonly sql: string } | { readonly kind: 'failed'; readonly message: string };

/**
 * Translates one Snowflake query for DuckDB, with the polyglot translator (WebAssembly, loaded on first use). What DuckDB
 * has no counterpart for (FLATTEN, TRY_TO_NUMBER) is passed on as it is and fails there.
 *
 * @throws PawlError `environment` when the translator cannot be loaded
 * @example
 * await snowflakeToDuckdb("SELECT DATEADD(day, 1, d) FROM t") // { kind: 'sql', sql: 'SELECT d + INTERVAL 1 DAY FROM t' }
 */
export async function snowflakeToDuckdb(sql: string): Promise<Transpiled> {
  const translator = await loadTranslator();
  const {
    success,
    sql: statements,
    error,
  } = translator.transpile(sql, translator.Dialect.Snowflake, translator.Dialect.DuckDB);
  if (!success || statements === undefined)
    return { kind: 'failed', message: error ?? 'the text is no query' };
  const [first, ...more] = statements.filter((one) => one.trim() !== '');
  if (first === undefined) return { kind: 'failed', message: 'the text holds no query' };
  return more.length > 0
    ? { kind: 'failed', message: `expected one query, got ${more.length + 1}` }
    : { kind: 'sql', sql: first };
}

async function loadTranslator(): Promise<typeof Polyglot> {
  try {
    return await import('@polyglot-sql/sdk');
  } catch (cause) {
    throw new PawlError('environment', `the SQL translator cannot be loaded: ${messageOf(cause)}`, {
      cause,
      hint: 'install @polyglot-sql/sdk again',
    });
  }
}
