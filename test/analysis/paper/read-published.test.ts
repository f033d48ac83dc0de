import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePublished, publishedPath, readPublished } from '../../../src/analysis/paper/index.js';
import { publishedJsonSchema } from '../../../src/analysis/paper/published-schema.js';
import { parsePrinted } from '../../../src/analysis/paper/printed-number.js';
import { dataPath } from '../../../src/data-folder.js';
import { PawlError } from '../../../src/errors.js';

/** The problems of a file, one an entry. */
function problemsOf(document: unknown): string[] {
  try {
    parsePublished(typeof document === 'string' ? document : JSON.stringify(document), 'my.json');
  } catch (thrown) {
    if (thrown instanceof PawlError && thrown.code === 'bad-input')
      return thrown.message.split('\n').map((line) => line.trim());
    throw thrown;
  }
  return [];
}

const value = {
  id: 'rate',
  label: 'Rate',
  printed: '0.500±0.026',
  document: 'main',
  place: 'Table 1',
  unit: 'share',
};
const frame = { format: 'pawl-published/1', paper: { title: 'A paper' }, documents: { main: 'the paper' } };

describe('the published values that come with the package', () => {
  it('are valid, and keep every number as the string that was printed', () => {
    const paper = readPublished();
    expect(paper.values.length).toBeGreaterThanOrEqual(150);
    for (const { printed, unit } of paper.values) {
      expect(typeof printed).toBe('string');
      expect(unit === 'text' || parsePrinted(printed) !== undefined, printed).toBe(true);
    }
  });

  it('each have a relation or are a setting', () => {
    const paper = readPublished();
    const text = JSON.stringify(paper.checks);
    const loose = paper.values.filter((one) => one.setting !== true && !text.includes(one.id));
    expect(loose.map((one) => one.id)).toEqual([]);
  });

  it('come with a schema for editors that is the one in use', () => {
    const stored: unknown = JSON.parse(readFileSync(dataPath('paper', 'published.schema.json'), 'utf8'));
    expect(stored).toEqual(publishedJsonSchema());
    expect(publishedPath()).toBe(dataPath('paper', 'published.json'));
  });
});

describe("a user's file", () => {
  it('is refused with every problem of shape at once', () => {
    const problems = problemsOf({
      ...frame,
      format: 'pawl-published/2',
      paper: { titel: 'X' },
      values: [{ ...value, printed: undefined, printd: '0.5', n: '40' }],
      checks: [
        { kind: 'arithmetc', of: 'rate' },
        { kind: 'share', of: 'rate', part: true, whol: 3 },
        { kind: 'reconstruct-seeds', of: 'rate', sd: 'popultion' },
        { kind: 'retention', families: [] },
        { kind: 'unpaired-bootstrap', of: 'rate', a: 'rate', b: 'rate', level: 95 },
      ],
    });
    expect(problems).toEqual([
      'my.json: 13 problems',
      "format: expected 'pawl-published/1', got 'pawl-published/2'",
      'paper.title: expected a string, got nothing',
      "paper.titel: unknown key; did you mean 'title'?",
      'values[0].printed: expected a string, got nothing',
      "values[0].n: expected a number, got '40'",
      "values[0].printd: unknown key; did you mean 'printed'?",
      "checks[0].kind: expected a kind of check, got 'arithmetc'; did you mean 'arithmetic'?",
      'checks[1].part: expected a number or the id of a value, got true',
      'checks[1].whole: expected a number or the id of a value, got nothing',
      "checks[1].whol: unknown key; did you mean 'whole'?",
      "checks[2].sd: expected 'sample' or 'population', got 'popultion'; did you mean 'population'?",
      'checks[3].families: expected something, got an empty array',
      'checks[4].level: expected less than 1, got 95',
    ]);
  });

  it('is refused with everything that does not hold together', () => {
    const problems = problemsOf({
      ...frame,
      values: [
        value,
        { ...value, id: 'typo', printed: '0.5l7', document: 'mian' },
        { ...value, id: 'typo', printed: '[.1, .2]' },
      ],
      checks: [
        { kind: 'arithmetic', of: 'rat', expression: '1 + (2 * {rate}' },
        { kind: 'arithmetic', expression: '{typo} + {rate.sdd}' },
        { kind: 'mcnemar', of: 'rate', corrected: 'rate', broken: 3 },
        { kind: 'grid', of: ['rate'] },
        { kind: 'reconstruct-seeds', of: 'rate' },
        { kind: 'unpaired-bootstrap', of: 'rate', a: 'rate', b: 'rate' },
      ],
    });
    expect(problems.slice(0, 2)).toEqual([
      'my.json: 12 problems',
      "values[1].document: no document 'mian'; did you mean 'main'?",
    ]);
    expect(problems[2]).toMatch(/^values\[1\]\.printed: expected 0\.717, .*, got '0\.5l7'$/);
    expect(problems.slice(3)).toEqual([
      "values[2].id: 'typo' is the id of values[1] too",
      "checks[0].expression: column 16: expected ), got the end in '1 + (2 * {rate}'",
      "checks[0].of: no value has the id 'rat'; did you mean 'rate'?",
      "checks[1].expression: '[.1, .2]' (interval) is two numbers: write 'typo.low' or 'typo.high'",
      "checks[1].expression: '0.500±0.026' (mean-sd) has no part 'sdd'; did you mean 'sd'?",
      "checks[1].label: expected a label, because the check names no printed number ('of')",
      "checks[2].corrected: expected a whole number, got '0.500'",
      "checks[3].of: 'rate' has no 'grid'; say how many things it is a share of",
      "checks[4].of: 'rate' has no 'runs' and no 'n'",
      'checks[5].of: expected an interval [a, b], got mean-sd',
    ]);
  });

  it('that is not JSON is refused with the line', () => {
    expect(problemsOf('{\n  "format": "pawl-published/1",\n  oops\n}')[0]).toMatch(/^my\.json:3: not JSON/);
    expect(problemsOf('')[0]).toMatch(/^my\.json.*: not JSON/);
  });
});
