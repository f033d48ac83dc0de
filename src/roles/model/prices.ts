import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { dataPath } from '../../data-folder.js';
import { messageOf, PawlError } from '../../errors.js';

/** Tokens of one answer as the server reports them. Cached tokens come on top of `input`: no token is in two of these. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
}

/** US dollars per million tokens, which is micro-dollars per token. */
export type ModelPrice = Readonly<Record<keyof TokenUsage, number>>;

/** A dated list of prices. */
export interface PriceList {
  readonly about: string;
  readonly source: string;
  /** ISO date on which the prices were read. */
  readonly date: string;
  readonly models: Readonly<Record<string, ModelPrice>>;
}

const rate = z.number().finite().min(0);
const schema = z.strictObject({
  about: z.string(),
  source: z.string().min(1),
  date: z.iso.date(),
  models: z.record(
    z.string(),
    z.strictObject({ input: rate, output: rate, cacheWrite: rate, cacheRead: rate }),
  ),
});

/**
 * Reads a price list: the packaged one, or a user's file of the same form.
 *
 * @throws PawlError `not-found` or `bad-input` naming the field
 */
export function readPrices(path: string = dataPath('models', 'prices.json')): PriceList {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PawlError('not-found', `${path}: the price list cannot be read`, { cause });
  }
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (cause) {
    throw new PawlError('bad-input', `${path}: not JSON (${messageOf(cause)})`, { cause });
  }
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path: field, message }) => `${field.join('.')}: ${message}`);
  throw new PawlError('bad-input', `${path}: not a price list: ${problems.join('; ')}`, {
    hint: 'it needs about, source, date (YYYY-MM-DD) and models with input, output, cacheWrite, cacheRead',
  });
}

/**
 * What tokens cost in whole micro-dollars, rounded up. Each kind of token is priced once, by its own rate.
 *
 * @example
 * costMicroUsd({ input: 100, cacheWrite: 0, cacheRead: 1000, output: 10 }, { input: 5, output: 25, cacheWrite: 6.25, cacheRead: 0.5 }) // 1250
 */
export function costMicroUsd(usage: TokenUsage, price: ModelPrice): number {
  const cost =
    usage.input * price.input +
    usage.cacheWrite * price.cacheWrite +
    usage.cacheRead * price.cacheRead +
    usage.output * price.output;
  // Rates have few decimals; the detour keeps 0.1 * 3 from costing a micro-dollar more.
  return Math.ceil(Math.round(cost * 1e6) / 1e6);
}

/** Micro-dollars as text, e.g. `$0.0125`. */
export function dollars(microUsd: number): string {
  const value = microUsd / 1e6;
  return `$${value.toFixed(value !== 0 && value < 1 ? 4 : 2)}`;
}
