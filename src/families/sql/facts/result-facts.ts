import type { JsonObject } from '../../../json.js';
import type { ResultTable } from '../../../sandbox/sql/sql-sandbox.js';
import { longestCell, shownRows } from '../limits.js';

const numeric =
  /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL.*)$/;

/** What an op may know of a result: columns with their types and contents in short, rows, repetitions, the first rows. */
export function resultFacts({ columns, rows, truncated }: ResultTable): JsonObject {
  const texts = columns.map(({ type }) => !numeric.test(type));
  const keys = rows.map((row) => JSON.stringify(row.filter((_, at) => texts[at] === true)));
  const whole = rows.map((row) => JSON.stringify(row));
  return {
    columns: columns.map(({ name, type }, at) =>
      columnFacts(
        name,
        type,
        rows.map((row) => row[at] ?? null),
      ),
    ),
    rows: rows.length,
    truncated,
    repeatedRows: rows.length - new Set(whole).size,
    // Rows that agree in everything but their numbers, where there is anything but numbers.
    repeatedKeys: texts.includes(true) ? rows.length - new Set(keys).size : 0,
    firstRows: rows
      .slice(0, shownRows)
      .map((row) =>
        row.map((cell) =>
          cell !== null && cell.length > longestCell ? `${cell.slice(0, longestCell)}…` : cell,
        ),
      ),
  };
}

function columnFacts(name: string, type: string, cells: readonly (string | null)[]): JsonObject {
  const present = cells.filter((cell) => cell !== null);
  const isNumber = numeric.test(type);
  const numbers = isNumber ? present.map(Number).filter(Number.isFinite) : [];
  return {
    name,
    type,
    numeric: isNumber,
    nulls: cells.length - present.length,
    distinct: new Set(present).size,
    smallest: numbers.length > 0 ? numbers.reduce((a, b) => Math.min(a, b)) : null,
    largest: numbers.length > 0 ? numbers.reduce((a, b) => Math.max(a, b)) : null,
    // Decimals of the longest number, to see whether something was rounded.
    decimals: isNumber
      ? present.reduce((most, cell) => Math.max(most, /\.(\d+)/.exec(cell)?.[1]?.length ?? 0), 0)
      : 0,
  };
}
