import { PawlError } from '../errors.js';
import type { Warehouse } from '../families/sql/open-warehouse.js';

/**
 * A warehouse whose own faults end the job instead of leaving an output unscored, for the reasons of `strictSandbox`.
 *
 * @throws PawlError `sandbox`, from every query that the machine could not run
 */
export function strictWarehouse(warehouse: Warehouse): Warehouse {
  return {
    version: warehouse.version,
    run: async (sql) => {
      const outcome = await warehouse.run(sql);
      if (outcome.kind !== 'infrastructure') return outcome;
      throw new PawlError('sandbox', `the warehouse failed: ${outcome.message}`, {
        hint: "nothing of this round was kept; 'pawl doctor' says what is in force",
      });
    },
    parse: (sql) => warehouse.parse(sql),
    names: () => warehouse.names(),
    close: () => warehouse.close(),
  };
}
