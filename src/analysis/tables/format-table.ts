import { table as arqueroTable, type ColumnTable } from 'arquero';
import type { PawlTable } from './table.js';

/** How tables are written. */
export type TableFormat = 'md' | 'html' | 'latex' | 'csv' | 'json';

/** All formats. */
export const tableFormats: readonly TableFormat[] = ['md', 'html', 'latex', 'csv', 'json'];

/** A table in one of the formats, with title, caption and notes where the format has a place for them. */
export function formatTable(table: PawlTable, format: TableFormat): string {
  switch (format) {
    case 'md':
      return [
        `### Table ${table.number}. ${table.title}`,
        table.caption,
        shown(table).toMarkdown().trimEnd(),
        notesOf(table, '- '),
      ].join('\n\n');
    case 'html':
      return html(table);
    case 'latex':
      return latex(table);
    case 'csv':
      return tidy(table).toCSV();
    case 'json':
      return JSON.stringify(table, null, 2);
  }
}

/** The cells as they are shown, one column a column. */
function shown({ columns, rows }: PawlTable): ColumnTable {
  const cells = columns.map(({ title }, index): [string, string[]] => [
    title,
    rows.map((row) => row[index]?.text ?? ''),
  ]);
  return arqueroTable(cells);
}

/** One row a cell with its numbers: what a program wants to read. */
function tidy({ number, columns, rows }: PawlTable): ColumnTable {
  const labels = columns.filter(({ source }) => source === 'label').length;
  const cells = rows.flatMap((row) =>
    columns.slice(labels).map((column, at) => ({
      label: row
        .slice(0, labels)
        .map(({ text }) => text.trim())
        .join(' | '),
      column,
      cell: row[labels + at],
    })),
  );
  const text = (value: number | undefined): string => (value === undefined ? '' : String(value));
  return arqueroTable({
    table: cells.map(() => String(number)),
    row: cells.map(({ label }) => label),
    column: cells.map(({ column }) => column.key),
    source: cells.map(({ column }) => column.source),
    unit: cells.map(({ column }) => column.unit),
    text: cells.map(({ cell }) => cell?.text ?? ''),
    value: cells.map(({ cell }) => text(cell?.value)),
    low: cells.map(({ cell }) => text(cell?.low)),
    high: cells.map(({ cell }) => text(cell?.high)),
    n: cells.map(({ cell }) => text(cell?.n)),
  });
}

function notesOf({ notes }: PawlTable, mark: string): string {
  return notes.map((note) => `${mark}${note}`).join('\n');
}

function html(table: PawlTable): string {
  const head = table.columns.map(({ title }) => `<th scope="col">${escaped(title)}</th>`).join('');
  const body = table.rows.map(
    (row) => `<tr>${row.map(({ text }) => `<td>${escaped(text)}</td>`).join('')}</tr>`,
  );
  const notes = table.notes.map((note) => `<li>${escaped(note)}</li>`).join('');
  return [
    '<figure>',
    `<table><caption>Table ${table.number}. ${escaped(table.title)}. ${escaped(table.caption)}</caption>`,
    `<thead><tr>${head}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody></table>`,
    `<figcaption><ul>${notes}</ul></figcaption>`,
    '</figure>',
  ].join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** For the package booktabs. */
function latex({ number, title, caption, columns, rows, notes }: PawlTable): string {
  const line = (cells: readonly string[]): string => `  ${cells.map(texEscaped).join(' & ')} \\\\`;
  return [
    '\\begin{table}',
    `\\caption{${texEscaped(`${title}. ${caption}`)}}`,
    `\\label{tab:pawl-${number}}`,
    `\\begin{tabular}{${columns.map(({ source }) => (source === 'label' ? 'l' : 'r')).join('')}}`,
    '  \\toprule',
    line(columns.map((column) => column.title)),
    '  \\midrule',
    ...rows.map((row) => line(row.map(({ text }) => text.trim()))),
    '  \\bottomrule',
    '\\end{tabular}',
    ...notes.map((note) => `\\par\\footnotesize ${texEscaped(note)}`),
    '\\end{table}',
  ].join('\n');
}

const texSigns: Readonly<Record<string, string>> = {
  '±': '$\\pm$',
  '−': '$-$',
  '–': '--',
  Δ: '$\\Delta$',
  '≈': '$\\approx$',
  '’': "'",
  '→': '$\\rightarrow$',
};

function texEscaped(text: string): string {
  return text
    .replace(/[\\&%$#_{}~^]/g, (sign) =>
      sign === '\\' ? '\\textbackslash{}' : sign === '~' || sign === '^' ? `\\${sign}{}` : `\\${sign}`,
    )
    .replace(/[±−–Δ≈’→]/g, (sign) => texSigns[sign] ?? sign);
}
