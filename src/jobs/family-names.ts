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
