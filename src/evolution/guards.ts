import { PawlError } from '../errors.js';
import { didYouMean } from '../input/nearest-name.js';

/** The guards of grader evolution; all on in the paper's method, each a switch for the ablations. */
export interface GraderGuards {
  /** A candidate without any dev opinion cannot be selected. Off: its A_dev is 1. */
  readonly failClosed: boolean;
  /** Candidates that pass all, fail all or abstain on all of train are dropped. */
  readonly validityGate: boolean;
  /** A draft must fire on half of its own cluster and on no known-good output. */
  readonly birthGate: boolean;
  /** Ops born of unlabelled gaps wait in the shadow until they raise dev agreement. */
  readonly shadowTier: boolean;
  /** Leaves whose leave-one-out marginal stays non-positive retire. */
  readonly opRetirement: boolean;
}

/** All guards on. */
export const allGuards: GraderGuards = {
  failClosed: true,
  validityGate: true,
  birthGate: true,
  shadowTier: true,
  opRetirement: true,
};

/** The names of the guards, in the order in which they are printed. */
const guardNames = Object.keys(allGuards) as readonly (keyof GraderGuards)[];

/**
 * Reads a list of guards to switch off, e.g. `no-fail-closed,no-validity-gate` or `failClosed=off`.
 *
 * @throws PawlError `usage` for an unknown guard, with the nearest known one
 * @example
 * parseGuards('failClosed=off').failClosed // false
 */
export function parseGuards(text: string): GraderGuards {
  const guards: Record<keyof GraderGuards, boolean> = { ...allGuards };
  for (const part of text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const [rawName = '', value = 'on'] = part.split('=').map((one) => one.trim());
    const negated = rawName.startsWith('no-');
    const name = (negated ? rawName.slice(3) : rawName).replace(/-([a-z])/g, (_, letter: string) =>
      letter.toUpperCase(),
    );
    const known = guardNames.find((guard) => guard === name);
    if (known === undefined) {
      throw new PawlError('usage', `unknown guard '${rawName}'`, {
        hint: didYouMean(
          rawName,
          guardNames.map((guard) => `no-${guard.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`),
        ),
      });
    }
    if (value !== 'on' && value !== 'off') {
      throw new PawlError('usage', `guard '${rawName}': expected on or off, got '${value}'`);
    }
    guards[known] = negated ? false : value === 'on';
  }
  return guards;
}
