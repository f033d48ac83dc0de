import { describe, expect, it } from 'vitest';
import { PawlError } from '../../src/errors.js';
import { formatError } from '../../src/cli/format-error.js';
import { maxPages, positiveNumber, seedList, wholeNumber } from '../../src/cli/options.js';
import { shellWord, shownPath, storeWords } from '../../src/cli/paths.js';
import { textTable } from '../../src/cli/text-table.js';

describe('text on the command line', () => {
  it('aligns columns, numbers to the right', () => {
    expect(
      textTable(
        ['op', 'n', 'share'],
        [
          ['crash', '5', '12.5 %'],
          ['a', '12', '–'],
        ],
      ),
    ).toBe('op      n   share\ncrash   5  12.5 %\na      12       –');
    expect(textTable(['op'], [])).toBe('op');
  });

  it('prints errors with what to do next', () => {
    const error = new PawlError('usage', "unknown family 'cod'", { hint: "did you mean 'code'?" });
    expect(formatError(error, false)).toBe("error: unknown family 'cod'\nhint: did you mean 'code'?\n");
    expect(formatError(new TypeError('x is undefined'), false)).toMatch(
      /^error: x is undefined\nhint: .*PAWL_DEBUG/,
    );
    expect(formatError(error, true)).toContain('text.test');
  });

  it('shows paths as they read best, and quotes what a shell would split', () => {
    expect(shownPath('/a/b/.pawl/x.json', '/a/b')).toBe('.pawl/x.json');
    expect(shownPath('/tmp/x.json', '/a/b')).toBe('/tmp/x.json');
    expect(shownPath('/a/b', '/a/b')).toBe('.');
    expect(shellWord('.pawl/graders/code-42.json')).toBe('.pawl/graders/code-42.json');
    expect(shellWord("it's here")).toBe(`'it'\\''s here'`);
    expect(storeWords('.pawl')).toBe('');
    expect(storeWords('my store')).toBe(" --store 'my store'");
  });
});

describe('values of options', () => {
  it('are read exactly', () => {
    expect(seedList('42, 7,13')).toEqual([42, 7, 13]);
    expect(wholeNumber('--rounds', 1)('30')).toBe(30);
    expect(positiveNumber('--w')('0.25')).toBe(0.25);
    expect(maxPages({})).toBeUndefined();
    expect(maxPages({ PAWL_STORE_MAX_PAGES: '100' })).toBe(100);
  });

  it.each([
    [() => seedList('42,42'), '--seeds: 42 is given twice'],
    [() => seedList(''), "--seeds: expected a whole number from 0 to 4294967295, got ''"],
    [() => seedList('1,x'), "got 'x'"],
    [() => wholeNumber('--rounds', 1)('0'), '--rounds: expected a whole number from 1'],
    [() => wholeNumber('--rounds', 1)('1.5'), "got '1.5'"],
    [() => wholeNumber('--rounds', 1)('1e3'), "got '1e3'"],
    [() => positiveNumber('--w')('-1'), '--w: expected a number of at least 0'],
    [() => positiveNumber('--w')(' '), "got ' '"],
    [() => positiveNumber('--lambda')('Infinity'), "got 'Infinity'"],
  ])('are refused with what was expected (%#)', (read, message) => {
    expect(read).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining(message) as string }),
    );
  });
});
