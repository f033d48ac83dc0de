// Entry of the child: reads one request a line from its input, answers one line each on descriptor 3. A query cannot
// write to either. The parent kills this process when an answer is late; it ends itself when the parent is gone.
import { writeSync } from 'node:fs';
import { setInterval } from 'node:timers';
import { DuckDBInstance, StatementType } from '@duckdb/node-api';
import { drawsRandomly, refusal, withoutPositions } from './screen.mjs';

// Trees are JSON texts from DuckDB that go to the parent as they are: writing them again would cost as much as a small query.
const noTree = 'null';

const largestResult = 4 * 2 ** 20;
const longestMessage = 600;
const rowsPerStep = 2_048;

const { database, memoryMiB, residentMiB } = JSON.parse(process.argv[2]);

const lockDown = {
  threads: '1',
  memory_limit: `${memoryMiB}MiB`,
  max_temp_directory_size: '0B',
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  lock_configuration: 'true',
};
const instance = await DuckDBInstance.create(database ?? ':memory:', {
  ...lockDown,
  ...(database === null ? {} : { access_mode: 'READ_ONLY' }),
});

// Only the parser's connection outlives a query: it is given texts as values and never runs them.
const parser = await instance.connect();
const parseStatement = await parser.prepare('SELECT json_serialize_sql($1::VARCHAR) AS tree');

// Strings and some aggregates are not counted by DuckDB's own limit.
setInterval(() => {
  if (process.memoryUsage.rss() > residentMiB * 2 ** 20) {
    answer({ kind: 'out-of-memory' }, currentTree);
    process.kill(process.pid, 'SIGKILL');
  }
}, 20).unref();

let currentTree = noTree;

/** Sends an answer with the tree's text as its second field; undefined: the answer has none. */
function answer({ kind, ...rest }, tree) {
  const head = `{"kind":"${kind}"${tree === undefined ? '' : `,"tree":${tree}`}`;
  const fields = JSON.stringify(rest).slice(1);
  const bytes = Buffer.from(`${head}${fields === '}' ? '' : ','}${fields}\n`, 'utf8');
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += writeSync(3, bytes, sent);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

async function parse(sql) {
  parseStatement.bindVarchar(1, sql);
  const reader = await parseStatement.runAndReadAll();
  const text = withoutPositions(String(reader.getRowsJson()[0]?.[0]));
  const parsed = JSON.parse(text);
  if (parsed.error) return { kind: 'failed', message: short(parsed.error_message) };
  if (parsed.statements.length !== 1) {
    return { kind: 'failed', message: `expected one statement, got ${parsed.statements.length}` };
  }
  const [tree] = parsed.statements;
  const own = text.slice(text.indexOf('[') + 1, text.lastIndexOf(']'));
  return { kind: 'tree', tree, text: own };
}

/** What a query without a tree is: several statements, another kind of statement, or no SQL. */
async function whyNoTree(connection, sql, message) {
  if (/^Only SELECT|^expected one statement/.test(message)) return { kind: 'refused', reason: message };
  try {
    const { count } = await connection.extractStatements(sql);
    if (count !== 1) return { kind: 'refused', reason: `expected one statement, got ${count}` };
  } catch {
    // It does not parse either way: the parser's message says more than this one.
  }
  return { kind: 'failed', stage: 'parse', message };
}

async function run({ sql, timeoutMs, maxRows }) {
  const connection = await instance.connect();
  let interrupted = false;
  let stage = 'parse';
  const timer = setTimeout(() => {
    interrupted = true;
    connection.interrupt();
  }, timeoutMs);
  try {
    const parsed = await parse(sql);
    if (parsed.kind === 'failed') return await whyNoTree(connection, sql, parsed.message);
    currentTree = parsed.text;
    const reason = refusal(parsed.tree);
    if (reason !== null) return { kind: 'refused', reason };
    stage = 'bind';
    const prepared = await connection.prepare(sql); // refuses several statements too
    if (prepared.statementType !== StatementType.SELECT) {
      return { kind: 'refused', reason: `expected a SELECT, got ${StatementType[prepared.statementType]}` };
    }
    if (prepared.parameterCount > 0)
      return { kind: 'failed', stage, message: 'the statement has parameters without values' };
    stage = 'run';
    if (drawsRandomly(parsed.text)) await connection.run('SELECT setseed(0.5)');
    const reader = await prepared.streamAndRead();
    return { kind: 'result', table: await readTable(reader, maxRows) };
  } catch (error) {
    return failure(String(error?.message ?? error), stage, interrupted);
  } finally {
    clearTimeout(timer);
    connection.closeSync();
  }
}

function failure(message, stage, interrupted) {
  if (interrupted) return { kind: 'timed-out' };
  if (/out of memory|failed to allocate|could not allocate/i.test(message)) return { kind: 'out-of-memory' };
  return { kind: 'failed', stage, message: short(message) };
}

/** The first paragraph of a message; what follows repeats the query or gives advice about settings. */
function short(message) {
  return String(message).split('\n\n')[0].replace(/\s+/g, ' ').trim().slice(0, longestMessage);
}

async function readTable(reader, maxRows) {
  const types = reader.columnTypes();
  const columns = reader
    .deduplicatedColumnNames()
    .map((name, index) => ({ name, type: String(types[index]) }));
  const rows = [];
  let size = 0;
  let read = 0;
  for (;;) {
    await reader.readUntil(Math.min(read + rowsPerStep, maxRows + 1));
    const found = reader.getRowsJson();
    for (const row of found.slice(read)) {
      const cells = row.map(cellText);
      size += cells.reduce((sum, cell) => sum + (cell?.length ?? 4) + 3, 0);
      if (rows.length === maxRows || size > largestResult) return { columns, rows, truncated: true };
      rows.push(cells);
    }
    read = found.length;
    if (reader.done) return { columns, rows, truncated: false };
  }
}

function cellText(cell) {
  if (cell === null) return null;
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  if (typeof cell === 'object') return JSON.stringify(cell);
  return String(cell);
}

async function handle(request) {
  currentTree = noTree;
  try {
    if (request.kind === 'run') return answer(await run(request), currentTree);
    const { kind, text, message } = await parse(request.sql);
    return kind === 'tree' ? answer({ kind }, text) : answer({ kind, message });
  } catch (error) {
    return answer({ kind: 'infrastructure', message: short(error?.message ?? error) });
  }
}

let pending = '';
let queue = Promise.resolve();
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  pending += chunk;
  for (let end = pending.indexOf('\n'); end !== -1; end = pending.indexOf('\n')) {
    const line = pending.slice(0, end);
    pending = pending.slice(end + 1);
    queue = queue.then(() => handle(JSON.parse(line)));
  }
});
// A thread that still computes would hold up an ordinary exit.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));
answer({ kind: 'ready' });
