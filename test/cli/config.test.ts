import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { applyConfig, configPath } from '../../src/cli/config-file.js';
import { configSchema } from '../../src/cli/config-schema.js';
import { seedList, wholeNumber } from '../../src/cli/options.js';
import { buildProgram } from '../../src/cli/program.js';
import { dataPath } from '../../src/data-folder.js';
import { temporaryFolders } from '../store/helpers.js';
import { cli } from '../support/cli-in-process.js';

const folder = temporaryFolders();

/** A program of every kind of option, and what its commands were run with. */
function program(): { readonly command: Command; readonly ran: Record<string, unknown>[] } {
  const ran: Record<string, unknown>[] = [];
  const command = new Command('pawl').exitOverride().option('--config <file>', 'config');
  const note = (options: Record<string, unknown>): void => void ran.push(options);
  command
    .command('grow')
    .addOption(new Option('--seeds <list>', 'seeds').argParser(seedList).default([1]))
    .option('--rounds <n>', 'rounds', wholeNumber('--rounds', 1), 30)
    .option('--json', 'json')
    .option('--no-cache', 'no cache')
    .addOption(new Option('--format <format>', 'format').choices(['csv', 'jsonl']))
    .option('--store <dir>', 'store', '.pawl')
    .action(note);
  const runs = command.command('runs');
  runs
    .command('list')
    .option('--store <dir>', 'store', '.pawl')
    .requiredOption('--name <name>', 'name')
    .action(note);
  return { command, ran };
}

function config(content: unknown): string {
  const path = join(folder(), 'c.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('the config file', () => {
  const run = async (content: unknown, ...words: string[]): Promise<Record<string, unknown>> => {
    const { command, ran } = program();
    applyConfig(command, config(content));
    await command.parseAsync(words, { from: 'user' });
    return ran[0] ?? {};
  };

  it('says what flags can say, in the form of JSON', async () => {
    expect(
      await run({ grow: { seeds: [42, 7], rounds: 3, json: true, cache: false, format: 'csv' } }, 'grow'),
    ).toEqual({ seeds: [42, 7], rounds: 3, json: true, cache: false, format: 'csv', store: '.pawl' });
    expect(await run({ grow: { seeds: '5,6' } }, 'grow')).toMatchObject({
      seeds: [5, 6],
      rounds: 30,
      cache: true,
    });
  });

  it('gives way to flags', async () => {
    expect(await run({ grow: { seeds: [42], rounds: 3 } }, 'grow', '--rounds', '9')).toMatchObject({
      seeds: [42],
      rounds: 9,
    });
  });

  it('speaks of every command under all, unless its section says more', async () => {
    const content = { all: { store: '/a' }, runs: { list: { store: '/b', name: 'n' } } };
    expect(await run(content, 'grow')).toMatchObject({ store: '/a' });
    expect(await run(content, 'runs', 'list')).toEqual({ store: '/b', name: 'n' });
  });

  it('gives what a command must have', async () => {
    expect(await run({ runs: { list: { name: 'n' } } }, 'runs', 'list')).toMatchObject({ name: 'n' });
    await expect(run({}, 'runs', 'list')).rejects.toThrow(/required option/);
  });

  it.each([
    ['an unknown command', { grwo: {} }, /grwo: unknown key; did you mean 'grow'\?/],
    ['an unknown option', { grow: { sedes: [1] } }, /grow\.sedes: unknown key; did you mean 'seeds'\?/],
    ['an option in kebab case', { grow: { 'no-cache': true } }, /grow\.no-cache: unknown key/],
    ['an unknown subcommand', { runs: { lst: {} } }, /runs\.lst: unknown key; did you mean 'list'\?/],
    ['an unknown option of all', { all: { stoer: '/x' } }, /all\.stoer: unknown key; did you mean 'store'\?/],
    [
      'a value that the flag refuses',
      { grow: { rounds: 0 } },
      /grow\.rounds: expected a whole number from 1/,
    ],
    [
      'a choice that does not exist',
      { grow: { format: 'xml' } },
      /grow\.format: Allowed choices are csv, jsonl/,
    ],
    [
      'a flag that is no yes or no',
      { grow: { json: 'yes' } },
      /grow\.json: expected true or false, got "yes"/,
    ],
    ['a value of the wrong kind', { grow: { store: { a: 1 } } }, /grow\.store: expected a text or a number/],
    ['a command that is no object', { grow: 3 }, /grow: expected an object with the options of 'pawl grow'/],
    ['help', { grow: { help: true } }, /grow\.help: unknown key/],
    ['a list', [], /expected a JSON object/],
    ['no JSON', '{', /not JSON/],
  ])('refuses %s', (_, content, message) => {
    expect(() => applyConfig(program().command, config(content))).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) as string }),
    );
  });

  it('names all problems at once', () => {
    const bad = config({ grow: { a: 1, rounds: 'x' }, nothing: {}, all: { b: 2 } });
    expect(() => applyConfig(program().command, bad)).toThrow(
      /all\.b: [^]*grow\.a: [^]*grow\.rounds: [^]*nothing: /,
    );
  });

  it('is found by name, and is not read for help', () => {
    expect(configPath(['grow', '--config', 'x.json'])).toBe('x.json');
    expect(configPath(['grow', '--config=y.json'])).toBe('y.json');
    expect(configPath(['grow', '--', '--config', 'x.json'])).toBeNull();
    expect(configPath(['grow', '--config', 'x.json', '--help'])).toBeNull();
    expect(configPath([])).toBeNull();
  });

  it('is named on standard error when it was read', async () => {
    const path = config({ all: { store: folder() } });
    const { code, err, out } = await cli('runs', 'list', '--config', path);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`config: ${path}`);
    expect((await cli('runs', 'list', '--config', 'none.json')).err).toMatch(/none\.json: no such file/);
  });
});

describe('the schema of the config file', () => {
  it('is made from the commands', () => {
    const schema = configSchema(program().command) as unknown as {
      properties: Record<string, { properties: Record<string, unknown>; additionalProperties: boolean }>;
    };
    expect(Object.keys(schema.properties)).toEqual(['$schema', 'all', 'grow', 'runs']);
    expect(schema.properties['grow']?.properties).toEqual({
      cache: { type: 'boolean', description: 'no cache' },
      format: { enum: ['csv', 'jsonl'], description: 'format' },
      json: { type: 'boolean', description: 'json' },
      rounds: { type: 'number', description: 'rounds' },
      seeds: { type: ['array', 'string', 'number'], description: 'seeds' },
      store: { type: 'string', description: 'store' },
    });
    expect(schema.properties['grow']?.additionalProperties).toBe(false);
  });

  it('is the published one; after a change of options: npx tsx scripts/write-config-schema.ts', () => {
    const published: unknown = JSON.parse(readFileSync(dataPath('config-schema.json'), 'utf8'));
    expect(published).toEqual(configSchema(buildProgram()));
  });
});
