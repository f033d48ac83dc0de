import { Option, type Command } from 'commander';
import { PawlError } from '../errors.js';
import { defaultModelRequest, type ModelRequest } from '../jobs/model-request.js';
import { parseCast, type ModelCast } from '../roles/model/cast.js';
import { absolute, wholeNumber } from './options.js';

/** Caps and limits of real models, which may also be changed when a run is resumed. */
export interface CapOptions {
  /** Micro-dollars. */
  readonly maxCost?: number;
  readonly maxCalls?: number;
  readonly maxRetries?: number;
  readonly rpm?: number;
  readonly concurrency?: number;
  readonly offline?: true;
  readonly prices?: string;
}

/** Options of commands whose roles can be played by real models. */
export interface ModelOptions extends CapOptions {
  readonly roles: 'simulated' | 'model';
  readonly model?: ModelCast;
  /** False: schemas of answers are not sent. */
  readonly schemas: boolean;
}

/** Adds the options of {@link ModelOptions}. */
export function withModelOptions(command: Command): Command {
  return withCapOptions(
    command
      .addOption(
        new Option(
          '--roles <who>',
          'who solves, teaches, drafts and judges: stand-ins, or real models (paid)',
        )
          .choices(['simulated', 'model'])
          .default('simulated'),
      )
      .addOption(
        new Option(
          '--model <list>',
          "a model for every part, or 'solver=…,judge=…,final=…' (default: the paper's)",
        ).argParser(parseCast),
      )
      .option('--no-schemas', 'real models: for servers without structured output'),
  );
}

/** Adds the options of {@link CapOptions}. */
export function withCapOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--max-cost <dollars>', 'real models: stop before more than this is spent').argParser(
        dollarsOf,
      ),
    )
    .option(
      '--max-calls <n>',
      'real models: stop after so many paid calls',
      wholeNumber('--max-calls', 0, 1e9),
    )
    .option('--max-retries <n>', 'real models: retries of a failed call', wholeNumber('--max-retries', 0, 20))
    .option('--rpm <n>', 'real models: requests a minute', wholeNumber('--rpm', 1, 1e6))
    .option(
      '--concurrency <n>',
      'real models: requests under way at a time',
      wholeNumber('--concurrency', 1, 256),
    )
    .option('--offline', 'real models: answer from stored calls alone, and send nothing')
    .option('--prices <file>', 'real models: a price list instead of the packaged one');
}

/**
 * The request that options make; null for simulated roles.
 *
 * @throws PawlError `usage` for options of real models with simulated roles
 */
export function modelRequestOf({ roles, model, schemas, ...caps }: ModelOptions): ModelRequest | null {
  if (roles === 'model')
    return changedRequest({ ...defaultModelRequest, cast: model ?? defaultModelRequest.cast, schemas }, caps);
  const given = Object.entries({ model, 'no-schemas': schemas ? undefined : true, ...capsOnly(caps) }).find(
    ([, value]) => value !== undefined,
  );
  if (given === undefined) return null;
  const name = given[0].replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new PawlError('usage', `--${name} is about real models, and the roles are simulated`, {
    hint: 'add --roles model',
  });
}

/** A request with other caps and limits, e.g. when a run is resumed. */
export function changedRequest(request: ModelRequest, caps: CapOptions): ModelRequest {
  return {
    ...request,
    maxCostMicroUsd: caps.maxCost ?? request.maxCostMicroUsd,
    maxCalls: caps.maxCalls ?? request.maxCalls,
    maxRetries: caps.maxRetries ?? request.maxRetries,
    requestsPerMinute: caps.rpm ?? request.requestsPerMinute,
    concurrency: caps.concurrency ?? request.concurrency,
    offline: caps.offline ?? request.offline,
    prices: caps.prices === undefined ? request.prices : absolute(caps.prices),
  };
}

/** Whether any cap or limit is given. */
export function givesCaps(caps: CapOptions): boolean {
  return Object.values(capsOnly(caps)).some((value) => value !== undefined);
}

function capsOnly({ maxCost, maxCalls, maxRetries, rpm, concurrency, offline, prices }: CapOptions): object {
  return { maxCost, maxCalls, maxRetries, rpm, concurrency, offline, prices };
}

function dollarsOf(text: string): number {
  const value = Number(text.trim().replace(/^\$/, ''));
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new PawlError('usage', `--max-cost: expected US dollars, e.g. 2.50, got '${text}'`);
  }
  return Math.floor(value * 1e6);
}
