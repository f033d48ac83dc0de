import { resolve } from 'node:path';
import { Option } from 'commander';
import { PawlError } from '../errors.js';
import { defaultStoreFolder } from '../store/folder.js';

/** `--store DIR`, the same everywhere. */
export function storeOption(): Option {
  return new Option('--store <dir>', 'folder of the store').default(defaultStoreFolder);
}

/** `--json`, the same everywhere. */
export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object { result, meta } on standard output');
}

/**
 * Reads a whole number.
 *
 * @throws PawlError `usage`
 * @example
 * wholeNumber('--rounds', 1)('30') // 30
 */
export function wholeNumber(name: string, least: number, most = 1_000_000): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new PawlError(
        'usage',
        `${name}: expected a whole number from ${least} to ${most}, got '${text}'`,
      );
    }
    return value;
  };
}

/** Reads a number that is finite and not negative; errors as in {@link wholeNumber}. */
export function positiveNumber(name: string): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (!Number.isFinite(value) || value < 0) {
      throw new PawlError('usage', `${name}: expected a number of at least 0, got '${text}'`);
    }
    return value;
  };
}

/** Reads a share from 0 to 1, both included; errors as in {@link wholeNumber}. */
export function shareNumber(name: string): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (!(value >= 0 && value <= 1))
      throw new PawlError('usage', `${name}: expected a share from 0 to 1, got '${text}'`);
    return value;
  };
}

/**
 * Reads a list of seeds.
 *
 * @throws PawlError `usage` for an empty list, for what is no whole number, and for a seed given twice
 * @example
 * seedList('42,7,13') // [42, 7, 13]
 */
export function seedList(text: string): readonly number[] {
  const seeds = text.split(',').map((part) => wholeNumber('--seeds', 0, 4_294_967_295)(part.trim()));
  const twice = seeds.find((seed, index) => seeds.indexOf(seed) !== index);
  if (twice !== undefined) throw new PawlError('usage', `--seeds: ${twice} is given twice`);
  return seeds;
}

/** The largest size of a store, for tests and for quotas (`PAWL_STORE_MAX_PAGES`, in pages of 4 KiB). */
export function maxPages(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number | undefined {
  const text = environment['PAWL_STORE_MAX_PAGES'];
  return text === undefined || text === ''
    ? undefined
    : wholeNumber('PAWL_STORE_MAX_PAGES', 1, 2 ** 31)(text);
}

/** A path as given on the command line, made absolute against the working directory. */
export function absolute(path: string): string {
  return resolve(process.cwd(), path);
}
