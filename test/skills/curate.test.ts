import { describe, expect, it } from 'vitest';
import { activeRecords } from '../../src/skills/library.js';
import { skillRound } from '../../src/skills/round.js';
import { ratchetSettings, type SkillGuards, type SkillSettings } from '../../src/skills/settings.js';
import type { SkillEvent } from '../../src/skills/events.js';
import type { SkillRecord, SkillState } from '../../src/skills/state.js';
import { deepFrozen, recordOf, stateWith, tableContext, type TableLoop } from './table-loop.js';

const guards = (off: Partial<SkillGuards>): Partial<SkillSettings> => ({
  guards: { ...ratchetSettings.guards, ...off },
});
const activeIds = ({ library }: SkillState): string[] => activeRecords(library).map(({ skill }) => skill.id);
const ofKind = <K extends SkillEvent['kind']>(events: readonly SkillEvent[], kind: K) =>
  events.filter((event): event is Extract<SkillEvent, { kind: K }> => event.kind === kind);

describe('retirement', () => {
  // One train task a round is routed to the skill, and fails.
  const loop: TableLoop = { trainTasks: 1, route: () => 's1' };
  const tried = (trials: number, successes: number): SkillState =>
    deepFrozen(stateWith([recordOf('s1', { trials, successes })]));

  it('comes with the hundredth routed trial, not before', async () => {
    const { state: before } = await skillRound(tried(98, 0), tableContext(loop));
    expect(before.library[0]).toMatchObject({ trials: 99, left: null });
    const { state: after, events } = await skillRound(before, tableContext(loop));
    expect(after.library[0]).toMatchObject({
      trials: 100,
      skill: { status: 'DEPRECATED' },
      left: { round: 1, reason: 'merit', detail: '0 of 100 routed trials passed: -1.000 ≤ -0.1' },
    });
    expect(ofKind(events, 'left')).toMatchObject([
      { skillId: 's1', reason: 'merit', trials: 100, score: -1 },
    ]);
  });

  it.each([
    // (2 · 45 − 100) / 100 is exactly −0.10, with 46 it is −0.08; (2 · 54 − 120) / 120 is −0.10 again.
    { trials: 99, successes: 45, retired: true },
    { trials: 99, successes: 46, retired: false },
    { trials: 119, successes: 54, retired: true },
    { trials: 119, successes: 55, retired: false },
  ])(
    'asks for a score of at most −0.10: $successes of $trials + 1',
    async ({ trials, successes, retired }) => {
      const { state } = await skillRound(tried(trials, successes), tableContext(loop));
      expect(activeIds(state)).toEqual(retired ? [] : ['s1']);
    },
  );

  it('can be switched off', async () => {
    const context = tableContext({ ...loop, settings: guards({ skillRetirement: false }) });
    expect(activeIds((await skillRound(tried(500, 0), context)).state)).toEqual(['s1']);
  });
});

describe('the cap', () => {
  const full = (count: number, given: (index: number) => Partial<SkillRecord>): SkillState =>
    deepFrozen(
      stateWith(Array.from({ length: count }, (_, index) => recordOf(`s${index + 1}`, given(index)))),
    );

  it('evicts the lowest score', async () => {
    const state = full(51, (index) => ({ trials: 10, successes: index === 30 ? 2 : 5 }));
    const { state: after, events } = await skillRound(state, tableContext({}));
    expect(activeIds(after)).toHaveLength(50);
    expect(activeIds(after)).not.toContain('s31');
    expect(ofKind(events, 'left')).toMatchObject([{ skillId: 's31', reason: 'cap', score: -0.6 }]);
  });

  it('counts an untried skill as 0, and takes the older one of equals', async () => {
    // s1 is untried (0), s2 and s3 have −0.2, the others +0.2.
    const state = full(53, (index) =>
      index === 0 ? {} : { trials: 10, successes: index === 1 || index === 2 ? 4 : 6 },
    );
    const { events } = await skillRound(state, tableContext({}));
    expect(ofKind(events, 'left').map(({ skillId }) => skillId)).toEqual(['s2', 's3', 's1']);
  });

  it('leaves fifty alone, and can be switched off', async () => {
    expect(
      activeIds(
        (
          await skillRound(
            full(50, () => ({})),
            tableContext({}),
          )
        ).state,
      ),
    ).toHaveLength(50);
    const off = tableContext({ settings: guards({ activeCap: false }) });
    expect(
      activeIds(
        (
          await skillRound(
            full(60, () => ({})),
            off,
          )
        ).state,
      ),
    ).toHaveLength(60);
  });
});

describe('the rollback', () => {
  // Skill s1 lifts the locked score to 0.9; it leaves after round 0, and s2 comes.
  const start = deepFrozen(
    stateWith([recordOf('s1', { trials: 10, successes: 9 }), recordOf('s2')], {
      round: 1,
      best: { round: 0, score: 0.9, active: ['s1'] },
    }),
  );
  const lost: SkillState = {
    ...start,
    library: start.library.map((record) =>
      record.skill.id === 's1'
        ? {
            ...record,
            skill: { ...record.skill, status: 'DEPRECATED' },
            left: { round: 0, reason: 'cap', detail: '' },
          }
        : record,
    ),
  };
  const scores = (values: readonly number[]): TableLoop => ({
    score: ({ split, round }) => (split === 'test' ? (values[round - 1] ?? 0.9) : 1),
  });
  const run = async (
    loop: TableLoop,
    rounds: number,
  ): Promise<{ states: SkillState[]; events: SkillEvent[][] }> => {
    const states: SkillState[] = [];
    const events: SkillEvent[][] = [];
    for (let state = lost; states.length < rounds;) {
      const done = await skillRound(deepFrozen(state), tableContext(loop));
      state = done.state;
      states.push(state);
      events.push([...done.events]);
    }
    return { states, events };
  };

  it('restores the best round’s library after five rounds more than 0.10 below it, not after four', async () => {
    const { states, events } = await run(scores([0.7, 0.7, 0.7, 0.7, 0.7, 0.9]), 6);
    expect(states.map(activeIds)).toEqual([['s2'], ['s2'], ['s2'], ['s2'], ['s1'], ['s1']]);
    expect(states.map(({ roundsBelow }) => roundsBelow)).toEqual([1, 2, 3, 4, 0, 0]);
    expect(ofKind(events[4] ?? [], 'rolled-back')).toEqual([
      { kind: 'rolled-back', toRound: 0, best: 0.9, current: 0.7, restored: ['s1'], archived: ['s2'] },
    ]);
    // Archived, not deleted; the trials of what came back go on.
    expect(states[4]?.library.map(({ skill, left }) => [skill.id, skill.status, left?.reason])).toEqual([
      ['s1', 'ACTIVE', undefined],
      ['s2', 'DEPRECATED', 'rollback'],
    ]);
    expect(states[4]?.library[0]).toMatchObject({ trials: 10, successes: 9 });
  });

  it('counts consecutive rounds, and a score of exactly 0.10 less is none of them', async () => {
    const { states } = await run(scores([0.7, 0.7, 0.7, 0.7, 0.8, 0.7, 0.7, 0.7, 0.7]), 9);
    expect(states.map(({ roundsBelow }) => roundsBelow)).toEqual([1, 2, 3, 4, 0, 1, 2, 3, 4]);
    expect(states.flatMap(activeIds)).not.toContain('s1');
  });

  it('can be switched off', async () => {
    const { states } = await run(
      { ...scores(Array<number>(12).fill(0.1)), settings: guards({ rollback: false }) },
      12,
    );
    expect(states.map(activeIds)).toEqual(Array(12).fill(['s2']));
  });

  it('does nothing in a round without any held-out score', async () => {
    const state = deepFrozen({ ...lost, roundsBelow: 7 });
    const unscored = tableContext({ score: ({ split }) => (split === 'test' ? NaN : 1) });
    const { state: after, events } = await skillRound(state, unscored);
    expect(ofKind(events, 'rolled-back')).toEqual([]);
    expect(after).toMatchObject({ roundsBelow: 7, best: lost.best });
  });

  it('takes the library that was active during the best round’s pass, not what the round made of it', async () => {
    const context = tableContext({
      score: () => 1,
      criticise: () => ({ pattern: 'crash in lists', failureClass: 'crash' }),
    });
    const { state } = await skillRound(deepFrozen(stateWith([recordOf('s1')])), context);
    expect(activeIds(state)).toEqual(['s1', 's2']);
    expect(state.best).toEqual({ round: 0, score: 1, active: ['s1'] });
  });
});
