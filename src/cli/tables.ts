import { Option, type Command } from 'commander';
import type { TableFormat } from '../analysis/tables/format-table.js';
import { PawlError } from '../errors.js';
import { print } from './terminal.js';

interface TablesOptions {
  readonly format: TableFormat;
  readonly data?: string;
  readonly paper?: string;
}

/** `pawl tables`: Tables 1–5, the paper beside a run. */
export function addTablesCommand(program: Command): void {
  program
    .command('tables')
    .description('Tables 1–5: the paper beside a run (the reference run that comes with Pawl, unless told)')
    .argument('[numbers...]', 'tables to print; all five when left out')
    .addOption(
      new Option('--format <format>', 'how they are written')
        .choices(['md', 'html', 'latex', 'csv', 'json'])
        .default('md'),
    )
    .option('--data <folder>', 'tidy results of a run, as pawl reproduce writes them')
    .option('--paper <file>', "a published.json; the Double Ratchet paper's unless told")
    .addHelpText(
      'after',
      `
Examples:
  $ pawl tables                        all tables of the reference run, as Markdown
  $ pawl tables 1 5 --format latex     two of them for a paper (booktabs)
  $ pawl tables --data my-run --format csv > tables.csv`,
    )
    .action(runTables);
}

async function runTables(numbers: readonly string[], options: TablesOptions): Promise<void> {
  const wanted = numbers.map(tableNumber);
  const [{ readPublished }, { readRunData }, { makeTables }, { formatTable }] = await Promise.all([
    import('../analysis/paper/index.js'),
    import('../analysis/run-data/csv.js'),
    import('../analysis/tables/tables.js'),
    import('../analysis/tables/format-table.js'),
  ]);
  const tables = makeTables(readRunData(options.data), wanted, readPublished(options.paper));
  print(
    options.format === 'json'
      ? JSON.stringify(tables, null, 2)
      : tables.map((table) => formatTable(table, options.format).trimEnd()).join('\n\n'),
  );
}

function tableNumber(text: string): number {
  if (/^[1-5]$/.test(text)) return Number(text);
  throw new PawlError('usage', `there is no table '${text}'`, { hint: 'tables are 1 to 5' });
}
