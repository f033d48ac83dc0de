import type { z } from 'zod';
import { didYouMean } from '../../input/nearest-name.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A path as people write it: checks[3].families[0].of. */
export function pathText(path: Path): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? 'the file' : text.replace(/^\./, '');
}

/** Every problem that a schema found in a document, one a line: path, what was expected, what is there. */
export function schemaProblems(issues: readonly Issue[], document: unknown, jsonSchema: unknown): string[] {
  return issues.flatMap((issue) => problemsOf(issue, document, jsonSchema));
}

function problemsOf(issue: Issue, document: unknown, jsonSchema: unknown): string[] {
  const at = pathText(issue.path);
  const got = describe(valueAt(document, issue.path));
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(jsonSchema, document, issue.path);
      const missing = known.filter((key) => valueAt(document, [...issue.path, key]) === undefined);
      return issue.keys.map(
        (key) => `${pathText([...issue.path, key])}: unknown key; ${didYouMean(key, missing)}`,
      );
    }
    case 'invalid_type':
      return [`${at}: expected ${article(issue.expected)}, got ${got}`];
    case 'invalid_value':
      return [
        `${at}: expected ${issue.values.map((value) => describe(value)).join(' or ')}, got ${got}${near(got, issue.values)}`,
      ];
    case 'invalid_union': {
      if ('discriminator' in issue && issue.discriminator !== undefined) {
        const known = kindsIn(jsonSchema, document, issue.path.slice(0, -1));
        const value = valueAt(document, issue.path);
        const help = typeof value === 'string' ? didYouMean(value, known) : `known: ${known.join(', ')}`;
        return [`${at}: expected a kind of check, got ${got}; ${help}`];
      }
      return [`${at}: expected a number or the id of a value, got ${got}`];
    }
    case 'too_small':
      return [
        `${at}: expected ${issue.origin === 'number' ? sizeText('at least', issue) : 'something'}, got ${got}`,
      ];
    case 'too_big':
      return [`${at}: expected ${sizeText('at most', issue)}, got ${got}`];
    default:
      return [`${at}: ${issue.message}, got ${got}`];
  }
}

/** A bound of a number; exclusive ones with their own words. */
function sizeText(words: string, issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const bound = 'minimum' in issue ? issue.minimum : issue.maximum;
  const exclusive = { 'at least': 'more than', 'at most': 'less than' }[words] ?? words;
  return `${issue.inclusive === false ? exclusive : words} ${bound}`;
}

function article(type: string): string {
  const name = { int: 'whole number', record: 'object' }[type] ?? type;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** A suggestion for a word that is none of the allowed ones. */
function near(got: string, values: readonly unknown[]): string {
  const names = values.filter((value) => typeof value === 'string');
  return names.length < 2 ? '' : `; ${didYouMean(got.replaceAll("'", ''), names)}`;
}

/** A value in an error message. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `'${value.length > 60 ? `${value.slice(0, 57)}…` : value}'`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (value !== null && typeof value === 'object') return 'an object';
  return JSON.stringify(value);
}

function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => member(value, String(step)), document);
}

function member(value: unknown, key: string): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** The schema of the object at a path; unions are resolved by the document's `kind`. */
function schemaAt(jsonSchema: unknown, document: unknown, path: Path): unknown {
  let schema = jsonSchema;
  let value = document;
  for (const step of path) {
    schema =
      typeof step === 'number'
        ? member(schema, 'items')
        : (member(member(schema, 'properties'), String(step)) ?? member(schema, 'additionalProperties'));
    value = member(value, String(step));
    schema = ofKind(schema, member(value, 'kind'));
  }
  return schema;
}

/** The members of a union of schemas. */
function choices(schema: unknown): readonly unknown[] {
  const union = member(schema, 'oneOf') ?? member(schema, 'anyOf');
  return Array.isArray(union) ? union : [];
}

function kindOf(schema: unknown): unknown {
  return member(member(member(schema, 'properties'), 'kind'), 'const');
}

function ofKind(schema: unknown, kind: unknown): unknown {
  return choices(schema).find((choice) => kindOf(choice) === kind && kind !== undefined) ?? schema;
}

function keysAt(jsonSchema: unknown, document: unknown, path: Path): string[] {
  const properties = member(schemaAt(jsonSchema, document, path), 'properties');
  return properties === null || typeof properties !== 'object' ? [] : Object.keys(properties);
}

function kindsIn(jsonSchema: unknown, document: unknown, path: Path): string[] {
  return choices(schemaAt(jsonSchema, document, path))
    .map(kindOf)
    .filter((kind) => typeof kind === 'string');
}
