import type { ResultTable } from '../../sandbox/sql/sql-sandbox.js';

/**
 * A result as CSV text, in the form in which the benchmark stores results: a header, missing values as empty fields. A
 * row that holds nothing but one missing value is written as `""`, since an empty line would be no row.
 *
 * @example
 * csvText({ columns: [{ name: 'n', type: 'INTEGER' }], rows: [['1'], [null]], truncated: false }) // 'n\n1\n""\n'
 */
export function csvText({ columns, rows }: ResultTable): string {
  const lines = [columns.map(({ name }) => name), ...rows].map((row) => {
    const line = row.map((cell) => field(cell ?? '')).join(',');
    return line === '' ? '""' : line;
  });
  return `${lines.join('\n')}\n`;
}

function field(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
