import { beforeAll, describe, expect, it } from 'vitest';
import { createReportFamily } from '../../src/families/report/family.js';
import { memoryCache } from '../../src/grader/cache.js';
import { createGrading } from '../../src/grading/grading.js';
import { buildPack } from '../../src/pack/build-pack.js';
import type { Pack } from '../../src/pack/pack.js';
import { createSimulatedRoles } from '../../src/roles/simulated/simulated-roles.js';
import type { PythonSandbox } from '../../src/sandbox/python/python-sandbox.js';
import type { SkillContext, SkillRoundResult } from '../../src/skills/context.js';
import { skillRound } from '../../src/skills/round.js';
import { ratchetSettings } from '../../src/skills/settings.js';
import { emptySkillState } from '../../src/skills/state.js';

const sandbox = {
  engine: 'none',
  run: () => Promise.reject(new Error('no Python is needed')),
} as unknown as PythonSandbox;
const family = createReportFamily();
const cache = memoryCache();
const roles = createSimulatedRoles({ family, sandbox, cache });
const grading = createGrading({ family, roles, sandbox, cache });
let pack: Pack;

async function run(injection: boolean, rounds: number): Promise<SkillRoundResult[]> {
  const context: SkillContext = {
    family,
    roles,
    grading,
    settings: { ...ratchetSettings, injection },
    seed: ['report-loop', 42],
    // A part of the split: the locked one alone is measured.
    train: pack.train.slice(0, 32).map(({ task }) => task),
    test: pack.test.map(({ task }) => task),
    untouched: [],
    grade: async (items) =>
      (await grading.truths(items.map(({ item }) => item))).map((truth) => ({
        verdict: truth.outcome === 'scored' ? truth.label : 'ABSTAIN',
        evidence: [],
      })),
  };
  const results: SkillRoundResult[] = [];
  let state = emptySkillState;
  for (let round = 0; round < rounds; round++) {
    const result = await skillRound(state, context);
    results.push(result);
    state = result.state;
  }
  return results;
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const heldOut = ({ events }: SkillRoundResult): number =>
  mean(events.flatMap((event) => (event.kind === 'evaluated' ? [event.test.mean ?? NaN] : [])));

describe('the loop on the report family', () => {
  beforeAll(async () => {
    pack = await buildPack({ family, roles, grading, cache });
  });

  it('gains nothing where skills never reach a prompt: every output is the frozen solver’s', async () => {
    const results = await run(false, 25);
    for (const [round, { attempts }] of results.entries()) {
      expect(attempts).toHaveLength(32 + pack.test.length);
      for (const { split, skillId, prepared } of attempts.slice(20, 44)) {
        expect(skillId).toBeNull();
        const { task, output } = prepared.item;
        const draw = `report-loop/42/skill/${round}/${split}/${task.id}`;
        expect(output).toBe(await roles.solve({ task, skill: null, draw }));
      }
    }
    expect(results.at(-1)?.state.library.length).toBeGreaterThan(20);
    const scores = results.map(heldOut);
    // A round's mean of 48 sections spreads by about 0.03, one of ten rounds by 0.01: four standard errors of a difference.
    expect(Math.abs(mean(scores.slice(-10)) - mean(scores.slice(0, 10)))).toBeLessThan(0.06);
  });

  it('gains where they do, and keeps its guards: cap, ids, sizes, two a round', async () => {
    const results = await run(true, 15);
    const scores = results.map(heldOut);
    expect(mean(scores.slice(-5)) - mean(scores.slice(0, 2))).toBeGreaterThan(0.02);
    for (const { events, state } of results) {
      expect(events.filter(({ kind }) => kind === 'written').length).toBeLessThanOrEqual(2);
      expect(state.library.filter(({ skill }) => skill.status === 'ACTIVE').length).toBeLessThanOrEqual(50);
      expect(Math.min(...state.window.map(({ round }) => round))).toBeGreaterThan(state.round - 1 - 6);
    }
    // Class × topic: a pattern speaks of one of each.
    const last = results.at(-1)?.state;
    for (const { skill, pattern } of last?.library ?? []) {
      const [failureClass = '', topic = ''] = skill.tags.map((tag) => tag.split(':')[1] ?? '');
      expect(pattern).toContain(failureClass);
      expect(pattern).toContain(topic);
    }
  });
});
