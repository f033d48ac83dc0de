import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { messageOf, PawlError } from '../errors.js';
import type { IsolationReport, PythonSandbox } from '../sandbox/python/python-sandbox.js';
import type { SqlSandbox } from '../sandbox/sql/sql-sandbox.js';
import { openStore } from '../store/store.js';
import { schemaVersion } from '../store/schema.js';
import { version } from '../version.js';

/** One thing that was looked at. `missing` fails the doctor; `note` does not. */
export interface Finding {
  readonly part: string;
  readonly state: 'ok' | 'note' | 'missing';
  readonly detail: string;
}

/** What is in force on this machine. */
export interface DoctorReport {
  readonly findings: readonly Finding[];
  /** Whether everything that must be there is. */
  readonly healthy: boolean;
}

/** Looks at the runtime, the walls of the sandboxes, SQLite, the cache folder and the store. Changes nothing. */
export async function examine(options: {
  readonly sandbox: PythonSandbox;
  /** Where SQL runs; not looked at when left out. */
  readonly sqlSandbox?: Pick<SqlSandbox, 'inspect'>;
  readonly storeFolder: string;
  readonly cacheFolder: string;
}): Promise<DoctorReport> {
  const { sandbox, sqlSandbox, storeFolder, cacheFolder } = options;
  const findings = [
    nodeFinding(process.versions.node),
    ok('platform', `${process.platform} ${process.arch}`),
    sqliteFinding(),
    cacheFinding(cacheFolder),
    storeFinding(storeFolder),
    ...(await sandboxFindings(sandbox)),
    ...(sqlSandbox === undefined ? [] : await sqlFindings(sqlSandbox)),
  ];
  return { findings, healthy: findings.every(({ state }) => state !== 'missing') };
}

/** Node 20.19 is the first that every part runs on. */
export function nodeFinding(nodeVersion: string): Finding {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const isEnough = major > 20 || (major === 20 && minor >= 19);
  return isEnough
    ? ok('node', `${nodeVersion} (pawl ${version})`)
    : missing('node', `${nodeVersion}; 20.19 or newer is needed`);
}

function sqliteFinding(): Finding {
  try {
    const database = new Database(':memory:');
    const sqlite = database.prepare('SELECT sqlite_version()').pluck().get() as string;
    database.close();
    return ok('sqlite', `${sqlite}; store version ${schemaVersion}`);
  } catch (thrown) {
    return missing(
      'sqlite',
      `better-sqlite3 cannot be loaded (${messageOf(thrown)}); run 'npm rebuild better-sqlite3'`,
    );
  }
}

function cacheFinding(folder: string): Finding {
  const probe = join(folder, `doctor-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
    return ok('cache folder', folder);
  } catch (thrown) {
    return missing(
      'cache folder',
      `${folder} cannot be written (${messageOf(thrown)}); set PAWL_CACHE to another folder`,
    );
  }
}

function storeFinding(folder: string): Finding {
  try {
    const store = openStore({ folder, mode: 'read' });
    const runs = store.runs.list().length;
    store.close();
    return ok('store', `${store.path}, ${runs} ${runs === 1 ? 'run' : 'runs'}`);
  } catch (thrown) {
    if (thrown instanceof PawlError && thrown.code === 'not-found')
      return note('store', `none yet in ${folder}`);
    return missing('store', messageOf(thrown));
  }
}

async function sandboxFindings(sandbox: PythonSandbox): Promise<Finding[]> {
  let report: IsolationReport;
  try {
    report = await sandbox.inspect();
  } catch (thrown) {
    return [missing('sandbox', messageOf(thrown))];
  }
  return [
    ok('sandbox', report.engine),
    report.reset === 'memory-snapshot'
      ? ok('reset', 'memory snapshot: every program starts from the same bytes')
      : note(
          'reset',
          'respawn: the snapshot is not available, so each program starts a new interpreter (slow)',
        ),
    ...report.walls.map(wallFinding('wall')),
  ];
}

/** The walls around SQL: each of a dozen hostile queries must be refused or stopped. */
async function sqlFindings(sandbox: Pick<SqlSandbox, 'inspect'>): Promise<Finding[]> {
  try {
    const { engine, walls } = await sandbox.inspect();
    const broken = walls.filter(({ inForce }) => !inForce);
    return broken.length === 0
      ? [ok('sql sandbox', `${engine}; refused or stopped: ${walls.map(({ name }) => name).join(', ')}`)]
      : [ok('sql sandbox', engine), ...broken.map(wallFinding('sql wall'))];
  } catch (thrown) {
    return [missing('sql sandbox', messageOf(thrown))];
  }
}

function wallFinding(
  part: string,
): (wall: { readonly name: string; readonly inForce: boolean; readonly detail: string }) => Finding {
  return ({ name, inForce, detail }) =>
    inForce ? ok(`${part}: ${name}`, detail) : missing(`${part}: ${name}`, `NOT in force: ${detail}`);
}

function ok(part: string, detail: string): Finding {
  return { part, state: 'ok', detail };
}

function note(part: string, detail: string): Finding {
  return { part, state: 'note', detail };
}

function missing(part: string, detail: string): Finding {
  return { part, state: 'missing', detail };
}
