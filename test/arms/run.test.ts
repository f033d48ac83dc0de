import { describe, expect, it } from 'vitest';
import { prepareArm } from '../../src/arms/bench.js';
import { skillPhase } from '../../src/arms/run.js';
import { initialArmState, type ArmRound } from '../../src/arms/state.js';
import { random } from '../../src/random.js';
import type { Roles } from '../../src/roles/roles.js';
import { ratchetSettings } from '../../src/skills/settings.js';
import { armParts, bytesOf, roundsOf } from './arm-world.js';

const placesOf = (rounds: readonly ArmRound[]): string[] =>
  rounds.map(({ phase, round, kind }) => `${kind} ${phase}.${round}`);

/** What an arm is resumed from: JSON, as a store gives it back. */
function startAfter(rounds: readonly ArmRound[], index: number): Parameters<typeof roundsOf>[1] {
  const state = rounds[index]?.state;
  if (state === undefined) throw new RangeError(`no round ${index}`);
  const from = state.trainFrom;
  const source = rounds.find((one) => one.phase === from?.phase && one.round === from.round);
  return JSON.parse(
    JSON.stringify({
      state,
      train: (source?.attempts ?? [])
        .filter(({ split }) => split === 'train')
        .map(({ prepared: { item } }) => ({ task: item.task, output: item.output })),
    }),
  ) as Parameters<typeof roundsOf>[1];
}

describe('an arm', () => {
  it('goes through grader and skill phases in turn', async () => {
    expect(placesOf(await roundsOf(await armParts('co')))).toEqual([
      'grader 0.0',
      'grader 0.1',
      'skill 1.0',
      'skill 1.1',
      'skill 1.2',
      'grader 2.0',
      'skill 3.0',
      'skill 3.1',
    ]);
  });

  it.each(['reference', 'hand-seed', 'judge-only', 'unmanaged', 'frozen'] as const)(
    'evolves no grader in %s',
    async (arm) => {
      const rounds = await roundsOf(await armParts(arm));
      expect(placesOf(rounds)).toEqual(['skill 1.0', 'skill 1.1', 'skill 1.2', 'skill 3.0', 'skill 3.1']);
      expect(rounds.at(-1)?.state.evolution.round).toBe(0);
    },
  );

  it.each(['co', 'naive', 'reference', 'judge-only', 'frozen'] as const)(
    'gives the same bytes twice, and from every stored round on, in %s',
    async (arm) => {
      const whole = await roundsOf(await armParts(arm));
      const again = await roundsOf(await armParts(arm));
      expect(again.map(bytesOf)).toEqual(whole.map(bytesOf));
      for (let stop = 0; stop < whole.length; stop++) {
        const rest = await roundsOf(await armParts(arm), startAfter(whole, stop));
        expect(rest.map(bytesOf)).toEqual(whole.slice(stop + 1).map(bytesOf));
      }
    },
  );

  it('is not changed by another arm that ran before it in the same world', async () => {
    const parts = await armParts('co');
    const before = (await roundsOf(parts)).map(bytesOf);
    await roundsOf({ ...parts, arm: (await armParts('naive')).arm });
    await roundsOf({ ...parts, arm: (await armParts('reference')).arm });
    expect((await roundsOf(parts)).map(bytesOf)).toEqual(before);
  });

  it('draws everything that it decides under its own name', async () => {
    const parts = await armParts('co');
    const draws: string[] = [];
    const noting =
      <Request extends { readonly draw: string }, Answer>(ask: (request: Request) => Promise<Answer>) =>
      (request: Request): Promise<Answer> => {
        draws.push(request.draw);
        return ask(request);
      };
    const roles: Roles = {
      ...parts.roles,
      solve: noting((request) => parts.roles.solve(request)),
      compose: noting((request) => parts.roles.compose(request)),
      draftOp: noting((request) => parts.roles.draftOp(request)),
      route: noting((request) => parts.roles.route(request)),
      criticise: noting((request) => parts.roles.criticise(request)),
      writeSkill: noting((request) => parts.roles.writeSkill(request)),
    };
    await roundsOf({ ...parts, roles });
    const others = draws.filter((draw) => !draw.startsWith('co/code/42/'));
    // The material of a seed, frozen outputs and locked items, is the same for every arm.
    expect(new Set(others)).toEqual(new Set(['evolve/42/train', 'evolve/42/locked/0']));
    expect(draws.length).toBeGreaterThan(others.length);
  });

  it('shows the second grader phase the last train attempts of the skill phase before it', async () => {
    const rounds = await roundsOf(await armParts('co'));
    const sensed = rounds[5]?.events.find((event) => event.kind === 'sensed');
    const latest = new Set(
      rounds[4]?.attempts.filter(({ split }) => split === 'train').map(({ prepared }) => prepared.item.id),
    );
    expect(rounds[5]?.state.trainFrom).toEqual({ phase: 1, round: 2 });
    expect(sensed?.gaps.length).toBeGreaterThan(0);
    expect(sensed?.gaps.every((id) => latest.has(id))).toBe(true);
    const scores = rounds[5]?.events.find((event) => event.kind === 'curated')?.scores?.trainVerdicts;
    expect((scores?.pass ?? 0) + (scores?.fail ?? 0) + (scores?.abstain ?? 0)).toBe(20);
  });

  it('freezes tasks and references before it begins', async () => {
    const parts = await armParts('co');
    await prepareArm(parts);
    const [first] = parts.pack.test;
    expect(Object.isFrozen(first?.task)).toBe(true);
    for (const { task } of [...parts.pack.train, ...parts.pack.test, ...parts.pack.untouched]) {
      expect(() => Object.assign(task, { reference: 'easier' })).toThrow(TypeError);
      expect(() => Object.assign(task.hidden, { inputs: [] })).toThrow(TypeError);
    }
    expect(() => (parts.pack.anchors as unknown[]).pop()).toThrow(TypeError);
  });

  it('selects its grader without any score of an agent and without the locked labels', async () => {
    // Without the rollback nothing at all depends on a truth, so all that is decided must stay the same when truths are noise.
    const parts = await armParts('naive-rollback');
    const noisy = {
      ...parts.grading,
      run: parts.grading.run.bind(parts.grading),
      truths: async (items: readonly { readonly id: string }[]) =>
        items.map(({ id }) => ({
          outcome: 'scored' as const,
          label: random('noise', id).chance(0.5) ? ('PASS' as const) : ('FAIL' as const),
          score: random('noise', id).next(),
          failureClass: null,
          evidence: '',
          details: {},
        })),
    };
    const decided = (rounds: readonly ArmRound[]): string =>
      JSON.stringify(
        rounds.map(({ state: { evolution, skills }, events }) => ({
          evolution,
          library: skills.library,
          events: events.filter(({ kind }) => !['audited', 'evaluated', 'trained'].includes(kind)),
        })),
      );
    const [plain, blind] = [await roundsOf(parts), await roundsOf({ ...parts, grading: noisy })];
    expect(decided(blind)).toBe(decided(plain));
    const audits = (rounds: readonly ArmRound[]): string =>
      JSON.stringify(rounds.flatMap(({ events }) => events.filter(({ kind }) => kind === 'audited')));
    expect(audits(blind)).not.toBe(audits(plain));
  });

  it('puts no skill into a prompt when it is unplugged, and then gains nothing', async () => {
    const parts = await armParts('reference');
    // A solver that a skill always helps.
    const roles: Roles = {
      ...parts.roles,
      solve: async (request) => (request.skill === null ? parts.roles.solve(request) : 'try 0'),
    };
    const schedule = [{ grader: 1, skill: 8 }];
    const lastMean = async (injection: boolean): Promise<number | null | undefined> => {
      const rounds = await roundsOf({ ...parts, roles, schedule, skills: { ...ratchetSettings, injection } });
      expect(rounds.at(-1)?.state.skills.library.length).toBeGreaterThan(0);
      const routed = rounds.flatMap(({ attempts }) => attempts.flatMap(({ skillId }) => skillId ?? []));
      expect(routed.length > 0).toBe(injection);
      return rounds.at(-1)?.events.find((event) => event.kind === 'evaluated')?.test.mean;
    };
    expect(await lastMean(true)).toBe(1);
    expect(await lastMean(false)).toBeLessThan(0.8);
  });

  it('learns nothing when it is frozen: no train attempt, an empty library', async () => {
    const rounds = await roundsOf(await armParts('frozen'));
    for (const { attempts, state, events } of rounds) {
      expect(attempts.some(({ split, skillId }) => split === 'train' || skillId !== null)).toBe(false);
      expect(state.skills.library).toEqual([]);
      expect(events.find(({ kind }) => kind === 'evaluated')).toMatchObject({ test: { attempts: 16 } });
    }
  });

  it('takes another bank of ops to start with', async () => {
    const parts = await armParts('co');
    const seedOps = parts.family.seedOps.filter(({ name }) => name !== 'sees_slow');
    const [first] = await roundsOf({ ...parts, seedOps });
    expect(first?.state.evolution.pool.filter(({ spec }) => spec.origin === 'seed')).toHaveLength(3);
  });
});

describe('a phase', () => {
  it('can be run alone from any state', async () => {
    const bench = await prepareArm(await armParts('reference'));
    const rounds: ArmRound[] = [];
    const phase = { index: 1, kind: 'skill', rounds: 2 } as const;
    for await (const round of skillPhase(initialArmState(bench.seedOps), phase, bench)) rounds.push(round);
    expect(rounds.map(({ state }) => state.skills.round)).toEqual([1, 2]);
  });
});

describe('calls', () => {
  it('are counted by role as they are made', async () => {
    const parts = await armParts('co');
    const made = new Map<string, number>();
    const roles = Object.fromEntries(
      Object.entries(parts.roles).map(([role, ask]) => [
        role,
        typeof ask !== 'function'
          ? ask
          : (request: never) => {
              made.set(role, (made.get(role) ?? 0) + 1);
              return (ask as (request: never) => unknown)(request);
            },
      ]),
    ) as unknown as Roles;
    const rounds = await roundsOf({ ...parts, roles });
    const counted = new Map<string, number>();
    for (const { events } of rounds)
      for (const event of events)
        if (event.kind === 'calls')
          for (const [role, count] of Object.entries(event.calls))
            counted.set(role, (counted.get(role) ?? 0) + count);
    // Judges are asked through the grading, whose cache is beside the point.
    made.delete('judge');
    counted.delete('judge');
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(made));
  });
});
