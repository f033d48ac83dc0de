import { Option, type Command } from 'commander';
import type { ArmName } from '../arms/arm.js';
import { PawlError } from '../errors.js';
import { didYouMean } from '../input/nearest-name.js';
import type { CellSpec } from '../jobs/arms/request.js';
import { familyNames } from '../jobs/family-names.js';
import type { PlannedRole, RunPlan } from '../jobs/plan-run.js';
import { paperCast, parseCast, type ModelCast } from '../roles/model/cast.js';
import type { PriceList } from '../roles/model/prices.js';
import { armList, familyList, paperSeeds, scheduleOf, type ArmsOptions } from './arm-options.js';
import { absolute, jsonOption, seedList, wholeNumber } from './options.js';
import { parseSchedule } from '../arms/schedule.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface PlanOptions extends Pick<ArmsOptions, 'rounds' | 'schedule' | 'json'> {
  readonly family?: readonly string[];
  readonly arms?: readonly ArmName[];
  readonly seeds?: readonly number[];
  readonly model?: ModelCast;
  readonly schemas: boolean;
  readonly prices?: string;
}

const planned = ['evolve', 'run', 'reproduce'] as const;

/** `pawl plan <what>`: calls, tokens and cost of a run with real models, before anything is paid. */
export function addPlanCommand(program: Command): void {
  program
    .command('plan')
    .description('estimate calls, tokens and cost of a run with real models; sends nothing and needs no key')
    .argument('<what>', `the command to plan: ${planned.join(', ')}`)
    .addOption(
      new Option('--family <list>', `families (default: ${familyNames.join(',')})`).argParser(familyList),
    )
    .addOption(
      new Option('--arms <list>', 'arms of run and reproduce (default: those of the main job)').argParser(
        armList('--arms'),
      ),
    )
    .addOption(new Option('--seeds <list>', `seeds (default: ${paperSeeds.join(',')})`).argParser(seedList))
    .option('--rounds <n>', 'rounds (default: evolve 30, others 100)', wholeNumber('--rounds', 1, 100_000))
    .addOption(
      new Option('--schedule <pairs>', "grader:skill rounds of each phase, e.g. '2:3'")
        .argParser(parseSchedule)
        .conflicts('rounds'),
    )
    .option(
      '--model <list>',
      "a model for every part, or 'solver=…,judge=…' (default: the paper's)",
      parseCast,
    )
    .option('--no-schemas', 'without the schemas of answers')
    .option('--prices <file>', 'a price list instead of the packaged one')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl plan evolve --family report --seeds 42 --rounds 10
  $ pawl plan run --family report --arms co --seeds 42 --schedule 2:3 --model claude-haiku-4-5
  $ pawl plan reproduce`,
    )
    .action(async (what: string, options: PlanOptions) => {
      const { planRun } = await import('../jobs/plan-run.js');
      const { readPrices } = await import('../roles/model/prices.js');
      const prices = readPrices(...(options.prices === undefined ? [] : [absolute(options.prices)]));
      const { model: cast = paperCast, schemas } = options;
      const plan = await planRun(await specsOf(what, options), { cast, schemas, prices });
      if (options.json === true)
        printJson({ estimate: plan, prices: { source: prices.source, date: prices.date } }, {});
      else show(plan, prices);
    });
}

/** The cells that the command would work on. */
async function specsOf(what: string, options: PlanOptions): Promise<readonly CellSpec[]> {
  const { inOrder, mainArms, mainOptions, specsOf: cellsOf } = await import('../jobs/arms/request.js');
  const command = planned.find((one) => one === what);
  if (command === undefined) {
    throw new PawlError('usage', `'${what}' is nothing that asks real models`, {
      hint: didYouMean(what, planned),
    });
  }
  const { family = familyNames, seeds = paperSeeds } = options;
  if (command === 'evolve') {
    if (options.arms !== undefined || options.schedule !== undefined)
      throw new PawlError('usage', 'evolve has neither arms nor a schedule', {
        hint: 'pawl plan run --arms co',
      });
    const rounds = options.rounds ?? 30;
    return family.flatMap((name) =>
      seeds.map((seed) => ({ kind: 'evolution', family: name, seed, rounds, replay: false })),
    );
  }
  const schedule = scheduleOf(options);
  const { families, arms } = inOrder(family, options.arms ?? mainArms);
  const whole = command === 'reproduce';
  return cellsOf({
    families,
    arms,
    seeds,
    schedule,
    evolutionRounds: whole ? schedule.reduce((sum, { skill }) => sum + skill, 0) : 0,
    unrepaired: whole ? arms.filter((arm) => arm === 'reference' || arm === 'co' || arm === 'naive') : [],
    episode: null,
    replay: false,
    options: mainOptions,
    fork: null,
    jobs: 1,
  });
}

function show(plan: RunPlan, { source, date }: PriceList): void {
  const row = (
    family: string,
    { role, model, calls, inputTokens, outputTokens, costMicroUsd }: PlannedRole,
  ): string[] => [
    family,
    role,
    model,
    String(calls),
    String(inputTokens),
    String(outputTokens),
    money(costMicroUsd),
  ];
  print('AN ESTIMATE, on the high side: calls from the schedule, tokens from the prompts of a few tasks.\n');
  print(
    textTable(
      ['family', 'part', 'model', 'calls', 'input tokens', 'output tokens', 'US$'],
      [
        ...plan.families.flatMap(({ family, roles }) => roles.map((role) => row(family, role))),
        [
          'all',
          '',
          '',
          String(plan.calls),
          String(plan.inputTokens),
          String(plan.outputTokens),
          money(plan.costMicroUsd),
        ],
      ],
    ),
  );
  print(
    `\nPrices of ${date} (${source}): list prices, to be checked. Answers that are stored are not paid for again.`,
  );
  print('A cap stops a run before it costs more: --max-cost DOLLARS, --max-calls N.');
}

function money(microUsd: number | null): string {
  return microUsd === null ? '–' : (microUsd / 1e6).toFixed(2);
}
