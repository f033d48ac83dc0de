import type { StoredCell } from '../../store/cells.js';
import type { CellSpec } from './request.js';

/** A cell with what it was asked. */
export interface CellWork {
  readonly spec: CellSpec;
  readonly cell: StoredCell;
}
