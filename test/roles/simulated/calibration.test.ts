import { describe, expect, it } from 'vitest';
import { codeTaxonomy } from '../../../src/families/code/taxonomy.js';
import { checkCalibration, loadCalibration } from '../../../src/roles/simulated/calibration.js';
import { calibration } from './fakes.js';

type Loose = Record<string, Record<string, { value: unknown; reason: unknown }>>;

function changed(change: (loose: Loose) => void): unknown {
  const loose = structuredClone(calibration) as unknown as Loose;
  change(loose);
  return loose;
}

function setting(loose: Loose, section: string, name: string): { value: unknown; reason: unknown } {
  const found = loose[section]?.[name];
  if (found === undefined) throw new Error(`no ${section}.${name}`);
  return found;
}

const bad: readonly (readonly [what: string, change: (loose: Loose) => void, message: RegExp])[] = [
  ['a rate above 1', (loose) => (setting(loose, 'teacher', 'error').value = 1.2), /teacher\.error\.value/],
  [
    'no reason',
    (loose) => (setting(loose, 'judge', 'bareSensitivity').reason = ''),
    /reason of one sentence/,
  ],
  [
    'an unknown setting',
    (loose) => (loose['solver'] = { ...loose['solver'], luck: { value: 1, reason: 'x' } }),
    /luck/,
  ],
  ['a missing section', (loose) => delete loose['composer'], /composer/],
  [
    'a range upside down',
    (loose) => (setting(loose, 'solver', 'easyFailure').value = [0.5, 0.1]),
    /lower end comes first/,
  ],
  [
    'an unknown class',
    (loose) => (setting(loose, 'solver', 'irreducibleClass').value = 'typo'),
    /failure class 'typo'/,
  ],
  [
    'shares that do not add up',
    (loose) =>
      (setting(loose, 'drafts', 'shares').value = {
        good: 0.5,
        'over-broad': 0,
        silent: 0,
        broken: 0,
        'off-target': 0,
      }),
    /add up to 0\.5/,
  ],
];

describe('checkCalibration', () => {
  it('takes the code family’s own file', () => {
    expect(checkCalibration(calibration, 'here', codeTaxonomy)).toEqual(calibration);
  });

  it.each(bad)('refuses %s', (_, change, message) => {
    expect(() => checkCalibration(changed(change), 'here', codeTaxonomy)).toThrow(message);
  });

  it('reports several problems at once', () => {
    const given = changed((loose) => {
      setting(loose, 'teacher', 'error').value = 2;
      setting(loose, 'judge', 'narrowFalseAlarm').value = 'often';
    });
    expect(() => checkCalibration(given, 'here', codeTaxonomy)).toThrow(
      /teacher[\s\S]*judge|judge[\s\S]*teacher/,
    );
  });

  it('says what to do for a family without a calibration', () => {
    expect(() => loadCalibration('nobody', [])).toThrow(/nobody.*calibration\.json: no such file/);
  });
});
