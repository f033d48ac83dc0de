import { existsSync, readFileSync } from 'node:fs';
import { CommanderError, type Command, type Option } from 'commander';
import { messageOf, PawlError } from '../errors.js';
import { didYouMean } from '../input/nearest-name.js';

/** The file that is read from the working directory when it is there. */
const configName = 'pawl.config.json';

/** The part that speaks of every command which has the option. */
const everywhere = 'all';

/** Options that no file can set. */
const notInFile: readonly string[] = ['help', 'version', 'config'];

/**
 * The config file of a command line: the one that `--config` names, else `pawl.config.json` of the working directory.
 *
 * @param words the arguments after the program's name
 * @returns null when there is none, or when only help is asked for
 */
export function configPath(words: readonly string[]): string | null {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  if (own.length === 0 || own.some((word) => ['-h', '--help', '-V', '--version', 'help'].includes(word)))
    return null;
  for (const [index, word] of own.entries()) {
    if (word === '--config') return own[index + 1] ?? null;
    if (word.startsWith('--config=')) return word.slice('--config='.length);
  }
  return existsSync(configName) ? configName : null;
}

/**
 * Sets the options of every command from a config file. Keys are the names of commands, below them those of subcommands and of
 * options in camel case; `all` speaks of every command that has the option. What a flag says on the command line
 * wins, since commander sets it later.
 *
 * @throws PawlError `not-found` or `usage` with every unknown key and every bad value at once
 * @example
 * // pawl.config.json: { "all": { "store": "/tmp/try" }, "evolve": { "seeds": [42, 7], "rounds": 10 } }
 * applyConfig(buildProgram(), 'pawl.config.json')
 */
export function applyConfig(program: Command, path: string): void {
  const problems: string[] = [];
  const config = readObject(path);
  const { $schema: _schema, [everywhere]: shared, ...commands } = config;
  if (shared !== undefined) applyEverywhere(program, shared, problems);
  applyTo(program, commands, [], problems);
  if (problems.length > 0) {
    throw new PawlError('usage', problems.map((problem) => `${path}: ${problem}`).join('\n'), {
      hint: 'keys are commands and their options in camel case, e.g. {"evolve": {"rounds": 10}}; docs/config.md shows all',
    });
  }
}

/** The options of a command that a file can set. */
export function configurableOptions(command: Command): readonly Option[] {
  return command.options.filter((option) => !notInFile.includes(option.attributeName()));
}

function readObject(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PawlError(
      missing ? 'not-found' : 'usage',
      `${path}: ${missing ? 'no such file' : messageOf(cause)}`,
      {
        cause,
      },
    );
  }
  try {
    const json: unknown = JSON.parse(text);
    if (isObject(json)) return json;
  } catch (cause) {
    throw new PawlError('usage', `${path}: not JSON (${messageOf(cause)})`, { cause });
  }
  throw new PawlError('usage', `${path}: expected a JSON object`);
}

function applyTo(
  command: Command,
  section: Record<string, unknown>,
  path: readonly string[],
  problems: string[],
): void {
  const options = configurableOptions(command);
  for (const [key, value] of Object.entries(section)) {
    const place = [...path, key].join('.');
    const sub = command.commands.find((one) => one.name() === key);
    const own = options.filter((option) => option.attributeName() === key);
    if (sub !== undefined) {
      if (isObject(value)) applyTo(sub, value, [...path, key], problems);
      else
        problems.push(`${place}: expected an object with the options of 'pawl ${[...path, key].join(' ')}'`);
    } else if (own.length > 0) setOption(command, own, value, place, problems);
    else {
      const known = [
        ...command.commands.map((one) => one.name()),
        ...options.map((option) => option.attributeName()),
        ...(path.length === 0 ? [everywhere] : []),
      ];
      problems.push(`${place}: unknown key; ${didYouMean(key, known)}`);
    }
  }
}

/** Options that several commands have; each takes the value unless its own section says more. */
function applyEverywhere(program: Command, shared: unknown, problems: string[]): void {
  if (!isObject(shared)) {
    problems.push(`${everywhere}: expected an object with options`);
    return;
  }
  const commands = allCommands(program);
  const known = [
    ...new Set(commands.flatMap((command) => configurableOptions(command).map((one) => one.attributeName()))),
  ];
  for (const [key, value] of Object.entries(shared)) {
    const place = `${everywhere}.${key}`;
    if (!known.includes(key)) problems.push(`${place}: unknown key; ${didYouMean(key, known)}`);
    const found: string[] = [];
    for (const command of commands) {
      const own = configurableOptions(command).filter((option) => option.attributeName() === key);
      if (own.length > 0) setOption(command, own, value, place, found);
    }
    // The same value is wrong everywhere in the same way.
    problems.push(...new Set(found));
  }
}

/** A command and everything below it. */
export function allCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

function setOption(
  command: Command,
  options: readonly Option[],
  value: unknown,
  place: string,
  problems: string[],
): void {
  const option = options.find((one) => !one.negate) ?? options[0];
  if (option === undefined) return;
  try {
    command.setOptionValueWithSource(option.attributeName(), optionValue(option, value), 'config');
  } catch (thrown) {
    if (!(thrown instanceof PawlError) && !(thrown instanceof CommanderError)) throw thrown;
    problems.push(`${place}: ${thrown.message.replace(/^--[\w-]+: /, '')}`);
  }
}

/** A JSON value as the flag would have given it: texts go through the flag's own reader. */
function optionValue(option: Option, value: unknown): unknown {
  const takesValue = option.required || option.optional;
  if (!takesValue || (option.optional && typeof value === 'boolean')) {
    if (typeof value !== 'boolean')
      throw new PawlError('usage', `expected true or false, got ${JSON.stringify(value)}`);
    // A flag that is not given has no value at all.
    return value ? true : option.negate ? false : undefined;
  }
  if (option.variadic && Array.isArray(value)) return value.map((one) => parsed(option, textOf(one)));
  return parsed(option, Array.isArray(value) ? value.map(textOf).join(',') : textOf(value));
}

function parsed(option: Option, text: string): unknown {
  return option.parseArg === undefined ? text : option.parseArg(text, undefined as never);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new PawlError('usage', `expected a text or a number, got ${JSON.stringify(value)}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
