/** A row of a table. */
export type Row = Readonly<Record<string, unknown>>;

interface TableLike {
  columnNames(): string[];
  objects(options?: { limit?: number }): Row[];
}

function isTableLike(value: unknown): value is TableLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    'objects' in value &&
    typeof value.objects === 'function' &&
    'columnNames' in value &&
    typeof value.columnNames === 'function'
  );
}

/** The rows of an arquero table (anything with `objects()` and `columnNames()`), or undefined for other values. */
export function rowsOf(value: unknown): Row[] | undefined {
  return isTableLike(value) ? value.objects({ limit: Infinity }) : undefined;
}

/** The columns of an arquero table in their order, or undefined for other values. */
export function columnsOf(value: unknown): string[] | undefined {
  return isTableLike(value) ? value.columnNames() : undefined;
}
