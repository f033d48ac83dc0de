import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a file below the package's `data/` folder; the same from `src/` and from `dist/`. */
export function dataPath(...parts: readonly string[]): string {
  return join(fileURLToPath(new URL('../data', import.meta.url)), ...parts);
}

/** The user's cache folder for things that can be rebuilt: `PAWL_CACHE`, else `$XDG_CACHE_HOME/pawl`, else `~/.cache/pawl`. */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const own = environment['PAWL_CACHE'];
  if (own !== undefined && own !== '') return own;
  const xdg = environment['XDG_CACHE_HOME'];
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.cache'), 'pawl');
}
