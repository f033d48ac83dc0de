import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PawlError } from '../errors.js';
import { didYouMean } from '../input/nearest-name.js';

/** The built-in families. */
export const familyNames = ['code', 'report', 'sql'] as const;

/** The name of a built-in family. */
export type FamilyName = (typeof familyNames)[number];

/**
 * Checks a family's name.
 *
 * @throws PawlError `usage` with the nearest known name
 * @example
 * familyNamed('code') // 'code'
 */
export function familyNamed(name: string): FamilyName {
  const known = familyNames.find((one) => one === name);
  if (known === undefined) {
    throw new PawlError('usage', `unknown family '${name}'`, { hint: didYouMean(name, familyNames) });
  }
  return known;
}

/**
 * What `pawl evolve` works on: the name of a built-in family, or the absolute path of the folder of a user's own. A folder
 * that is called like a built-in family is written with a slash, e.g. `./code`.
 *
 * @throws PawlError `usage` for what is neither
 */
export function familyOrFolder(given: string): string {
  if (familyNames.some((one) => one === given)) return given;
  const folder = resolve(given);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  if (!/[/\\]/.test(given)) return familyNamed(given);
  throw new PawlError('usage', `${given}: no such folder`, { hint: 'make a family: pawl family init DIR' });
}
