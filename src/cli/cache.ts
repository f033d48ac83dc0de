import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import { differences, type FieldDifference } from '../roles/model/model-call.js';
import type { StoredCall } from '../store/model-calls.js';
import type { Store } from '../store/store.js';
import { absolute, jsonOption, maxPages, storeOption } from './options.js';
import { note, print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface CacheOptions {
  readonly store: string;
  readonly json?: true;
}

/** `pawl cache size|clear|why`: what is kept so that it need not be computed or paid for again. */
export function addCacheCommand(program: Command): void {
  const cache = program.command('cache').description('size, empty and explain what a store keeps for reuse');
  cache
    .command('size')
    .description('how much is kept: verdicts, roots, truths, answers of models')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (options: CacheOptions) => {
      await withStore(options, 'read', (store) => {
        const kinds = store.cacheTable.sizes();
        const calls = store.calls.size();
        if (options.json === true) return printJson({ kinds, calls }, { store: store.path });
        const rows = kinds.map(({ kind, entries, bytes }) => [kind, String(entries), kilobytes(bytes)]);
        rows.push(['answers of models', String(calls.answers), kilobytes(calls.bytes)]);
        print(textTable(['kind', 'entries', 'KB'], rows));
        if (calls.failures > 0) print(`${calls.failures} failed calls are noted beside them`);
      });
    });
  cache
    .command('clear')
    .description('delete what can be computed again; answers that were paid for only with --calls')
    .option('--calls', 'delete stored answers of models too: asking again is paid again')
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (options: CacheOptions & { readonly calls?: true }) => {
      await withStore(options, 'write', (store) => {
        const calls = options.calls === true ? store.calls.clear() : 0;
        const values = store.cacheTable.clear();
        if (options.json === true) return printJson({ values, calls }, { store: store.path });
        print(`deleted ${values} values${options.calls === true ? ` and ${calls} calls of models` : ''}`);
        const kept = store.calls.size().answers;
        if (kept > 0) note(`${kept} answers of models stay: they were paid for (--calls deletes them)`);
      });
    });
  cache
    .command('why')
    .description('why a call was not answered from the store: the first field in which it differs')
    .argument('[call]', 'e.g. c12, or the beginning of a key; the newest call when left out')
    .addOption(storeOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  $ pawl cache why\n  $ pawl cache why c12')
    .action(async (name: string | undefined, options: CacheOptions) => {
      await withStore(options, 'read', (store) => {
        const call = store.calls.get(name);
        if (call === undefined) {
          throw new PawlError(
            'not-found',
            name === undefined ? 'no call is stored' : `there is no call '${name}'`,
            {
              hint: "calls are made by '--roles model'",
            },
          );
        }
        const nearest = store.calls.nearestBefore(call);
        const found = nearest === undefined ? null : differences(call.fields, nearest);
        if (options.json === true) {
          return printJson({ call: call.id, key: call.key, fields: call.fields, differences: found }, {});
        }
        for (const line of explanation(call, found)) print(line);
      });
    });
}

function explanation(call: StoredCall, found: readonly FieldDifference[] | null): string[] {
  const { id, key, fields, outcome, sentAt } = call;
  const head = `${id} (${fields.role}, ${fields.model}, ${outcome}, ${sentAt}) has the key ${key.slice(0, 16)}…`;
  if (found === null) return [head, `No earlier answer of the ${fields.role} is stored: it was the first.`];
  const [first, ...others] = found;
  if (first === undefined)
    return [head, 'An equal call was answered before: this one was a retry or is stored twice.'];
  return [
    head,
    `It differs from the nearest earlier answer first in '${first.field}':`,
    `  asked   ${first.asked}`,
    `  stored  ${first.stored}`,
    ...(others.length === 0 ? [] : [`and in ${others.map(({ field }) => field).join(', ')}`]),
  ];
}

async function withStore(
  { store: folder }: CacheOptions,
  mode: 'read' | 'write',
  work: (store: Store) => void,
): Promise<void> {
  const { openStore } = await import('../store/store.js');
  const command = mode === 'write' ? { command: 'pawl cache', maxPages: maxPages() } : {};
  if (mode === 'write') openStore({ folder: absolute(folder), mode: 'read' }).close();
  const store = openStore({ folder: absolute(folder), mode, ...command });
  try {
    work(store);
  } finally {
    store.close();
  }
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
