import { describe, expect, it } from 'vitest';
import type { WriteSkillRequest } from '../../src/roles/skill-loop.js';
import { ratchetSettings, type Repair } from '../../src/skills/settings.js';
import type { SkillEvent } from '../../src/skills/events.js';
import { skillText } from '../../src/skills/library.js';
import { skillRound } from '../../src/skills/round.js';
import { emptySkillState, type SkillState } from '../../src/skills/state.js';
import { deepFrozen, draftOf, recordOf, stateWith, tableContext, type TableLoop } from './table-loop.js';

/** The critic names the word behind `sees=` in the output. */
const wordy = (train: (round: number, index: number) => string, more: TableLoop = {}): TableLoop => ({
  trainTasks: 12,
  words: ({ split, round, task }) =>
    split === 'train' ? `sees=${train(round, Number(task.id.slice(-3)))}` : '',
  criticise: ({ item }) => {
    const pattern = /sees=(.*)$/.exec(item.output)?.[1] ?? '';
    return { pattern, failureClass: pattern === '' ? null : (pattern.split(' ')[0] ?? null) };
  },
  ...more,
});

async function rounds(
  loop: TableLoop,
  count: number,
  start: SkillState = emptySkillState,
): Promise<{ state: SkillState; events: SkillEvent[][] }> {
  let state = start;
  const events: SkillEvent[][] = [];
  for (let round = 0; round < count; round++) {
    const done = await skillRound(deepFrozen(state), tableContext(loop));
    state = done.state;
    events.push([...done.events]);
  }
  return { state, events };
}
const writtenIn = (events: readonly SkillEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'written' ? [event.pattern] : []));
const refusedIn = (events: readonly SkillEvent[]): [string, string][] =>
  events.flatMap((event) => (event.kind === 'not-written' ? [[event.pattern, event.reason]] : []));
const clusteredIn = (events: readonly SkillEvent[]): SkillEvent | undefined =>
  events.find(({ kind }) => kind === 'clustered');

describe('clusters', () => {
  it('take three verdicts, counted over rounds', async () => {
    const oneARound = wordy((_, index) => (index === 0 ? 'crash' : ''));
    const { events } = await rounds(oneARound, 3);
    expect(events.map(writtenIn)).toEqual([[], [], ['crash']]);
  });

  it.each([
    { second: 5, third: 5, written: 1 },
    { second: 5, third: 6, written: 0 },
  ])(
    'look at the last six rounds: verdicts in rounds 0, $second, $third',
    async ({ second, third, written }) => {
      // Two verdicts of the three fall into one round where both rounds are the same.
      const loop = wordy((round, index) =>
        (round === 0 && index === 0) || (round === second && index === 1) || (round === third && index === 2)
          ? 'crash'
          : '',
      );
      const { state, events } = await rounds(loop, 7);
      expect(events.flatMap(writtenIn)).toHaveLength(written);
      expect(state.window.map(({ round }) => round)).not.toContain(0);
    },
  );

  it('are of verdicts with one pattern after canonicalisation', async () => {
    const wordings = ['crash in lists', 'crash in lists today', 'in lists: crash'];
    const { state, events } = await rounds(
      wordy((_, index) => wordings[index] ?? ''),
      1,
    );
    expect(events.map(writtenIn)).toEqual([['crash in lists']]);
    expect(state.window.map(({ pattern }) => pattern)).toEqual(Array(3).fill('crash in lists'));
    expect(state.window.map(({ criticism }) => criticism.pattern)).toEqual(wordings);
  });

  it('follow when a bridge joins their patterns in a later round', async () => {
    const [a, c, bridge] = ['a b c d e f', 'a b c d e f g h h', 'a b c d e f g h'];
    const loop = wordy((round, index) => (round === 0 ? ([a, c][index] ?? '') : index === 0 ? bridge : ''));
    const { state, events } = await rounds(loop, 2);
    expect(state.window.map(({ pattern }) => pattern)).toEqual([a, a, a]);
    expect(events.map(writtenIn)).toEqual([[], [a]]);
  });
});

describe('the synthesiser', () => {
  const four = (_: number, index: number): string => ['crash', 'wrong', 'slow', 'shape'][index % 4] ?? '';

  it('writes at most two a round, largest clusters first, by name among equals', async () => {
    const { state, events } = await rounds(wordy(four), 3);
    expect(events.map(writtenIn)).toEqual([['crash', 'shape'], ['slow', 'wrong'], []]);
    expect(events.map(clusteredIn)).toEqual([
      { kind: 'clustered', clusters: 4, covered: 0, overLimit: 2 },
      { kind: 'clustered', clusters: 4, covered: 2, overLimit: 0 },
      { kind: 'clustered', clusters: 4, covered: 4, overLimit: 0 },
    ]);
    expect(state.library.map(({ skill, bornAt }) => [skill.id, skill.version, bornAt])).toEqual([
      ['s1', 1, 0],
      ['s2', 1, 0],
      ['s3', 1, 1],
      ['s4', 1, 1],
    ]);
  });

  it('gives the next cluster its turn where a draft is refused', async () => {
    const { events } = await rounds(
      wordy(four, {
        write: ({ pattern }) => (pattern === 'crash' || pattern === 'shape' ? null : draftOf(pattern)),
      }),
      1,
    );
    expect(events.map(writtenIn)).toEqual([['slow', 'wrong']]);
    expect(events.map(refusedIn)).toEqual([
      [
        ['crash', 'nothing-usable'],
        ['shape', 'nothing-usable'],
      ],
    ]);
  });

  it('leaves a pattern alone that an active skill covers, also under another wording, and takes it up when that skill left', async () => {
    const loop = wordy(() => 'crash in lists today');
    const skill = recordOf('s1', { pattern: 'crash in lists' });
    const covered = await rounds(loop, 1, stateWith([skill]));
    expect(covered.events.map(writtenIn)).toEqual([[]]);
    expect(covered.events.map(clusteredIn)).toMatchObject([{ covered: 1 }]);
    const left = { ...skill, skill: { ...skill.skill, status: 'DEPRECATED' as const } };
    expect((await rounds(loop, 1, stateWith([left]))).events.map(writtenIn)).toEqual([
      ['crash in lists today'],
    ]);
  });

  it('refuses what repeats an active skill, by name, intent and signals', async () => {
    const twin = wordy(() => 'crash', { write: () => draftOf('skill s1', 'other words altogether') });
    const { state, events } = await rounds(twin, 1, stateWith([recordOf('s1', { pattern: 'slow' })]));
    expect(refusedIn(events[0] ?? [])).toEqual([['crash', 'duplicate']]);
    expect(state.library).toHaveLength(1);
    const other = wordy(() => 'crash', { write: () => draftOf('another matter') });
    expect(
      (await rounds(other, 1, stateWith([recordOf('s1', { pattern: 'slow' })]))).events.map(writtenIn),
    ).toEqual([['crash']]);
  });

  it.each([
    { characters: 1500, refused: [] },
    { characters: 1501, refused: [['crash', 'too-long']] },
  ])(
    'refuses what is longer than 1,500 characters as printed: $characters',
    async ({ characters, refused }) => {
      const bare = skillText(draftOf('crash', '')).length;
      const write = () => draftOf('crash', 'x'.repeat(characters - bare));
      const { events } = await rounds(
        wordy(() => 'crash', { write }),
        1,
      );
      expect(refusedIn(events[0] ?? [])).toEqual(refused);
    },
  );

  it('counts versions of a name on, under ids of their own', async () => {
    const left = recordOf('s1', {}, 'crash');
    const start = stateWith([{ ...left, skill: { ...left.skill, status: 'DEPRECATED' } }]);
    const { state } = await rounds(
      wordy(() => 'crash'),
      1,
      start,
    );
    expect(state.library.map(({ skill }) => [skill.id, skill.name, skill.version])).toEqual([
      ['s1', 'crash', 1],
      ['s2', 'crash', 2],
    ]);
  });

  it('tells the writer class and topic of most members, and every name that was ever used', async () => {
    const seen: WriteSkillRequest[] = [];
    const write = (request: WriteSkillRequest): null => {
      seen.push(request);
      return null;
    };
    await rounds(
      wordy(() => 'crash in lists', { write }),
      1,
      stateWith([recordOf('s1')]),
    );
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      pattern: 'crash in lists',
      failureClass: 'crash',
      topic: 'lists',
      usedNames: ['skill-s1'],
      round: 0,
    });
    expect(seen[0]?.members).toHaveLength(12);
    expect(seen[0]?.members[0]).toMatchObject({ taskId: 'train/000', failed: true });
  });
});

describe('hints', () => {
  const hintsOf = async (repair: Repair, failureClass: string, erased: number): Promise<string[]> => {
    const hints: string[] = [];
    const loop = wordy((_, index) => `${failureClass} ${index < erased ? 'erased' : ''}`.trim(), {
      settings: { repair, similarity: { ...ratchetSettings.similarity, pattern: 0.5 } },
      family: {
        metricDiscipline: ['shape'],
        capsuleGate: ({ item }) => (item.output.includes('erased') ? { text: 'erased' } : null),
      },
      write: (request) => {
        hints.push(request.hints);
        return null;
      },
    });
    await rounds(loop, 1);
    return hints;
  };
  const on: Repair = { gate: true, hints: true, scope: 'metric-discipline' };
  const [scored, rewritten] = [['as-scored'], ['value-plus-tag']];

  it.each([
    {
      what: 'metric discipline reaches its classes',
      repair: on,
      failureClass: 'shape',
      erased: 0,
      hints: rewritten,
    },
    { what: 'and no others', repair: on, failureClass: 'crash', erased: 12, hints: scored },
    {
      what: 'gate failures: six of twelve',
      repair: { ...on, scope: 'gate-failures' },
      failureClass: 'crash',
      erased: 6,
      hints: rewritten,
    },
    {
      what: 'five of twelve',
      repair: { ...on, scope: 'gate-failures' },
      failureClass: 'shape',
      erased: 5,
      hints: scored,
    },
    {
      what: 'without the gate nothing fails at it',
      repair: { ...on, scope: 'gate-failures', gate: false },
      failureClass: 'shape',
      erased: 12,
      hints: scored,
    },
    {
      what: 'not rewritten',
      repair: { ...on, hints: false },
      failureClass: 'shape',
      erased: 12,
      hints: scored,
    },
  ] as const)('$what', async ({ repair, failureClass, erased, hints }) => {
    expect(await hintsOf(repair, failureClass, erased)).toEqual(hints);
  });
});
