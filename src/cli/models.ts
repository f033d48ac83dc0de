import type { Command } from 'commander';
import { exitCodeOf } from '../errors.js';
import type { ModelsReport } from '../jobs/check-models.js';
import { defaultModelRequest } from '../jobs/model-request.js';
import { parseCast, type ModelCast } from '../roles/model/cast.js';
import { changedRequest, withCapOptions, type CapOptions } from './model-options.js';
import { jsonOption } from './options.js';
import { note, print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

/** `pawl models check`: whether real models can be asked, and what one tiny call of each part costs. */
export function addModelsCommand(program: Command): void {
  const models = program.command('models').description('real models: try them before a run pays for them');
  withCapOptions(models.command('check'))
    .description(
      'one tiny call a part: what works, what it cost, and what the server lacks (exit 4 if one fails)',
    )
    .option(
      '--model <list>',
      "a model for every part, or 'solver=…,judge=…' (default: the paper's)",
      parseCast,
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl models check
  $ ANTHROPIC_BASE_URL=http://127.0.0.1:8080 pawl models check --model my-model --max-retries 0

The key is read from ANTHROPIC_API_KEY and shown nowhere.`,
    )
    .action(async (options: CapOptions & { readonly model?: ModelCast; readonly json?: true }) => {
      const { checkModels } = await import('../jobs/check-models.js');
      const { untilSignal } = await import('./signals.js');
      const request = changedRequest(
        { ...defaultModelRequest, maxRetries: 1, cast: options.model ?? defaultModelRequest.cast },
        options,
      );
      const signals = untilSignal(() => note('stopping …'));
      try {
        const report = await checkModels(request, { environment: process.env, signal: signals.signal });
        if (options.json === true)
          printJson(resultOf(report), { baseUrl: report.baseUrl, tookMs: timesOf(report) });
        else show(report);
        if (!report.healthy) process.exitCode = exitCodeOf.environment;
      } finally {
        signals.release();
      }
    });
}

function show({ baseUrl, models, healthy }: ModelsReport): void {
  print(`server: ${baseUrl}\n`);
  print(
    textTable(
      ['part', 'model', 'works', 'ms', 'US$', 'remark'],
      models.map(({ role, model, works, tookMs, costMicroUsd, remark }) => [
        role,
        model,
        works ? 'yes' : 'no',
        tookMs === null ? '–' : String(Math.round(tookMs)),
        (costMicroUsd / 1e6).toFixed(6),
        remark,
      ]),
    ),
  );
  const cost = models.reduce((sum, one) => sum + one.costMicroUsd, 0);
  const atMost = models.reduce((sum, one) => sum + one.atMostMicroUsd, 0);
  const more =
    atMost === 0 ? '' : `, and up to $${(atMost / 1e6).toFixed(4)} for calls whose usage is not known`;
  print(
    `\n${healthy ? 'Every part can be played.' : 'Not every part can be played: see above.'} This check cost $${(cost / 1e6).toFixed(4)}${more}.`,
  );
}

function resultOf({ models, healthy }: ModelsReport): object {
  return { healthy, models: models.map(({ tookMs: _, ...model }) => model) };
}

function timesOf({ models }: ModelsReport): { readonly [role: string]: number | null } {
  return Object.fromEntries(models.map(({ role, tookMs }) => [role, tookMs]));
}
