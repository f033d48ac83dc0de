import { describe, expect, it } from 'vitest';
import { createReportFamily, reportTruth } from '../../../src/families/report/family.js';
import { makeItem, type Task } from '../../../src/grader/item.js';
import { compareBothOrders } from '../../../src/roles/both-orders.js';
import type { PreferenceRubric, Skill } from '../../../src/roles/roles.js';
import { createSimulatedRoles } from '../../../src/roles/simulated/simulated-roles.js';
import type { PythonSandbox } from '../../../src/sandbox/python/python-sandbox.js';

const sandbox = {
  engine: 'none',
  run: () => Promise.reject(new Error('no Python is needed')),
} as unknown as PythonSandbox;
const family = createReportFamily();
const roles = createSimulatedRoles({ family, sandbox });
const draws = ['a', 'b', 'c', 'd', 'e'];

async function attempts(skill: Skill | null): Promise<{ score: number; erased: number; tags: number }[]> {
  const results = [];
  for (const task of family.tasks) {
    for (const draw of draws) {
      const truth = reportTruth(makeItem(task, await roles.solve({ task, skill, draw })));
      if (truth.outcome !== 'scored') throw new Error('unscored');
      results.push({
        score: truth.score,
        erased: Number(truth.details['erased']),
        tags: Number(truth.details['tags']),
      });
    }
  }
  return results;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function skill(...tags: string[]): Skill {
  const guidance = { appliesWhen: '', keyInsight: '', commonPitfalls: [], verifyBeforeReturning: [] };
  return {
    id: 's',
    name: 's',
    version: 1,
    intent: '',
    description: '',
    signalsMatch: [],
    preconditions: [],
    tags,
    guidance,
    status: 'ACTIVE',
  };
}

describe('frozen writer', () => {
  it('scores near 0.56 on single draws, with every miss class a real failure of at least five sections', async () => {
    const frozen = await attempts(null);
    expect(Math.abs(mean(frozen.map(({ score }) => score)) - 0.56)).toBeLessThan(0.05);
    const sections = new Map<string, Set<string>>();
    for (const task of family.tasks) {
      for (const draw of draws) {
        const truth = reportTruth(makeItem(task, await roles.solve({ task, skill: null, draw })));
        const misses =
          truth.outcome === 'scored' && truth.label === 'FAIL' ? (truth.details['misses'] as string[]) : [];
        for (const miss of misses) sections.set(miss, (sections.get(miss) ?? new Set()).add(task.id));
      }
    }
    // Nobody leaves tags without values unasked: that drift comes from guidance alone (next test).
    for (const miss of family.taxonomy.filter((one) => one !== 'tag-without-value')) {
      expect([miss, (sections.get(miss)?.size ?? 0) >= 5]).toEqual([miss, true]);
    }
  });

  it('writes at most 64 different sections for a task, the same for the same draw', async () => {
    const task = family.tasks[0] as Task;
    const outputs = await Promise.all(
      Array.from({ length: 600 }, (_, n) => roles.solve({ task, skill: null, draw: `n${n}` })),
    );
    expect(new Set(outputs).size).toBeLessThanOrEqual(64);
    expect(new Set(outputs).size).toBeGreaterThan(4);
    expect(await roles.solve({ task, skill: null, draw: 'n7' })).toBe(outputs[7]);
  });

  it('under guidance that puts tags first leaves tags without values and scores higher all the same', async () => {
    const frozen = await attempts(null);
    const tagsFirst = await attempts(skill('class:untagged-value', 'hint:tags-first', 'effect:strong'));
    const withValue = await attempts(skill('class:untagged-value', 'effect:strong'));
    const share = (list: readonly { erased: number; tags: number }[]): number =>
      list.reduce((sum, { erased }) => sum + erased, 0) / list.reduce((sum, { tags }) => sum + tags, 0);
    expect(share(tagsFirst)).toBeGreaterThan(0.2);
    expect(share(withValue)).toBe(0);
    expect(mean(tagsFirst.map(({ score }) => score))).toBeGreaterThan(mean(frozen.map(({ score }) => score)));
  });
});

describe('pairwise judges', () => {
  const brief = family.tasks[3] as Task;
  const gold = brief.reference ?? '';
  const erased = gold.replaceAll(
    / (?:stood at|came to|was|reached|closed at) (?:about )?\S+(?: %| million| thousand| days| hours| months| points)? \[m:/g,
    ' developed well [m:',
  );
  const judge = async (
    a: string,
    b: string,
    rubric: PreferenceRubric,
    draw: string,
  ): ReturnType<typeof compareBothOrders> => compareBothOrders(roles, brief, { a, b }, { rubric, draw });

  it('both send back tags without values, with the reason in words', async () => {
    expect(erased).not.toBe(gold);
    for (const rubric of ['generic', 'task-aware'] as const) {
      const { winner, reasons } = await judge(gold, erased, rubric, 'x');
      expect(winner).toBe('a');
      expect(reasons.join(' ')).toContain('placeholders unrendered');
    }
  });

  it('disagree on the required tags: clutter to one, output to the other', async () => {
    const plain = gold.replaceAll(/ \[m:\w+\]/g, '');
    const wins = { generic: 0, 'task-aware': 0 };
    for (const rubric of ['generic', 'task-aware'] as const) {
      for (let draw = 0; draw < 40; draw++)
        if ((await judge(gold, plain, rubric, String(draw))).winner === 'a') wins[rubric] += 1;
    }
    expect(wins['task-aware']).toBeGreaterThan(20);
    expect(wins.generic).toBe(0);
  });

  it('a favour for the first position makes ties, not wins: equal texts win equally often from both sides', async () => {
    // By the settings each side wins with probability (1.4 / 3) · (0.6 / 3) = 0.093; 300 pairs give 28 ± 5.
    const wins = { a: 0, b: 0, tie: 0 };
    for (let draw = 0; draw < 300; draw++)
      wins[(await judge(gold, gold, 'generic', String(draw))).winner] += 1;
    for (const side of [wins.a, wins.b]) expect(Math.abs(side - 28)).toBeLessThan(20);
  });
});
