import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { dataPath } from '../../../data-folder.js';

/** A column of the catalogue. */
export interface CatalogueColumn {
  readonly name: string;
  /** DuckDB's name of the type, e.g. `DECIMAL(12,2)`. */
  readonly type: string;
  readonly nullable: boolean;
  /** What it means; a plain name (`customers`) says which table it points to. */
  readonly description: string;
}

/** A table of the catalogue. */
export interface CatalogueTable {
  readonly name: string;
  readonly description: string;
  /** What one row stands for. */
  readonly grain: string;
  readonly columns: readonly CatalogueColumn[];
}

/** One schema of the warehouse. */
export interface SchemaCatalogue {
  readonly schema: string;
  readonly description: string;
  readonly tables: readonly CatalogueTable[];
}

/** Names of the schemas of the embedded warehouse. */
const schemaNames = ['commerce', 'finance', 'product'] as const;

const catalogueSchema = z.strictObject({
  schema: z.enum(schemaNames),
  description: z.string().min(1),
  tables: z.array(
    z.strictObject({
      name: z.string().min(1),
      description: z.string().min(1),
      grain: z.string().min(1),
      columns: z.array(
        z.strictObject({
          name: z.string().min(1),
          type: z.string().min(1),
          nullable: z.boolean(),
          description: z.string(),
        }),
      ),
    }),
  ),
}) satisfies z.ZodType<SchemaCatalogue>;

/** Reads the typed catalogue of the embedded warehouse (`data/families/sql/schemas/*.json`), in the order of {@link schemaNames}. */
export function loadCatalogue(): readonly SchemaCatalogue[] {
  return schemaNames.map((name) =>
    catalogueSchema.parse(
      JSON.parse(readFileSync(dataPath('families', 'sql', 'schemas', `${name}.json`), 'utf8')),
    ),
  );
}

/**
 * The catalogue of one schema as text for a prompt: one line a table, one line a column.
 *
 * @example
 * catalogueText(loadCatalogue()[0]).split('\n')[1] // 'commerce.customers: one row per account. People with …'
 */
export function catalogueText({ schema, description, tables }: SchemaCatalogue): string {
  const lines = tables.flatMap((table) => [
    `${schema}.${table.name}: ${table.grain}. ${table.description}`,
    ...table.columns.map(
      (column) =>
        `  ${column.name} ${column.type}${column.nullable ? '' : ' NOT NULL'}${column.description === '' ? '' : `: ${column.description}`}`,
    ),
  ]);
  return [`schema ${schema}: ${description}`, ...lines].join('\n');
}

/** The statement that creates a table of the catalogue. */
export function createStatement(schema: string, { name, columns }: CatalogueTable): string {
  return `CREATE TABLE ${schema}.${name} (${columns.map((column) => `${column.name} ${column.type}${column.nullable ? '' : ' NOT NULL'}`).join(', ')})`;
}
