import { PawlError } from '../errors.js';
import { allGuards, type GraderGuards } from '../evolution/guards.js';
import { didYouMean } from '../input/nearest-name.js';
import { ratchetSettings, type SkillGuards } from '../skills/settings.js';

/** Guards of both loops, as far as they differ from an arm's. */
export type GuardChanges = Partial<GraderGuards & SkillGuards>;

const names = [
  ...Object.keys(allGuards),
  ...Object.keys(ratchetSettings.guards),
] as readonly (keyof (GraderGuards & SkillGuards))[];

/**
 * Reads changes of guards of either loop, e.g. `no-fail-closed,no-rollback` or `rollback=on`.
 *
 * @throws PawlError `usage` for an unknown guard, with the nearest known one
 * @example
 * parseGuardChanges('no-rollback') // { rollback: false }
 */
export function parseGuardChanges(text: string): GuardChanges {
  const changes: Partial<Record<(typeof names)[number], boolean>> = {};
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const [rawName = '', value = 'on'] = part.split('=').map((one) => one.trim());
    const negated = rawName.startsWith('no-');
    const name = camel(negated ? rawName.slice(3) : rawName);
    const known = names.find((guard) => guard === name);
    if (known === undefined)
      throw new PawlError('usage', `unknown guard '${rawName}'`, {
        hint: didYouMean(
          rawName,
          names.map((guard) => `no-${kebab(guard)}`),
        ),
      });
    if (value !== 'on' && value !== 'off')
      throw new PawlError('usage', `guard '${rawName}': expected on or off, got '${value}'`);
    changes[known] = negated ? false : value === 'on';
  }
  return changes;
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
