import { describe, expect, it } from 'vitest';
import { criticise } from '../../src/skills/criticise.js';
import { curate } from '../../src/skills/curate.js';
import { evaluate } from '../../src/skills/evaluate.js';
import { skillRound } from '../../src/skills/round.js';
import type { SkillContext, SkillRoundResult } from '../../src/skills/context.js';
import { emptySkillState, type SkillState } from '../../src/skills/state.js';
import { synthesise } from '../../src/skills/synthesise.js';
import { train } from '../../src/skills/train.js';
import { deepFrozen, tableContext, type Place, type TableLoop } from './table-loop.js';

/** A loop in which something happens in every phase: skills are written, routed, tried, evicted and rolled back. */
const busy: TableLoop = {
  trainTasks: 12,
  settings: { activeCap: 5, retirement: { trials: 10, score: -0.1 } },
  score: ({ task, skill, round, split }) => {
    const unit = (Number(task.id.slice(-3)) * 7 + round * 3 + (skill === null ? 0 : 5)) % 10;
    const good = split === 'test' ? (round === 2 ? 10 : round > 6 ? 1 : 5) : 4;
    return unit < good ? 1 : 0;
  },
  route: (task, skills) => skills[Number(task.id.slice(-3)) % Math.max(1, skills.length)]?.id ?? null,
  criticise: ({ item, failed }) => ({
    pattern: failed ? `fault${Number(item.task.id.slice(-3)) % 9} in lists` : '',
    failureClass: failed ? 'crash' : null,
    influence: failed ? 'NEUTRAL' : 'HELPED',
  }),
};

async function run(context: (round: number) => SkillContext, rounds: number): Promise<SkillRoundResult[]> {
  const results: SkillRoundResult[] = [];
  let state: SkillState = emptySkillState;
  for (let round = 0; round < rounds; round++) {
    const result = await skillRound(deepFrozen(state), context(round));
    results.push(result);
    state = result.state;
  }
  return results;
}

const bytes = (value: unknown): string => JSON.stringify(value);

describe('skillRound', () => {
  it('goes through everything that can happen in the busy loop', async () => {
    const results = await run(() => tableContext(busy), 14);
    const kinds = new Set(
      results.flatMap(({ events }) =>
        events.map((event) => (event.kind === 'left' ? event.reason : event.kind)),
      ),
    );
    for (const kind of [
      'evaluated',
      'trained',
      'criticised',
      'clustered',
      'written',
      'merit',
      'cap',
      'rolled-back',
    ])
      expect([kind, kinds.has(kind as never)]).toEqual([kind, true]);
  });

  it('gives the same bytes for the same state and context, also after a stop: states are plain JSON', async () => {
    const once = await run(() => tableContext(busy), 14);
    const again = await run(() => tableContext(busy), 14);
    expect(again.map(bytes)).toEqual(once.map(bytes));
    let state = JSON.parse(bytes(once[6]?.state)) as SkillState;
    for (let round = 7; round < 14; round++)
      state = (await skillRound(deepFrozen(state), tableContext(busy))).state;
    expect(bytes(state)).toBe(bytes(once.at(-1)?.state));
  });

  it('is five phases, each a function of what it is handed: twice the same bytes, and nothing is written to', async () => {
    const state = deepFrozen((await run(() => tableContext(busy), 9)).at(-1)?.state ?? emptySkillState);
    const context = tableContext(busy);
    const twice = async <T>(phase: () => T | Promise<T>): Promise<T> => {
      const first = deepFrozen(await phase());
      expect(bytes(await phase())).toBe(bytes(first));
      return first;
    };
    const evaluated = await twice(() => evaluate(state, context));
    const trained = await twice(() => train(state, evaluated, context));
    const criticised = await twice(() => criticise(state, trained, context));
    const synthesised = await twice(() => synthesise(state, trained, criticised, context));
    const curated = await twice(() => curate(state, evaluated, synthesised, context));
    const whole = await skillRound(state, context);
    expect(bytes(whole.state.library)).toBe(bytes(curated.library));
    expect(bytes(whole.events)).toBe(
      bytes([evaluated, trained, criticised, synthesised, curated].flatMap(({ events }) => events)),
    );
  });

  it('reads the untouched split in no decision: with scrambled scores everything but their record is the same', async () => {
    const scrambled = ({ task, round, split, skill }: Place): number =>
      split === 'untouched'
        ? (round * 5 + task.id.length) % 2
        : (busy.score?.({ task, round, split, skill }) ?? 0);
    const plain = await run(() => tableContext(busy), 12);
    const other = await run(() => tableContext({ ...busy, score: scrambled }), 12);
    expect(other.map(({ state }) => bytes(state))).toEqual(plain.map(({ state }) => bytes(state)));
    const record = ({ events }: SkillRoundResult): unknown =>
      events.flatMap((event) => (event.kind === 'evaluated' ? [event.untouched.scores] : []));
    expect(other.map(record)).not.toEqual(plain.map(record));
  });

  it('reads locked scores for the rollback alone', async () => {
    const off = { guards: { skillRetirement: true, activeCap: true, rollback: false } };
    const loop = { ...busy, settings: { ...busy.settings, ...off } };
    const flipped = (place: Place): number =>
      place.split === 'test' ? 1 - (busy.score?.(place) ?? 0) : (busy.score?.(place) ?? 0);
    const plain = await run(() => tableContext(loop), 12);
    const other = await run(() => tableContext({ ...loop, score: flipped }), 12);
    const learnt = ({ state: { library, window, patterns } }: SkillRoundResult): string =>
      bytes([library, window, patterns]);
    expect(other.map(learnt)).toEqual(plain.map(learnt));
  });

  it('never deletes a skill nor gives an id twice; texts and ids stay what they were', async () => {
    const results = await run(() => tableContext(busy), 14);
    const texts = results.map(({ state }) =>
      state.library.map(({ skill: { status: _, ...text }, bornAt, pattern }) =>
        bytes([text, bornAt, pattern]),
      ),
    );
    texts.slice(1).forEach((later, index) => {
      expect(later.slice(0, texts[index]?.length)).toEqual(texts[index]);
    });
    const ids = results.at(-1)?.state.library.map(({ skill }) => skill.id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('puts no skill into a prompt without injection, on any split', async () => {
    const prompts: (string | null)[] = [];
    const loop: TableLoop = {
      ...busy,
      settings: { ...busy.settings, injection: false },
      score: (place) => {
        prompts.push(place.skill?.id ?? null);
        return busy.score?.(place) ?? 0;
      },
    };
    const results = await run(() => tableContext(loop), 5);
    expect(results.at(-1)?.state.library.length).toBeGreaterThan(2);
    expect(new Set(prompts)).toEqual(new Set([null]));
    expect(results.at(-1)?.state.library.every(({ trials }) => trials === 0)).toBe(true);
  });
});
