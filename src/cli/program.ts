import { Command } from 'commander';
import { version } from '../version.js';
import { addAnchorsCommand } from './anchors.js';
import { addCacheCommand } from './cache.js';
import { addClaimsCommand } from './claims.js';
import { addCompareCommand } from './compare.js';
import { addCompletionCommand } from './completion.js';
import { addCostCommand } from './cost.js';
import { addDoctorCommand } from './doctor.js';
import { addDriftCommand } from './drift.js';
import { addEpisodeCommand } from './episode.js';
import { addEvolveCommand } from './evolve.js';
import { addExplainCommand } from './explain.js';
import { addFamilyCommand } from './family.js';
import { addFiguresCommand } from './figures.js';
import { addGradeCommand } from './grade.js';
import { addKernelCommand } from './kernel.js';
import { addModelsCommand } from './models.js';
import { addNotebookCommand } from './notebook.js';
import { addPaperCommand } from './paper.js';
import { addPlanCommand } from './plan.js';
import { addReproduceCommand } from './reproduce.js';
import { addRunCommand } from './run.js';
import { addRunsCommand } from './runs.js';
import { addStatsCommand } from './stats.js';
import { addTablesCommand } from './tables.js';

/** The whole command line. Commands load what they need when they run, so that help is immediate. */
export function buildProgram(): Command {
  const program = new Command('pawl')
    .description('Graders that evolve: grow, audit and compare readable graders from ten labelled examples.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--config <file>', 'read options from this file instead of ./pawl.config.json, if that is there')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureHelp({ helpWidth: 100 })
    .addHelpText(
      'after',
      `
Examples:
  $ pawl reproduce --quick                         the whole paper offline, in small
  $ pawl evolve code --seeds 42,7,13 --rounds 30   grow three graders on executed Python tasks
  $ pawl runs list                                 what was run here
  $ pawl grade outputs.jsonl --grader grader.json  grade outputs with an exported grader
  $ pawl doctor                                    which walls stand around untrusted code

Exit codes: 0 done, 1 a check failed, 2 usage or bad input, 3 stopped with work saved, 4 environment.`,
    );
  addReproduceCommand(program);
  addRunCommand(program);
  addAnchorsCommand(program);
  addEpisodeCommand(program);
  addEvolveCommand(program);
  addGradeCommand(program);
  addExplainCommand(program);
  addCompareCommand(program);
  addDriftCommand(program);
  addRunsCommand(program);
  addModelsCommand(program);
  addPlanCommand(program);
  addCostCommand(program);
  addCacheCommand(program);
  addFamilyCommand(program);
  addPaperCommand(program);
  addStatsCommand(program);
  addTablesCommand(program);
  addClaimsCommand(program);
  addFiguresCommand(program);
  addKernelCommand(program);
  addNotebookCommand(program);
  addDoctorCommand(program);
  addCompletionCommand(program);
  return program;
}
