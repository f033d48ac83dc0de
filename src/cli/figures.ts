import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import type { FigureName } from '../figures/index.js';
import { print } from './terminal.js';
import { textTable } from './text-table.js';

interface FiguresOptions {
  readonly data?: string;
  readonly out: string;
  readonly dark?: boolean;
  readonly column?: boolean;
  readonly svg?: boolean;
}

/** `pawl figures`: the figures of a run as SVG and PNG. */
export function addFiguresCommand(program: Command): void {
  program
    .command('figures')
    .description('draw the figures of a run as SVG and PNG (of the reference run, unless told)')
    .argument('[names...]', 'figures to draw: 1, 2, 3a, 3b, 4, 5, 6, 7, 8; all when left out')
    .option('--data <folder>', 'tidy results of a run, as pawl reproduce writes them')
    .option('--out <folder>', 'where the files go', 'figures')
    .option('--dark', 'for a dark page (the files end in -dark)')
    .option('--column', 'for one column of a paper, or a phone (3.3 in instead of 6.9)')
    .option('--svg', 'SVG only')
    .addHelpText(
      'after',
      `
Examples:
  $ pawl figures                          all figures of the reference run into figures/
  $ pawl figures 3a 7 --dark              two of them for a dark page
  $ pawl figures --data my-run --out pics --column`,
    )
    .action(runFigures);
}

async function runFigures(names: readonly string[], options: FiguresOptions): Promise<void> {
  const [
    { figureNames, isFigureName },
    { readPublished },
    { readRunData },
    { writeFigures },
    { didYouMean },
  ] = await Promise.all([
    import('../figures/index.js'),
    import('../analysis/paper/index.js'),
    import('../analysis/run-data/csv.js'),
    import('../jobs/write-figures.js'),
    import('../input/nearest-name.js'),
  ]);
  const wanted =
    names.length === 0
      ? figureNames
      : names.map((name): FigureName => {
          if (isFigureName(name)) return name;
          throw new PawlError('usage', `there is no figure '${name}'`, {
            hint: didYouMean(name, figureNames),
          });
        });
  const written = await writeFigures(readRunData(options.data), readPublished(), {
    names: wanted,
    folder: options.out,
    theme: options.dark === true ? 'dark' : 'light',
    layout: options.column === true ? 'column' : 'page',
    png: options.svg !== true,
  });
  print(
    textTable(
      ['file', 'shows'],
      written.map(({ path, alt }) => [path, alt.length > 100 ? `${alt.slice(0, 99)}…` : alt]),
    ),
  );
}
