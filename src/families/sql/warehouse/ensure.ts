import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, dataPath } from '../../../data-folder.js';
import { messageOf, PawlError } from '../../../errors.js';
import { canonicalJson, contentHash } from '../../../hash.js';
import { sqlEngineVersion } from '../../../sandbox/sql/pool.js';
import { buildWarehouse, type Fingerprint } from './build.js';
import { loadCatalogue } from './catalogue.js';
import { macros } from './macros.js';

/** What the warehouse must hold (`data/families/sql/warehouse.json`): rows and SHA-256 of every table. */
export function expectedFingerprint(): Fingerprint {
  return JSON.parse(readFileSync(dataPath('families', 'sql', 'warehouse.json'), 'utf8')) as Fingerprint;
}

/** The content identity of the warehouse, known without building it. */
export function warehouseVersion(): string {
  return contentHash([loadCatalogue(), macros, expectedFingerprint(), sqlEngineVersion()]);
}

/**
 * The path of the embedded warehouse. It is built on first use, in a few seconds, into the cache folder; its file name
 * holds its content hash, and it appears there whole or not at all.
 *
 * @param folder where it is kept; default: Pawl's cache folder
 * @throws PawlError `environment` when it cannot be built, or when what was built is not what this version expects
 * @example
 * await ensureWarehouse() // '/home/you/.cache/pawl/warehouse-3f0c….duckdb'
 */
export async function ensureWarehouse(folder: string = cacheFolder()): Promise<string> {
  const file = join(folder, `warehouse-${warehouseVersion().slice(0, 16)}.duckdb`);
  if (existsSync(file)) return file;
  let workshop: string | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    workshop = mkdtempSync(join(folder, 'warehouse-being-built-'));
    const unfinished = join(workshop, 'warehouse.duckdb');
    checkFingerprint(await buildWarehouse(unfinished), expectedFingerprint());
    renameSync(unfinished, file);
    return file;
  } catch (cause) {
    if (cause instanceof PawlError) throw cause;
    throw new PawlError('environment', `the warehouse could not be built in ${folder}: ${messageOf(cause)}`, {
      cause,
      hint: 'set PAWL_CACHE to a folder that can be written, with 50 MB free',
    });
  } finally {
    if (workshop !== undefined) rmSync(workshop, { recursive: true, force: true });
  }
}

function checkFingerprint(built: Fingerprint, expected: Fingerprint): void {
  if (canonicalJson(built) === canonicalJson(expected)) return;
  const tables = [...new Set([...Object.keys(built), ...Object.keys(expected)])].sort();
  const wrong = tables.filter(
    (table) => canonicalJson(built[table] ?? null) !== canonicalJson(expected[table] ?? null),
  );
  throw new PawlError('environment', `the warehouse came out otherwise than expected: ${wrong.join(', ')}`, {
    hint: 'the generators were changed or this JavaScript engine computes differently; data/families/sql/warehouse.json says what is expected',
  });
}
