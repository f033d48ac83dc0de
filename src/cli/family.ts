import type { Command } from 'commander';
import type { Task } from '../grader/item.js';
import type { Family } from '../families/family.js';
import { familyNamed, familyNames } from '../jobs/family-names.js';
import { addFamilyCheckCommand } from './family-check.js';
import { addFamilyInitCommand } from './family-init.js';
import { addFamilyLabelCommand } from './family-label.js';
import { jsonOption } from './options.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface ShowOptions {
  readonly task?: string;
  readonly json?: true;
}

/** `pawl family show <family>`: what a family is made of; one task of it in full. */
export function addFamilyCommand(program: Command): void {
  const family = program.command('family').description('look at families of tasks, and make your own');
  addFamilyInitCommand(family);
  addFamilyCheckCommand(family);
  addFamilyLabelCommand(family);
  family
    .command('show')
    .description('list the tasks, failure classes and seed detectors of a family, or show one task in full')
    .argument('<family>', `a built-in family: ${familyNames.join(', ')}`)
    .option('--task <id>', 'show this task')
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  $ pawl family show code\n  $ pawl family show code --json')
    .action(async (name: string, options: ShowOptions) => {
      const { openWorld } = await import('../jobs/open-world.js');
      const { memoryCache } = await import('../grader/cache.js');
      const { findTask } = await import('../jobs/find-task.js');
      const world = await openWorld({
        family: familyNamed(name),
        tasks: null,
        ops: null,
        children: 1,
        cache: memoryCache(),
      });
      try {
        if (options.task !== undefined) showTask(findTask(world.family, options.task), options);
        else showFamily(world.family, options);
      } finally {
        await world.close();
      }
    });
}

function showFamily(family: Family, options: ShowOptions): void {
  const { name, version, taxonomy, consensusWeight, splitSizes, handSeed, bareJudge, seedOps, tasks } =
    family;
  if (options.json === true) {
    const ids = tasks.map(({ id, topic }) => ({ id, topic }));
    printJson(
      { name, version, taxonomy, consensusWeight, splitSizes, handSeed, bareJudge, seedOps, tasks: ids },
      {},
    );
    return;
  }
  const { train, dev, test, untouched } = splitSizes;
  print(`family ${name} (${version.slice(0, 12)})`);
  print(
    `splits: ${train} train, ${dev} anchors, ${test} locked, ${untouched} untouched; w = ${consensusWeight}`,
  );
  print(`failure classes: ${taxonomy.join(', ')}`);
  print(`hand seed: ${handSeed}\nbare judge: ${bareJudge}\n`);
  print(
    textTable(
      ['seed detector', 'class', 'tier', 'a drawback means'],
      seedOps.map((op) => [op.name, op.failureClass, op.tier, op.description]),
    ),
  );
  print(
    `\n${textTable(
      ['task', 'topic'],
      tasks.map(({ id, topic }) => [id, topic]),
    )}`,
  );
  print(`\n${tasks.length} tasks; one in full: npx pawl family show ${name} --task ${tasks[0]?.id ?? 'ID'}`);
}

function showTask(task: Task, options: ShowOptions): void {
  if (options.json === true) {
    printJson(task, {});
    return;
  }
  print(`task ${task.id} (${task.topic})\n`);
  print(`${task.prompt}\n`);
  print(`reference:\n\n${task.reference ?? 'none'}\n`);
  print(`visible to solvers, judges and detectors:\n${JSON.stringify(task.visible, null, 2)}\n`);
  print(`hidden, read by the truth alone:\n${JSON.stringify(task.hidden, null, 2)}`);
}
