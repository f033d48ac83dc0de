import { describe, expect, it } from 'vitest';
import { unscoredOutput } from '../../src/grader/item.js';
import type { Capsule } from '../../src/roles/skill-loop.js';
import { createRouter } from '../../src/skills/route.js';
import { evaluate } from '../../src/skills/evaluate.js';
import { skillRound } from '../../src/skills/round.js';
import { ratchetSettings } from '../../src/skills/settings.js';
import type { SkillState } from '../../src/skills/state.js';
import { train, type Trained } from '../../src/skills/train.js';
import { deepFrozen, recordOf, stateWith, tableContext, type TableLoop } from './table-loop.js';

const oneSkill = deepFrozen(stateWith([recordOf('s1')]));

/** Four train tasks: PASS, FAIL, ABSTAIN, and PASS with a wrong output that the gate sees. */
const mixed: TableLoop = {
  route: () => 's1',
  words: ({ task }) => ['pass', 'fail', 'abstain', 'pass erased'][Number(task.id.slice(-1))] ?? '',
  verdict: ({ output }) =>
    output.includes('abstain') ? 'ABSTAIN' : output.includes('fail') ? 'FAIL' : 'PASS',
  family: {
    describe: ({ item }) => [
      { source: 'execution', text: `saw ${item.output.split(' ').slice(1).join(' ')}` },
    ],
    capsuleGate: ({ item }) =>
      item.output.includes('erased') ? { text: 'a tag without its value', failureClass: 'shape' } : null,
  },
};

async function trained(loop: TableLoop, state: SkillState = oneSkill): Promise<Trained> {
  const context = tableContext(loop);
  return train(state, await evaluate(state, context), context);
}
const shown = ({ capsules }: Trained): [string, boolean, boolean][] =>
  capsules.map(({ capsule, gateFailed }) => [
    capsule.item.output.split(' ').slice(1).join(' '),
    capsule.failed,
    gateFailed,
  ]);
const withoutGate = { repair: { ...ratchetSettings.repair, gate: false } };

describe('capsules', () => {
  it('all-attempts keeps every graded attempt, failed-only the failed ones; an abstention is neither', async () => {
    expect(shown(await trained({ ...mixed, settings: withoutGate }))).toEqual([
      ['pass', false, false],
      ['fail', true, false],
      ['pass erased', false, false],
    ]);
    expect(
      shown(await trained({ ...mixed, settings: { ...withoutGate, capsuleRule: 'failed-only' } })),
    ).toEqual([['fail', true, false]]);
  });

  it('the gate makes a failed capsule of what the grader passed', async () => {
    const { capsules, events, library } = await trained({
      ...mixed,
      settings: { capsuleRule: 'failed-only' },
    });
    expect(
      capsules.map(({ capsule: { verdict, failed }, gateFailed }) => [verdict, failed, gateFailed]),
    ).toEqual([
      ['FAIL', true, false],
      ['PASS', true, true],
    ]);
    expect(events[0]).toMatchObject({
      passed: 1,
      failed: 2,
      abstained: 1,
      gateFailures: 1,
      capsules: 2,
      routed: 4,
    });
    expect(library[0]).toMatchObject({ trials: 3, successes: 1 });
  });

  it('carries what root and execution saw, then what the grader adds, then the gate, each marked', async () => {
    const { capsules } = await trained(mixed);
    expect(capsules.at(-1)?.capsule.evidence).toEqual([
      { source: 'execution', text: 'saw pass erased' },
      { source: 'op', text: 'an op fired' },
      { source: 'gate', text: 'a tag without its value', failureClass: 'shape' },
    ]);
  });

  it('an abstention counts as a pass where it is told to', async () => {
    const { events, library, attempts, capsules } = await trained({
      ...mixed,
      settings: { ...withoutGate, abstainInTraining: 'pass' },
    });
    expect(events[0]).toMatchObject({ passed: 3, failed: 1, abstained: 1, capsules: 4 });
    expect(library[0]).toMatchObject({ trials: 4, successes: 3 });
    // What the grader said stays on record.
    expect(attempts.map(({ verdict }) => verdict)).toEqual(['PASS', 'FAIL', 'ABSTAIN', 'PASS']);
    expect(capsules[2]?.capsule).toMatchObject({ verdict: 'ABSTAIN', failed: false });
  });

  it('an abstention that the gate fails is a capsule and no trial', async () => {
    const { library, capsules, events } = await trained({ ...mixed, verdict: () => 'ABSTAIN' });
    expect(capsules.map(({ capsule, gateFailed }) => [capsule.verdict, capsule.failed, gateFailed])).toEqual([
      ['ABSTAIN', true, true],
    ]);
    expect(library[0]?.trials).toBe(0);
    expect(events[0]).toMatchObject({ passed: 0, failed: 0, abstained: 4, gateFailures: 1 });
  });

  it.each(['ungraded', 'pass'] as const)(
    'an attempt that brought no output is neither trial nor capsule (%s)',
    async (abstainInTraining) => {
      const context = tableContext({
        ...mixed,
        verdict: () => 'ABSTAIN',
        settings: { abstainInTraining },
        family: {
          describe: () => {
            throw new Error('there is nothing to describe');
          },
        },
      });
      const { roles } = context;
      const refused = { ...context, roles: { ...roles, solve: async () => unscoredOutput('refused') } };
      const { capsules, library, events, attempts } = await train(
        oneSkill,
        await evaluate(oneSkill, refused),
        refused,
      );
      expect(capsules).toEqual([]);
      expect(library[0]?.trials).toBe(0);
      expect(events[0]).toMatchObject({
        passed: 0,
        failed: 0,
        abstained: 4,
        gateFailures: 0,
        trueMean: null,
      });
      expect(attempts.every(({ score }) => score === null)).toBe(true);
    },
  );
});

describe('trials', () => {
  it('are counted on train alone: locked and untouched attempts of the same skill change nothing', async () => {
    const calls: string[] = [];
    const { state, attempts } = await skillRound(
      oneSkill,
      tableContext({
        ...mixed,
        score: ({ split }) => {
          calls.push(split);
          return 1;
        },
      }),
    );
    expect(calls.filter((split) => split !== 'train')).toHaveLength(7);
    expect(attempts.filter(({ split, skillId }) => split !== 'train' && skillId === 's1')).toHaveLength(7);
    expect(state.library[0]?.trials).toBe(3);
  });

  it('belong to the skill that was in the prompt', async () => {
    const { library } = await trained(
      { ...mixed, settings: withoutGate, route: (task) => (task.id.endsWith('1') ? 's2' : null) },
      deepFrozen(stateWith([recordOf('s1'), recordOf('s2', { trials: 7, successes: 7 })])),
    );
    expect(library.map(({ trials, successes }) => [trials, successes])).toEqual([
      [0, 0],
      [8, 7],
    ]);
  });

  it('the critic reads each capsule with the skill that was in its prompt', async () => {
    const read: [Capsule['skillId'], string | undefined][] = [];
    await skillRound(
      oneSkill,
      tableContext({
        ...mixed,
        route: (task) => (task.id.endsWith('1') ? 's1' : null),
        criticise: ({ skillId }, skill) => {
          read.push([skillId, skill?.id]);
          return {};
        },
      }),
    );
    expect(read).toEqual([
      [null, undefined],
      ['s1', 's1'],
      [null, undefined],
    ]);
  });
});

describe('createRouter', () => {
  it('asks nobody without skills or without injection', async () => {
    const asked = { route: () => Promise.reject(new Error('asked')) };
    const task = tableContext({}).train[0];
    if (task === undefined) throw new Error('no task');
    for (const [skills, injection] of [
      [[], true],
      [[recordOf('s1').skill], false],
    ] as const)
      expect(await createRouter(skills, asked, { ...ratchetSettings, injection })(task, 'd')).toBeNull();
  });
});
