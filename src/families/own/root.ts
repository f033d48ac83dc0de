import type { RootFinding } from '../../grader/item.js';
import type { OwnRoot } from '../../grader/own-root.js';
import type { Json, JsonObject } from '../../json.js';

/**
 * The root of a user's own family: the output is not empty, and has the form that `family.json` asks for. Its facts are what
 * checks would otherwise count again: characters, words, lines, the value of JSON, and which rules failed.
 *
 * @example
 * ownRoot('Hello there.', { json: false, requiredKeys: [], maximumCharacters: null }).facts['words'] // 2
 */
export function ownRoot(output: string, { json, requiredKeys, maximumCharacters }: OwnRoot): RootFinding {
  const failed: string[] = [];
  const text = output.trim();
  if (text === '') failed.push('empty');
  if (maximumCharacters !== null && output.length > maximumCharacters) failed.push('too-many-characters');
  const facts: Record<string, Json> = {
    characters: output.length,
    words: text === '' ? 0 : text.split(/\s+/).length,
    lines: text === '' ? 0 : text.split('\n').length,
  };
  if (json || requiredKeys.length > 0) {
    const value = parsed(text);
    facts['json'] = value === undefined ? 'invalid' : 'valid';
    facts['value'] = value ?? null;
    if (value === undefined) failed.push('not-json');
    else failed.push(...missingKeys(value, requiredKeys).map((key) => `no-key:${key}`));
  }
  facts['failed'] = failed;
  return { verdict: failed.length === 0 ? 'CLEAN' : 'DRAWBACK', facts };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function missingKeys(value: Json, keys: readonly string[]): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [...keys];
  return keys.filter((key) => !Object.hasOwn(value as JsonObject, key));
}
