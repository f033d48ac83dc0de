import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import type { OwnFolder, Problem } from '../families/own/read-folder.js';
import { absolute, jsonOption } from './options.js';
import { shellWord } from './paths.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface CheckOptions {
  readonly strict?: true;
  readonly json?: true;
}

/** `pawl family check DIR` */
export function addFamilyCheckCommand(family: Command): void {
  family
    .command('check')
    .description('look at everything in the folder of a family, and say all that is wrong at once')
    .argument('<dir>', 'the folder')
    .option('--strict', 'exit 1 on warnings, too')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Errors keep 'pawl evolve' from running, warnings do not, advice is worth a thought.

Example:
  $ pawl family check ./mine`,
    )
    .action(async (dir: string, options: CheckOptions) => {
      const { readOwnFolder } = await import('../families/own/read-folder.js');
      const { checkOwnFamily } = await import('../jobs/own-check.js');
      const { createPythonSandbox } = await import('../sandbox/python/pool.js');
      const { strictSandbox } = await import('../jobs/strict-sandbox.js');
      const folder = readOwnFolder(absolute(dir));
      const sandbox = strictSandbox(createPythonSandbox({ children: 1 }));
      let problems: readonly Problem[];
      try {
        problems = await checkOwnFamily(folder, sandbox);
      } finally {
        await sandbox.close();
      }
      const count = (level: Problem['level']): number => problems.filter((one) => one.level === level).length;
      const counts = { errors: count('error'), warnings: count('warning'), advice: count('advice') };
      if (options.json === true)
        printJson(
          { counts, problems, rows: sizes(folder), ops: folder.ops.length },
          { folder: absolute(dir) },
        );
      else print(report(folder, problems, counts, dir));
      if (counts.errors > 0) throw new PawlError('check-failed', counted(counts.errors, 'error'));
      if (options.strict === true && counts.warnings > 0)
        throw new PawlError('check-failed', counted(counts.warnings, 'warning'));
    });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function sizes({ rows }: OwnFolder): Record<'train' | 'anchors' | 'test', number> {
  return { train: rows.train.length, anchors: rows.anchors.length, test: rows.test.length };
}

function report(
  folder: OwnFolder,
  problems: readonly Problem[],
  counts: { readonly errors: number; readonly warnings: number; readonly advice: number },
  dir: string,
): string {
  const { train, anchors, test } = sizes(folder);
  const lines = [
    `family ${folder.settings?.name ?? '(family.json cannot be used)'}: ${train} train, ${anchors} anchors, ${test} test, ${folder.ops.length} detectors`,
    '',
  ];
  const order = ['error', 'warning', 'advice'] as const;
  const sorted = order.flatMap((level) => problems.filter((one) => one.level === level));
  if (sorted.length > 0)
    lines.push(
      textTable(
        ['level', 'where', 'what'],
        sorted.map(({ level, place, message }) => [level, place, message]),
      ),
      '',
    );
  lines.push(
    `${counted(counts.errors, 'error')}, ${counted(counts.warnings, 'warning')}, ${counts.advice} advice`,
  );
  if (counts.errors === 0)
    lines.push('', `next: npx pawl evolve ${shellWord(dir.includes('/') ? dir : `./${dir}`)}`);
  return lines.join('\n');
}
