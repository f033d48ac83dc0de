/**
 * Lays rows out in aligned columns, two spaces apart. Cells that look like numbers are set flush right.
 *
 * @example
 * textTable(['op', 'n'], [['a', '1'], ['bc', '12']]) // 'op   n\na    1\nbc  12'
 */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const isNumeric = header.map((_, column) =>
    rows.every((row) => /^([-+]?[\d.,]+( ?%| of [\d.,]+)?|–|)$/.test(row[column] ?? '')),
  );
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? '';
        return isNumeric[column] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(header), ...rows.map(line)].join('\n');
}
