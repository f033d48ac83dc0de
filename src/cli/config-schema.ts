import type { Command, Option } from 'commander';
import type { Json, JsonObject } from '../json.js';
import { allCommands, configurableOptions } from './config-file.js';

/**
 * The JSON schema of `pawl.config.json`, made from the commands themselves: what flags can say, the file can say. Published as
 * `data/config-schema.json`.
 */
export function configSchema(program: Command): JsonObject {
  const shared = new Map<string, JsonObject>();
  for (const command of allCommands(program))
    for (const option of configurableOptions(command)) {
      const name = option.attributeName();
      if (!shared.has(name)) shared.set(name, optionSchema(option));
    }
  const { properties } = commandSchema(program) as { readonly properties: JsonObject };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'pawl.config.json',
    description: 'Options of the pawl command line; what a flag says wins over what the file says.',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      all: {
        type: 'object',
        description: 'Options of every command that has them; a section of its own wins.',
        properties: Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1))),
        additionalProperties: false,
      },
      ...properties,
    },
    additionalProperties: false,
  };
}

function commandSchema(command: Command): JsonObject {
  const options = configurableOptions(command).map(
    (option) => [option.attributeName(), optionSchema(option)] as const,
  );
  const commands = command.commands.map((sub) => [sub.name(), commandSchema(sub)] as const);
  return {
    type: 'object',
    description: command.description(),
    properties: Object.fromEntries([...commands, ...options].sort(([a], [b]) => (a < b ? -1 : 1))),
    additionalProperties: false,
  };
}

function optionSchema(option: Option): JsonObject {
  const described = { description: option.description };
  if (!option.required && !option.optional) return { type: 'boolean', ...described };
  if (option.argChoices !== undefined) return { enum: [...option.argChoices], ...described };
  return { ...typeOf(option), ...described };
}

/** What an option's own reader makes of a text tells what it takes: numbers, lists, or any text. */
function typeOf(option: Option): { readonly type: Json } {
  if (option.variadic) return { type: 'array' };
  const read = (text: string): unknown => {
    try {
      return option.parseArg?.(text, undefined as never);
    } catch {
      return undefined;
    }
  };
  const value = [option.defaultValue as unknown, read('1'), read('0.5'), read('100')].find(
    (one) => one !== undefined,
  );
  if (Array.isArray(value)) return { type: ['array', 'string', 'number'] };
  return { type: typeof value === 'number' ? 'number' : 'string' };
}
