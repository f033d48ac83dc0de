import { PawlError } from '../errors.js';
import type { StatResult } from './result.js';

export interface KappaOptions {
  readonly weights?: 'none' | 'linear' | 'quadratic';
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
  readonly observed: number;
  readonly expected: number;
}

export function cohenKappa(table: readonly (readonly number[])[], options: KappaOptions = {}): KappaResult {
  void table;
  void options;
  throw new PawlError('environment', 'not built yet');
}
