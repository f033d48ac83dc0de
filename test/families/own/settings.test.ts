import { describe, expect, it } from 'vitest';
import { parseOwnSettings } from '../../../src/families/own/settings.js';

const parse = (value: unknown): ReturnType<typeof parseOwnSettings> =>
  parseOwnSettings(JSON.stringify(value), 'family.json');

describe('family.json', () => {
  it('needs a name and failure classes, and fills in the rest', () => {
    expect(parse({ name: 'mine', taxonomy: ['wrong'] })).toEqual({
      name: 'mine',
      description: '',
      contract: '',
      taxonomy: ['wrong'],
      consensusWeight: 0.25,
      root: { json: false, requiredKeys: [], maximumCharacters: null },
      compare: null,
      handSeed: null,
    });
  });

  it.each([
    ['a misspelt key', { taxonmy: ['x'] }, /taxonmy: unknown key; did you mean 'taxonomy'\?/],
    ['a misspelt key of the root', { root: { jsn: true } }, /root\.jsn: unknown key; did you mean 'json'\?/],
    ['a name that is taken', { name: 'sql' }, /name: a built-in family has this name/],
    ['a name with blanks', { name: 'my family' }, /name: expected lower-case letters/],
    ['a class with blanks', { taxonomy: ['a b'] }, /taxonomy\.0: a failure class is one word/],
    ['a class given twice', { taxonomy: ['a', 'a'] }, /taxonomy: 'a' is given twice/],
    ['no class', { taxonomy: [] }, /taxonomy: /],
    ['an unknown comparison', { compare: 'fuzzy' }, /compare: /],
  ])('refuses %s', (_, change, message) => {
    expect(() => parse({ name: 'mine', taxonomy: ['wrong'], ...change })).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(message) as string }),
    );
  });

  it('names all problems at once', () => {
    expect(() => parse({ name: 'Mine', taxonomy: [], root: { json: 1 }, extra: 1 })).toThrow(
      /name: [^]*taxonomy: [^]*root\.json: [^]*extra: unknown key/,
    );
  });

  it('is JSON', () => {
    expect(() => parseOwnSettings('{', 'family.json')).toThrow(/family\.json: not JSON/);
  });
});
