import { loadCatalogue } from '../warehouse/catalogue.js';

/** Tables (`commerce.orders`) and their columns, by lower-case name. */
export interface KnownNames {
  readonly columnsOf: ReadonlyMap<
    string,
    ReadonlyMap<string, { readonly nullable: boolean; readonly type: string }>
  >;
}

/** The names of the embedded warehouse. */
export function warehouseNames(): KnownNames {
  return {
    columnsOf: new Map(
      loadCatalogue().flatMap(({ schema, tables }) =>
        tables.map(
          (table) =>
            [
              `${schema}.${table.name}`,
              new Map(table.columns.map(({ name, nullable, type }) => [name, { nullable, type }])),
            ] as const,
        ),
      ),
    ),
  };
}
