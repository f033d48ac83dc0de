import { PawlError } from '../errors.js';
import { requireCount, requireKnownOptions, requireLevel, requireOneOf } from './checks.js';
import { normalQuantile } from './numeric/normal.js';
import type { StatResult } from './result.js';

export interface KappaOptions {
  /** Weights of near misses; 'none' unless told. */
  readonly weights?: 'none' | 'linear' | 'quadratic';
  /** 0.95 unless told. */
  readonly level?: number;
}

export interface KappaResult extends StatResult {
  readonly method: 'cohen-kappa';
  readonly unit: 'item';
  readonly kappa: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly weights: 'none' | 'linear' | 'quadratic';
  /** (Weighted) share of agreement, observed and expected by chance. */
  readonly observed: number;
  readonly expected: number;
}

/**
 * Cohen's kappa of two raters, (p_o − p_e)/(1 − p_e), with the large-sample standard error for κ ≠ 0 (Fleiss, Cohen
 * and Everitt, Psychological Bulletin 72, 1969). Weights: linear 1 − |i − j|/(k − 1), quadratic 1 − (i − j)²/(k − 1)².
 *
 * @param table counts, `table[i][j]`: first rater says category i, second j
 * @throws PawlError `bad-input` for a table that is not square, not whole counts, empty, or all in one category
 * @example
 * cohenKappa([[20, 5], [10, 15]]); // kappa 0.4, standardError 0.12699…
 */
export function cohenKappa(table: readonly (readonly number[])[], options: KappaOptions = {}): KappaResult {
  requireKnownOptions(options, ['weights', 'level'], 'cohenKappa');
  const weights = requireOneOf(options.weights ?? 'none', ['none', 'linear', 'quadratic'], 'weights');
  const level = requireLevel(options.level ?? 0.95);
  const total = requireSquareCounts(table);
  const size = table.length;
  const categories = Array.from({ length: size }, (_, at) => at);
  const share = (i: number, j: number): number => (table[i]?.[j] ?? 0) / total;
  const rows = categories.map((i) => categories.reduce((sum, j) => sum + share(i, j), 0));
  const columns = categories.map((j) => categories.reduce((sum, i) => sum + share(i, j), 0));
  const weight = (i: number, j: number): number => {
    const gap = Math.abs(i - j) / Math.max(1, size - 1);
    return weights === 'none' ? (i === j ? 1 : 0) : weights === 'linear' ? 1 - gap : 1 - gap * gap;
  };
  const sumOver = (term: (i: number, j: number) => number): number =>
    categories.reduce((sum, i) => sum + categories.reduce((inner, j) => inner + term(i, j), 0), 0);

  const observed = sumOver((i, j) => weight(i, j) * share(i, j));
  const expected = sumOver((i, j) => weight(i, j) * (rows[i] ?? 0) * (columns[j] ?? 0));
  if (1 - expected <= 1e-15) {
    throw new PawlError(
      'bad-input',
      'kappa is not defined: both raters used one and the same category throughout',
      {
        hint: 'report the plain agreement and its n',
      },
    );
  }
  const kappa = (observed - expected) / (1 - expected);
  const rowWeights = categories.map((i) =>
    categories.reduce((sum, j) => sum + (columns[j] ?? 0) * weight(i, j), 0),
  );
  const columnWeights = categories.map((j) =>
    categories.reduce((sum, i) => sum + (rows[i] ?? 0) * weight(i, j), 0),
  );
  const spread = sumOver(
    (i, j) =>
      share(i, j) * (weight(i, j) - ((rowWeights[i] ?? 0) + (columnWeights[j] ?? 0)) * (1 - kappa)) ** 2,
  );
  const variance = (spread - (kappa - expected * (1 - kappa)) ** 2) / (total * (1 - expected) ** 2);
  const standardError = Math.sqrt(Math.max(0, variance));
  const reach = normalQuantile((1 + level) / 2) * standardError;
  return {
    method: 'cohen-kappa',
    unit: 'item',
    n: total,
    kappa,
    standardError,
    low: Math.max(-1, kappa - reach),
    high: Math.min(1, kappa + reach),
    level,
    weights,
    observed,
    expected,
    warnings:
      standardError > 1e-9
        ? []
        : [{ code: 'zero-variance', message: 'no spread in the table: the interval is a point' }],
  };
}

function requireSquareCounts(table: readonly (readonly number[])[]): number {
  const size = Array.isArray(table) ? table.length : 0;
  const isSquare = size >= 2 && table.every((row) => Array.isArray(row) && row.length === size);
  if (!isSquare) throw new PawlError('bad-input', 'table: expected a square of counts, at least 2 × 2');
  let total = 0;
  for (const [i, row] of table.entries()) {
    for (const [j, count] of row.entries()) total += requireCount(count, `table[${i}][${j}]`);
  }
  if (total === 0) throw new PawlError('bad-input', 'table: got no items at all');
  return total;
}
