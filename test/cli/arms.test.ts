import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { armsProgressView, cellWords } from '../../src/cli/arms-progress.js';
import { armsReport } from '../../src/cli/arms-report.js';
import type { ArmsResult } from '../../src/jobs/arms/arms-result.js';
import { mainOptions, repairOff, type CellSpec } from '../../src/jobs/arms/request.js';
import type { ArmsProgress } from '../../src/jobs/arms/run.js';
import { cli } from '../support/cli-in-process.js';
import { temporaryFolders } from '../store/helpers.js';

const folder = temporaryFolders();

describe('bad input to commands over arms', () => {
  it.each([
    [['reproduce', '--arms', 'co,niave'], "unknown arm 'niave'", "'naive'"],
    [['reproduce', '--arms', 'co,co'], '--arms: co is given twice', ''],
    [['reproduce', '--family', 'cod'], "unknown family 'cod'", "'code'"],
    [['reproduce', '--family', 'code,code'], '--family: code is given twice', ''],
    [['reproduce', '--seeds', '42,7,42'], '42 is given twice', ''],
    [['reproduce', '--seeds', ''], '--seeds', ''],
    [['reproduce', '--rounds', '0'], '--rounds', ''],
    [['reproduce', '--schedule', '15:25,8'], "'8' is no pair of rounds", '15:25,8:25,5:25,2:25'],
    [['reproduce', '--schedule', '3:0'], 'an impossible schedule', ''],
    [['reproduce', '--schedule', '0:5'], 'nothing would grade', ''],
    [['reproduce', '--schedule', '1:2', '--rounds', '5'], 'cannot be used with', ''],
    [['reproduce', '--jobs', '0'], '--jobs', ''],
    [['run', '--arm', 'co'], 'pawl run needs --family', 'pawl reproduce'],
    [['run', '--family', 'report'], 'pawl run needs --arm', ''],
    [['run', '--family', 'report', '--arm', 'co', '--guards', 'no-rolback'], "'no-rolback'", 'no-rollback'],
    [['run', '--family', 'report', '--arm', 'co', '--capsules', 'some'], 'all-attempts', ''],
    [['run', '--fork', 'r1'], "expected RUN@ROUND, got 'r1'", 'r3@50'],
    [['run', '--fork', 'r1@3', '--rounds', '5'], 'a fork keeps the schedule', ''],
    [['episode', '--arm', 'nobody'], "unknown arm 'nobody'", ''],
    [['anchors', '--family', 'prose'], "unknown family 'prose'", ''],
  ])('%j is told', async (words, message, hint) => {
    const place = folder();
    const { code, out, err } = await cli(...words, '--store', join(place, 'store'));
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
    expect(err).toContain(hint);
  });

  it('a fork of a run that is not there is told', async () => {
    const { code, err } = await cli('run', '--fork', 'r7@3', '--store', folder());
    expect(code).toBe(2);
    expect(err).toContain("there is no run 'r7'");
  });
});

const spec: CellSpec = {
  kind: 'arm',
  family: 'report',
  arm: 'co',
  seed: 7,
  schedule: [{ grader: 1, skill: 2 }],
  options: mainOptions,
  fork: null,
};

describe('progress of arms', () => {
  const steps: readonly ArmsProgress[] = [
    {
      kind: 'began',
      run: {
        id: 'r1',
        command: 'run',
        request: null,
        status: 'running',
        reason: null,
        startedAt: '',
        endedAt: null,
      },
      roles: { kind: 'simulated', name: 'fake', version: '1' },
      specs: [spec, { ...spec, seed: 42 }],
      reused: [],
    },
    { kind: 'screening', done: 10, total: 10 },
    { kind: 'round', spec },
    { kind: 'round', spec },
    { kind: 'round', spec },
    { kind: 'cell', spec, cell: 1 },
  ];
  const shown = (isTTY: boolean): string => {
    let written = '';
    const view = armsProgressView({ isTTY, write: (text) => (written += text) });
    for (const step of steps) view.show(step);
    view.end();
    return written;
  };

  it('is one line a cell where there is no terminal', () => {
    expect(shown(false)).toBe('screened 10 tasks\n   1 of 2  report co 7\n');
  });

  it('has a bar below on a terminal, and leaves it clean', () => {
    const written = shown(true);
    expect(written).toContain('1 of 2 cells, 3 of 6 rounds');
    expect(written).toContain('   1 of 2  report co 7\n');
    expect(written.endsWith('\r\u001b[K')).toBe(true);
  });

  it('names cells by what is special about them', () => {
    const withRepair = (repair: typeof repairOff): CellSpec => ({
      ...spec,
      options: { ...mainOptions, repair },
    });
    expect(cellWords(withRepair(repairOff))).toBe('report co 7 without the repair');
    expect(cellWords(withRepair({ gate: false, hints: true, scope: 'gate-failures' }))).toBe(
      'report co 7 gate off, hints gate-failures',
    );
    expect(cellWords({ kind: 'evolution', family: 'sql', seed: 1, rounds: 3, replay: false })).toBe(
      'sql evolution 1',
    );
  });
});

describe('the report of arms', () => {
  const grader = {
    rounds: 3,
    expression: '(any sees_crash)',
    objective: 1,
    devOpinions: { fail: 0, clean: 0 },
    trainVerdicts: { pass: 4, fail: 0, abstain: 56 },
    locked: { correct: 0, opinions: 0, items: 40 },
    alwaysPass: 0.25,
    alwaysFail: 0.75,
  };
  const result: ArmsResult = {
    about: { title: 'pawl: code', roles: 'simulated stand-in, not a language model', version: '0' },
    families: ['code'],
    arms: ['naive'],
    seeds: [42],
    schedule: [{ grader: 3, skill: 2 }],
    evolutionRounds: 0,
    cells: [
      {
        family: 'code',
        arm: 'naive',
        seed: 42,
        repair: 'on',
        configHash: 'c',
        grader,
        skills: {
          rounds: 2,
          round0: 0.3,
          peak: 0.4,
          peakRound: 1,
          untouchedAtPeak: 0.35,
          lastTen: 0.35,
          untouchedLastTen: 0.325,
          rollbacks: 0,
          activeSkills: 1,
          written: 1,
          leftByMerit: 0,
          leftByCap: 0,
          leftByRollback: 0,
          erasedLastTen: null,
        },
        calls: { solve: 280, route: 60 },
      },
    ],
    narrowOps: [{ cell: 'code naive 42', ops: ['sees_slow'] }],
    replay: [],
    episode: [],
    tables: [],
  };

  it('puts denominators, constant graders and the untouched split beside every number, and says who played', () => {
    const text = armsReport(result);
    expect(text).toMatch(/untouched/);
    expect(text).toContain('no opinion');
    expect(text).toContain('0.250 / 0.750');
    expect(text).toContain('4/0/56');
    expect(text).toContain('340');
    expect(text).toContain('code: sees_slow');
    expect(text).toContain('All roles are SIMULATED stand-ins, not language models');
  });

  it('says plainly when the roles were models', () => {
    const about = { ...result.about, roles: 'claude' };
    expect(armsReport({ ...result, about })).toContain('Roles: claude.');
  });
});
