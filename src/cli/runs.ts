import type { Command } from 'commander';
import { addRunsExportCommand } from './runs-export.js';
import { addRunsListCommand } from './runs-list.js';
import { addRunsResumeCommand } from './runs-resume.js';
import { addRunsShowCommand } from './runs-show.js';

/** `pawl runs …`: what a store holds. */
export function addRunsCommand(program: Command): void {
  const runs = program.command('runs').description('list, show, resume and export the runs of a store');
  addRunsListCommand(runs);
  addRunsShowCommand(runs);
  addRunsResumeCommand(runs);
  addRunsExportCommand(runs);
}
