import type { PawlErrorCode } from '../../errors.js';
import type { CacheKind } from '../../grader/cache.js';
import type { Json } from '../../json.js';
import type { PackedRound } from '../../store/packed-round.js';
import type { RoundKey } from '../../store/rounds.js';
import type { CellWork } from './cell-work.js';

/** What a worker is told. */
export type ToWorker =
  /** Which store to read; the first message. */
  | { readonly kind: 'begin'; readonly folder: string }
  | { readonly kind: 'cell'; readonly work: CellWork }
  /** Everything that the worker posted before its question is in the store. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'end' };

/** What a worker tells. The parent alone writes the store. */
export type FromWorker =
  | { readonly kind: 'cache'; readonly entries: readonly (readonly [CacheKind, string, Json])[] }
  | { readonly kind: 'round'; readonly key: RoundKey; readonly round: PackedRound }
  | { readonly kind: 'note'; readonly cell: number; readonly name: string; readonly value: Json }
  | { readonly kind: 'settle' }
  | { readonly kind: 'screening'; readonly done: number; readonly total: number }
  | { readonly kind: 'pack'; readonly family: string }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed';
      readonly code: PawlErrorCode | null;
      readonly message: string;
      readonly hint: string | null;
    };
