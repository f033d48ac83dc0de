import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import type { ResultFormat } from '../jobs/output-rows.js';
import { fromOption } from './grade.js';
import { absolute, jsonOption } from './options.js';
import { shellWord, shownPath } from './paths.js';
import { print, printJson } from './terminal.js';

interface InitOptions {
  readonly from?: ResultFormat;
  readonly outputs?: string;
  readonly json?: true;
}

/** `pawl family init DIR` */
export function addFamilyInitCommand(family: Command): void {
  family
    .command('init')
    .description(
      'make the folder of a family of your own: an example that runs, or the outputs of another tool',
    )
    .argument('<dir>', 'a folder that does not exist yet')
    .addOption(fromOption())
    .option('--outputs <file>', 'with --from: the result file')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl family init mine && pawl evolve ./mine
  $ pawl family init mine --from promptfoo --outputs results.json
  $ pawl family init mine --from inspect --outputs logs/run.eval`,
    )
    .action(async (dir: string, options: InitOptions) => {
      if ((options.from === undefined) !== (options.outputs === undefined))
        throw new PawlError('usage', '--from and --outputs belong together: which tool, and its result file');
      const { initOwnFamily } = await import('../jobs/own-init.js');
      const results =
        options.from === undefined || options.outputs === undefined
          ? null
          : { from: options.from, path: absolute(options.outputs) };
      const made = initOwnFamily(absolute(dir), results);
      const shown = shownPath(made.folder, process.cwd());
      if (options.json === true) {
        const { name, files, rows } = made;
        printJson({ name, files, rows }, { folder: made.folder });
        return;
      }
      const { train, anchors, test } = made.rows;
      print(`family '${made.name}' in ${shown}`);
      print(`    family.json    what is asked for, the failure classes, the structural check`);
      print(`    train.jsonl    ${train} outputs without labels`);
      if (anchors > 0) print(`    anchors.jsonl  ${anchors} labelled outputs`);
      if (test > 0) print(`    test.jsonl     ${test} labelled outputs that are locked for the audit`);
      print(`    ops/           detectors, one Python function each`);
      const folder = shellWord(shown.includes('/') ? shown : `./${shown}`);
      const label = anchors === 0 ? [`npx pawl family label ${folder}`] : [];
      const next = [...label, `npx pawl family check ${folder}`, `npx pawl evolve ${folder}`];
      for (const [index, line] of next.entries()) print(`${index === 0 ? '\nnext: ' : '      '}${line}`);
    });
}
