import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { messageOf, PawlError } from '../errors.js';
import type { CallSummary } from '../store/model-calls.js';
import type { Store } from '../store/store.js';
import { absolute, jsonOption, storeOption } from './options.js';
import { note, print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface CostOptions {
  readonly store: string;
  readonly calls?: string;
  readonly json?: true;
}

/** `pawl cost [run]`: what real models were asked and what it cost. */
export function addCostCommand(program: Command): void {
  program
    .command('cost')
    .description('calls, tokens, cache hits and money of real models, by arm, phase and role')
    .argument('[run]', 'e.g. r1; all runs of the store when left out')
    .option('--calls <file>', 'write every call with its request and answer as JSONL')
    .addOption(storeOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ pawl cost\n  $ pawl cost r1 --json\n  $ pawl cost r1 --calls calls.jsonl',
    )
    .action(async (id: string | undefined, options: CostOptions) => {
      const { openStore } = await import('../store/store.js');
      const { readPrices } = await import('../roles/model/prices.js');
      const store = openStore({ folder: absolute(options.store), mode: 'read' });
      try {
        const run = id === undefined ? undefined : store.runs.get(id).id;
        const rows = store.calls.summary(run);
        if (options.calls !== undefined) writeCalls(store, run, absolute(options.calls));
        const { source, date } = readPrices();
        if (options.json === true) {
          printJson({ rows, total: totalOf(rows), prices: { source, date } }, { run: run ?? null });
          return;
        }
        if (rows.length === 0) {
          print(`${run ?? options.store}: no real model was asked`);
          return;
        }
        print(costTable(rows));
        for (const line of remarks(rows)) print(line);
        print(`\nPrices of ${date} (${source}): list prices, to be checked; the bill is the server's.`);
      } finally {
        store.close();
      }
    });
}

type Counts = Pick<
  CallSummary,
  'calls' | 'hits' | 'failures' | 'unusable' | 'tokens' | 'costMicroUsd' | 'atMostMicroUsd' | 'unpriced'
>;

/** The sums of rows. */
function totalOf(rows: readonly Counts[]): Counts {
  const sum = (of: (row: Counts) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    calls: sum(({ calls }) => calls),
    hits: sum(({ hits }) => hits),
    failures: sum(({ failures }) => failures),
    unusable: sum(({ unusable }) => unusable),
    tokens: {
      input: sum(({ tokens }) => tokens.input),
      cacheWrite: sum(({ tokens }) => tokens.cacheWrite),
      cacheRead: sum(({ tokens }) => tokens.cacheRead),
      output: sum(({ tokens }) => tokens.output),
    },
    costMicroUsd: sum(({ costMicroUsd }) => costMicroUsd),
    atMostMicroUsd: sum(({ atMostMicroUsd }) => atMostMicroUsd),
    unpriced: sum(({ unpriced }) => unpriced),
  };
}

function costTable(rows: readonly CallSummary[]): string {
  const cells = (row: Counts): string[] => [
    String(row.calls),
    String(row.hits),
    String(row.failures),
    String(row.tokens.input),
    String(row.tokens.cacheWrite),
    String(row.tokens.cacheRead),
    String(row.tokens.output),
    (row.costMicroUsd / 1e6).toFixed(4),
  ];
  return textTable(
    [
      'run',
      'arm',
      'phase',
      'role',
      'model',
      'calls',
      'hits',
      'failed',
      'input',
      'written',
      'read',
      'output',
      'US$',
    ],
    [
      ...rows.map((row) => [
        row.run || '–',
        row.arm || '–',
        row.phase || '–',
        row.role,
        row.model,
        ...cells(row),
      ]),
      ['all', '', '', '', '', ...cells(totalOf(rows))],
    ],
  );
}

/** What the sum of money does not say. */
function remarks(rows: readonly Counts[]): string[] {
  const { unusable, atMostMicroUsd, unpriced, calls } = totalOf(rows);
  return [
    ...(unusable === 0
      ? []
      : [`${unusable} of ${calls} answers were cut short or refused: unscored, and paid for`]),
    ...(atMostMicroUsd === 0
      ? []
      : [`up to $${(atMostMicroUsd / 1e6).toFixed(4)} more for calls whose usage was not reported`]),
    ...(unpriced === 0 ? [] : [`${unpriced} of ${calls} answers came from models without a known price`]),
  ];
}

/** One line a request that was sent, failed ones too. */
function writeCalls(store: Store, run: string | undefined, path: string): void {
  const runs = run === undefined ? [...new Set(store.calls.summary().map((row) => row.run))] : [run];
  const lines = runs
    .flatMap((one) => [...store.calls.iterate(one)])
    .map((call) => `${JSON.stringify(call)}\n`);
  try {
    writeFileSync(path, lines.join(''));
  } catch (cause) {
    throw new PawlError('bad-input', `${path}: cannot be written (${messageOf(cause)})`, { cause });
  }
  note(`${lines.length} calls written to ${path}`);
}
