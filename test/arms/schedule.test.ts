import { describe, expect, it } from 'vitest';
import { arms, armNamed } from '../../src/arms/arm.js';
import { parseGuardChanges } from '../../src/arms/guards.js';
import { paperSchedule, parseSchedule, phasesOf, scaledSchedule } from '../../src/arms/schedule.js';

describe('the schedule', () => {
  it('is the 15/8/5/2 × 25 of the paper, a grader phase before each skill phase', () => {
    expect(phasesOf('evolved', paperSchedule)).toEqual([
      { index: 0, kind: 'grader', rounds: 15 },
      { index: 1, kind: 'skill', rounds: 25 },
      { index: 2, kind: 'grader', rounds: 8 },
      { index: 3, kind: 'skill', rounds: 25 },
      { index: 4, kind: 'grader', rounds: 5 },
      { index: 5, kind: 'skill', rounds: 25 },
      { index: 6, kind: 'grader', rounds: 2 },
      { index: 7, kind: 'skill', rounds: 25 },
    ]);
  });

  it('has skill phases alone for arms that evolve no grader', () => {
    for (const kind of ['none', 'truth', 'hand-seed', 'bare-judge'] as const) {
      const phases = phasesOf(kind, paperSchedule);
      expect(phases.map(({ index }) => index)).toEqual([1, 3, 5, 7]);
      expect(phases.every((phase) => phase.kind === 'skill')).toBe(true);
    }
  });

  it.each([1, 2, 3, 4, 7, 8, 40, 100, 250])('keeps all of %i skill rounds when it is scaled', (rounds) => {
    const schedule = scaledSchedule(rounds);
    expect(schedule.reduce((sum, { skill }) => sum + skill, 0)).toBe(rounds);
    expect(schedule.every(({ grader, skill }) => grader >= 1 && skill >= 1)).toBe(true);
  });

  it("is the paper's when it is scaled to the paper's length, and when it is written out", () => {
    expect(scaledSchedule(100)).toEqual(paperSchedule);
    expect(parseSchedule('15:25, 8:25,5:25,2:25')).toEqual(paperSchedule);
  });

  it.each([
    ['', /'' is no pair/],
    ['15', /'15' is no pair/],
    ['15:25,8', /'8' is no pair/],
    ['-1:5', /no pair/],
    ['1.5:5', /no pair/],
    ['3:0', /trains nothing/],
    ['0:5', /nothing would grade/],
    ['1:5,2:0', /phase 2 \(2:0\)/],
    ['1:999999', /999999 skill rounds/],
  ])("refuses '%s'", (text, message) => {
    expect(() => parseSchedule(text)).toThrow(expect.objectContaining({ code: 'usage' }) as Error);
    expect(() => parseSchedule(text)).toThrow(message);
  });

  it('refuses no round, half a round and too many', () => {
    for (const rounds of [0, 0.5, -1, 1e9]) expect(() => scaledSchedule(rounds)).toThrow(/impossible/);
  });
});

describe('arms', () => {
  it('are guard sets as the definitions have them', () => {
    const off = (name: string): string[] => {
      const { grader, skills, abstainInTraining } = armNamed(name);
      const guards = Object.entries({ ...grader, ...skills }).flatMap(([guard, on]) => (on ? [] : [guard]));
      return abstainInTraining === 'pass' ? [...guards, 'abstain passes'] : guards;
    };
    expect(Object.fromEntries(arms.map(({ name }) => [name, off(name)]))).toEqual({
      frozen: [],
      reference: [],
      co: [],
      naive: ['failClosed', 'validityGate', 'rollback', 'abstain passes'],
      'naive-anchors': ['failClosed', 'validityGate', 'abstain passes'],
      'naive-rollback': ['rollback'],
      'no-fail-closed': ['failClosed'],
      'no-validity-gate': ['validityGate'],
      'no-lifecycle': ['birthGate', 'shadowTier', 'opRetirement'],
      'hand-seed': [],
      'judge-only': [],
      unmanaged: ['skillRetirement', 'activeCap', 'rollback'],
    });
  });

  it('are named, and a name that is none is answered with the nearest', () => {
    expect(armNamed('co').trainingGrader).toBe('evolved');
    expect(() => armNamed('niave')).toThrow(
      expect.objectContaining({ code: 'usage', hint: expect.stringContaining("'naive'") as string }) as Error,
    );
  });
});

describe('changes of guards', () => {
  it('are read for both loops', () => {
    expect(parseGuardChanges('no-rollback, failClosed=off,birth-gate')).toEqual({
      rollback: false,
      failClosed: false,
      birthGate: true,
    });
    expect(parseGuardChanges('')).toEqual({});
  });

  it('are refused when they name none or say neither on nor off', () => {
    expect(() => parseGuardChanges('no-rolback')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('no-rollback') as string }) as Error,
    );
    expect(() => parseGuardChanges('rollback=maybe')).toThrow(/on or off/);
  });
});
