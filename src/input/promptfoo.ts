import { messageOf, PawlError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { asFailureClass, asText, member, type ForeignRow } from './foreign-row.js';
import { parseJsonl } from './jsonl.js';

/**
 * Reads results of promptfoo: what `promptfoo eval --output FILE` writes as `.json` (`results.results`) or `.jsonl` (a result a line). An
 * assertion that fails gives its metric, else its type, as failure class; a result that ended in an error of the provider has no
 * output and is left out.
 *
 * @param text the file's text @param source its name in messages
 * @throws PawlError `bad-input` when the file is no such result, or holds no output
 */
export function rowsOfPromptfoo(text: string, source: string): ForeignRow[] {
  const results = resultsOf(text, source);
  const rows = results.flatMap((result, index) => readResult(result, index) ?? []);
  if (rows.length === 0)
    throw new PawlError('bad-input', `${source}: none of ${results.length} results has an output`);
  return rows;
}

function resultsOf(text: string, source: string): readonly unknown[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    // One result a line.
    if (/^\s*\{.*\}\s*$/m.test(text)) return parseJsonl(text, source).map(({ value }) => value);
    throw new PawlError('bad-input', `${source}: not JSON (${messageOf(cause)})`, { cause });
  }
  const inner = member(json, 'results');
  const list = Array.isArray(inner) ? inner : member(inner, 'results');
  if (Array.isArray(list)) return list as unknown[];
  if (member(json, 'response') !== undefined) return [json];
  throw new PawlError('bad-input', `${source}: no list 'results' of promptfoo results`, {
    hint: "write one with 'promptfoo eval --output results.json'",
  });
}

function readResult(result: unknown, index: number): ForeignRow | null {
  const response = member(result, 'response');
  const given = typeof response === 'string' ? response : member(response, 'output');
  if (given === undefined || given === null) return null;
  const vars = member(result, 'vars') ?? member(member(result, 'testCase'), 'vars');
  const prompt = asText(member(member(result, 'prompt'), 'raw') ?? member(result, 'prompt'));
  const provider = member(result, 'provider');
  const by = asText(member(provider, 'id') ?? provider);
  const grading = member(result, 'gradingResult');
  const components = member(grading, 'componentResults');
  const failed = (Array.isArray(components) ? (components as unknown[]) : []).filter(
    (one) => member(one, 'pass') === false,
  );
  const success = member(result, 'success');
  const hasError = typeof member(response, 'error') === 'string';
  // Without an assertion 'success' says only that there was an answer.
  const decided = Array.isArray(components) && components.length > 0 && !hasError;
  const label = !decided || typeof success !== 'boolean' ? null : success ? 'PASS' : 'FAIL';
  const number = (key: string): number => {
    const value = member(result, key);
    return typeof value === 'number' ? value : index;
  };
  return {
    id: `test-${number('testIdx')}/${number('promptIdx')}/${by === '' ? String(index) : by}/${index}`,
    prompt,
    reference: referenceOf(result),
    output: asText(given),
    label,
    failureClasses:
      label === 'FAIL' ? [...new Set(failed.map((one) => className(member(one, 'assertion'))))] : [],
    reason: label === 'FAIL' ? asText(member(failed[0], 'reason') ?? member(grading, 'reason')) : '',
    ...(by === '' ? {} : { provider: by }),
    ...(typeof vars === 'object' && vars !== null ? { vars: vars as JsonObject } : {}),
  };
}

/** The value of the one assertion that asks for equality, if there is one. */
function referenceOf(result: unknown): string | null {
  const asserts = member(member(result, 'testCase'), 'assert');
  const wanted = (Array.isArray(asserts) ? (asserts as unknown[]) : []).filter((one) =>
    ['equals', 'contains', 'icontains', 'similar', 'is-json'].includes(asText(member(one, 'type'))),
  );
  const value = wanted.length === 1 ? member(wanted[0], 'value') : undefined;
  return value === undefined || value === null ? null : asText(value);
}

function className(assertion: unknown): string {
  return asFailureClass(asText(member(assertion, 'metric') ?? member(assertion, 'type') ?? 'failed'));
}
