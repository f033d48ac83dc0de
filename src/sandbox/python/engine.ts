import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the Pyodide package, with symbolic links resolved as Node's permission model resolves them. */
export function pyodideFolder(): string {
  return realpathSync(dirname(createRequire(import.meta.url).resolve('pyodide/package.json')));
}

/** The folder of the child's own sources, with symbolic links resolved. */
export function childFolder(): string {
  return realpathSync(fileURLToPath(new URL('./child', import.meta.url)));
}

/**
 * The engine's name and version, read from the installed package without starting anything.
 *
 * @example
 * engineVersion() // 'pyodide 314.0.7 (CPython 3.14.2)'
 */
export function engineVersion(folder: string = pyodideFolder()): string {
  const version = /"version":\s*"([^"]+)"/.exec(readFileSync(join(folder, 'package.json'), 'utf8'))?.[1];
  const python = /"python":\s*"([^"]+)"/.exec(readFileSync(join(folder, 'pyodide-lock.json'), 'utf8'))?.[1];
  return `pyodide ${version ?? 'unknown'} (CPython ${python ?? 'unknown'})`;
}
