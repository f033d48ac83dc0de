import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWarehouse, type Warehouse } from '../../../src/families/sql/open-warehouse.js';

/** The embedded warehouse, built once for all test files and kept between runs under its content hash. */
export function sharedWarehouse(children: number = 2): Promise<Warehouse> {
  return openWarehouse({ folder: join(tmpdir(), 'pawl-test-warehouse'), children });
}
