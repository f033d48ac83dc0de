import { describe, expect, it } from 'vitest';
import { evolveRound } from '../../src/evolution/round.js';
import { initialState } from '../../src/evolution/evolve.js';
import type { RoundEvent } from '../../src/evolution/events.js';
import type { EvolutionState } from '../../src/evolution/state.js';
import type { RoundContext } from '../../src/evolution/context.js';
import { tableContext, tableOp, type TableWorld } from '../support/table-world.js';

const dev = 'FFFFFPPPPP';

/** Good finds three of five failures, noisy fires on everything, silent speaks on two train items only. */
const world: TableWorld = {
  dev,
  train: 8,
  locked: 'FFPP',
  ops: {
    good: 'DDDCCCCCCC|DDCCCCCC|DCCC',
    noisy: 'DDDDDDDDDD|DDDDDDDD|DDDD',
    silent: '..........|......CC|..C.',
  },
};

function start(names: readonly string[]): EvolutionState {
  return initialState(names.map((name) => tableOp(name)));
}

async function run(
  context: RoundContext,
  state: EvolutionState,
  rounds: number,
): Promise<{ state: EvolutionState; events: RoundEvent[] }> {
  const events: RoundEvent[] = [];
  let current = state;
  for (let round = 0; round < rounds; round++) {
    const result = await evolveRound(current, context);
    current = result.state;
    events.push(...result.events);
  }
  return { state: current, events };
}

function fates(events: readonly RoundEvent[], expression: string): string[] {
  return events.flatMap((event) =>
    event.kind === 'candidate' && event.expression === expression ? [event.fate] : [],
  );
}

describe('guards', () => {
  it('with fail-closed on, a candidate without dev opinions is never selected', async () => {
    const { state, events } = await run(tableContext(world), start(['good', 'noisy', 'silent']), 5);
    expect(fates(events, '(any silent)')[0]).toBe('refused: no dev opinion');
    expect(state.incumbent).not.toBe('(any silent)');
  });

  it('with fail-closed off it wins with an objective of exactly 1, and has no opinion on any anchor', async () => {
    const { state, events } = await run(
      tableContext({ ...world, guards: { failClosed: false } }),
      start(['good', 'noisy', 'silent']),
      1,
    );
    expect(state.incumbent).toBe('(any silent)');
    expect(state.bestObjective).toBe(1);
    const selected = events.find((event) => event.kind === 'selected');
    expect(selected).toMatchObject({
      rescored: { devOpinions: { fail: 0, clean: 0 }, devAgreement: 1, trainAgreement: 1 },
    });
  });

  it('the validity gate drops what fails all of train, and lets it through when it is off', async () => {
    const on = await run(tableContext(world), start(['good', 'noisy', 'silent']), 1);
    expect(fates(on.events, '(any noisy)')).toEqual(['refused: fails all of train']);
    const off = await run(
      tableContext({ ...world, guards: { validityGate: false } }),
      start(['good', 'noisy', 'silent']),
      1,
    );
    expect(fates(off.events, '(any noisy)')).toEqual(['outscored']);
  });

  it('the validity gate drops an all-pass grader', async () => {
    const ops = { ...world.ops, blind: 'CCCCCCCCCC|CCCCCCCC' };
    const { events } = await run(tableContext({ ...world, ops }), start(['good', 'blind']), 1);
    expect(fates(events, '(any blind)')).toEqual(['refused: passes all of train']);
  });
});

describe('objective', () => {
  it('is A_dev · A_train^w − λC, worked by hand', async () => {
    // good alone: recall_FAIL 3/5, recall_CLEAN 1 → A_dev = (2·0.6 + 1)/3; the consensus of one op is itself → A_train = 1.
    const { state } = await run(tableContext(world), start(['good']), 1);
    expect(state.incumbent).toBe('(any good)');
    expect(state.bestObjective).toBeCloseTo(2.2 / 3, 12);
  });

  it('the stored best never falls, while the rescored value may', async () => {
    const { events } = await run(tableContext(world), start(['good', 'noisy', 'silent']), 8);
    const stored = events.flatMap((event) => (event.kind === 'selected' ? [event.objective ?? 0] : []));
    expect(stored.length).toBe(8);
    for (const [index, value] of stored.entries())
      expect(value).toBeGreaterThanOrEqual(stored[index - 1] ?? 0);
  });
});

describe('growth', () => {
  const growing = (firing: string, origin: 'miss' | 'gap'): TableWorld => ({
    ...world,
    ops: { ...world.ops, drafted: firing },
    roles: {
      classify: async () => 'other',
      draftOp: async ({ cluster }) =>
        cluster.origin === origin
          ? tableOp('drafted', { failureClass: cluster.failureClass, origin, bornAt: 1 })
          : null,
    },
  });

  it('an op born of anchor misses is active and can be selected at once', async () => {
    // good misses anchors 3 and 4; the draft catches both, and no clean anchor.
    const { state, events } = await run(
      tableContext(growing('CCCDDCCCCC|CCCCCCDC', 'miss')),
      start(['good']),
      2,
    );
    expect(events.find((event) => event.kind === 'drafted' && event.fate === 'active')).toMatchObject({
      origin: 'miss',
      clusterSize: 2,
      firedOnCluster: 2,
    });
    expect(state.pool.at(-1)).toMatchObject({ status: 'active', spec: { name: 'drafted' } });
  });

  it('an op born of gaps waits in the shadow, cannot be selected, and is promoted when it raises dev agreement', async () => {
    const gaps = growing('CCCDDCCCCC|DDDDDDDD', 'gap');
    const first = await run(tableContext(gaps), start(['good', 'noisy']), 1);
    const born = first.events.find((event) => event.kind === 'drafted' && event.fate === 'shadow');
    expect(born).toMatchObject({ origin: 'gap' });
    expect(
      first.events.some(
        (event) =>
          event.kind === 'candidate' && event.expression.includes('drafted') && event.fate === 'selected',
      ),
    ).toBe(false);
    expect(first.events.find((event) => event.kind === 'promoted')).toMatchObject({ name: 'drafted' });
    expect(first.state.pool.at(-1)?.status).toBe('active');
  });

  it.each([
    ['fires on too little of its own cluster', 'CCCCCCCCCC|CCCCCCCC', /fires on 0 of/],
    ['fires on a known-good output', 'CCCDDDCCCC|DDDDDDDD', /known-good/],
  ])('refuses a draft that %s', async (_, firing, reason) => {
    const { state, events } = await run(tableContext(growing(firing, 'gap')), start(['good', 'noisy']), 1);
    const drafted = events.find((event) => event.kind === 'drafted');
    expect(drafted).toMatchObject({ fate: 'rejected', reason: expect.stringMatching(reason) as unknown });
    expect(state.pool).toHaveLength(2);
  });

  it('writes no second op for a class and origin within ten rounds', async () => {
    let asked = 0;
    const context = tableContext({
      ...growing('CCCCCCCCCC|DDDDDDDD', 'gap'),
      roles: {
        classify: async () => 'other',
        draftOp: async ({ cluster, round }) => {
          if (cluster.origin === 'gap') asked += 1;
          return cluster.origin === 'gap'
            ? tableOp('drafted', { failureClass: 'other', origin: 'gap', bornAt: round })
            : null;
        },
      },
    });
    const first = await run(context, start(['good', 'noisy']), 11);
    expect(asked).toBe(1);
    await run(context, first.state, 1);
    expect(asked).toBe(2);
  });
});

describe('curation', () => {
  it('retires a useless leaf in its third round, and keeps one of two leaves that replace each other', async () => {
    const twins: TableWorld = {
      ...world,
      ops: { left: 'DDDCCCCCCC|DDCCCCCC', right: 'DDDCCCCCCC|DDCCCCCC' },
    };
    const pinned = { ...start(['left', 'right']), incumbent: '(any left right)', round: 1 };
    // Only the incumbent is considered: no elites, no random candidates.
    const context = tableContext(twins);
    const still: RoundContext = {
      ...context,
      settings: { ...context.settings, randomCandidates: 0, elites: 0 },
    };
    const two = await run(still, pinned, 2);
    expect(two.events.some((event) => event.kind === 'retired')).toBe(false);
    const third = await run(still, two.state, 1);
    expect(third.events.filter((event) => event.kind === 'retired')).toHaveLength(1);
    expect(third.state.incumbent).toBe('(any right)');
    expect(
      third.state.pool.filter(({ status }) => status === 'retired').map(({ spec }) => spec.name),
    ).toEqual(['left']);
  });

  it('retires no leaf where the guards would refuse what is left', async () => {
    // The twins agree on dev; without `left` the rest passes all of train, so only `right` can go.
    const twins: TableWorld = {
      ...world,
      ops: { left: 'DDDCCCCCCC|DDCCCCCC', right: 'DDDCCCCCCC|CCCCCCCC' },
    };
    const pinned = { ...start(['left', 'right']), incumbent: '(any left right)', round: 1 };
    const context = tableContext(twins);
    const still: RoundContext = {
      ...context,
      settings: { ...context.settings, randomCandidates: 0, elites: 0 },
    };
    const { state, events } = await run(still, pinned, 3);
    expect(events.flatMap((event) => (event.kind === 'retired' ? [event.name] : []))).toEqual(['right']);
    expect(state.incumbent).toBe('(any left)');
    const curated = events.findLast((event) => event.kind === 'curated');
    expect(curated).toMatchObject({
      expression: '(any left)',
      scores: { trainVerdicts: { pass: 6, fail: 2, abstain: 0 } },
    });
  });

  it('never retires a sole leaf or an op outside the incumbent', async () => {
    const { state } = await run(tableContext(world), start(['good', 'noisy', 'silent']), 12);
    expect(state.pool.every(({ status }) => status === 'active')).toBe(true);
  });
});

describe('audit', () => {
  it('prints agreement over opinions, with n, abstentions and the two constant graders', async () => {
    const { events } = await run(tableContext(world), start(['good']), 1);
    expect(events.at(-1)).toEqual({
      kind: 'audited',
      audit: {
        expressionOnly: { agreement: 0.75, correct: 3, opinions: 4, abstained: 0, n: 4 },
        wholeGrader: { agreement: 0.75, correct: 3, opinions: 4, abstained: 0, n: 4 },
        alwaysPass: 0.5,
        alwaysFail: 0.5,
        unscored: 0,
      },
      verdicts: 'FPPP',
    });
  });

  it('is the only step that opens the locked items, and changes nothing', async () => {
    const open = tableContext(world);
    const shut: RoundContext = { ...open, locked: async () => [] };
    const names = ['good', 'noisy', 'silent'];
    const [a, b] = [await run(open, start(names), 6), await run(shut, start(names), 6)];
    expect(a.state).toEqual(b.state);
    const throwing: RoundContext = { ...open, locked: () => Promise.reject(new Error('locked')) };
    const { sense } = await import('../../src/evolution/sense.js');
    const { grow } = await import('../../src/evolution/grow.js');
    const { select } = await import('../../src/evolution/select.js');
    const { curate } = await import('../../src/evolution/curate.js');
    const state = start(names);
    const sensed = await sense(state, throwing);
    const grown = await grow(state, sensed, throwing);
    const selected = await select(state, grown, throwing);
    expect(curate(0, grown, selected, throwing).incumbent).toBe(
      a.events.find((event) => event.kind === 'selected')?.expression,
    );
    await expect(evolveRound(state, throwing)).rejects.toThrow('locked');
  });

  it('gives equal bytes for an equal start', async () => {
    const once = await run(tableContext(world), start(['good', 'noisy', 'silent']), 10);
    const again = await run(tableContext(world), start(['good', 'noisy', 'silent']), 10);
    expect(JSON.stringify(once)).toBe(JSON.stringify(again));
  });
});
