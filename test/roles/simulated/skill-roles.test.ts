import { describe, expect, it } from 'vitest';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataPath } from '../../../src/data-folder.js';
import type { Family } from '../../../src/families/family.js';
import { codeTaxonomy } from '../../../src/families/code/taxonomy.js';
import { loadCodeTasks } from '../../../src/families/code/load-tasks.js';
import { reportTasks } from '../../../src/families/report/generate.js';
import { reportTaxonomy } from '../../../src/families/report/taxonomy.js';
import { loadSqlTasks } from '../../../src/families/sql/load-tasks.js';
import { sqlTaxonomy } from '../../../src/families/sql/taxonomy.js';
import { memoryCache } from '../../../src/grader/cache.js';
import { makeItem, type Item } from '../../../src/grader/item.js';
import { simulatedCritic } from '../../../src/roles/simulated/critic.js';
import { createReader } from '../../../src/roles/simulated/readings.js';
import { simulatedRouter } from '../../../src/roles/simulated/router.js';
import { readSkillBank } from '../../../src/roles/simulated/skill-bank.js';
import { simulatedSkillWriter } from '../../../src/roles/simulated/skill-writer.js';
import { simulatedSolver } from '../../../src/roles/simulated/solver.js';
import type {
  Criticism,
  EvidenceLine,
  Skill,
  SkillDraft,
  WriteSkillRequest,
} from '../../../src/roles/skill-loop.js';
import { identityText, skillText } from '../../../src/skills/library.js';
import { canonicalise, patternSimilarity } from '../../../src/skills/patterns.js';
import { cosine, wordVector } from '../../../src/skills/similarity.js';
import { ratchetSettings } from '../../../src/skills/settings.js';
import { calibration, fits, plainFamily, plainFaults, plainTask } from './fakes.js';

const cache = memoryCache();
const solver = simulatedSolver({ family: 'plain', faults: plainFaults, calibration, cache });
const read = createReader(plainFamily() as unknown as Family, solver, cache);
const criticise = simulatedCritic(read, calibration, '0');
const count = 600;

function skill(id: string, ...tags: string[]): Skill {
  const guidance = { appliesWhen: '', keyInsight: '', commonPitfalls: [], verifyBeforeReturning: [] };
  return {
    id,
    name: id,
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

describe('simulatedCritic', () => {
  const verdicts = async (
    output: string,
    failed: boolean,
    more: { readonly skill?: Skill; readonly evidence?: readonly EvidenceLine[] } = {},
  ): Promise<Criticism[]> =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const item: Item = makeItem(plainTask(`t${index}`), output);
        const capsule = {
          item,
          skillId: more.skill?.id ?? null,
          verdict: failed ? 'FAIL' : 'PASS',
          failed,
          evidence: more.evidence ?? [],
        } as const;
        return criticise({ capsule, skill: more.skill ?? null, taxonomy: codeTaxonomy, draw: `d${index}` });
      }),
    );
  const named = (list: readonly Criticism[], failureClass: string | null): number =>
    list.filter((one) => one.failureClass === failureClass).length;
  const { namesRightClass, namesFaultInPass } = calibration.critic;

  it('names a class of every failed attempt, the right one at its rate', async () => {
    const list = await verdicts('off-by-one by hand', true);
    expect(named(list, null)).toBe(0);
    // The truth of the plain family calls every wrong output a crash.
    expect(fits(named(list, 'crash'), count, namesRightClass.value)).toBe(true);
    expect(new Set(list.map((one) => one.failureClass)).size).toBe(codeTaxonomy.length);
    for (const { pattern, failureClass } of list)
      expect([`${failureClass} in lists`, `in lists: ${failureClass}`]).toContain(pattern);
  });

  it('names a fault in a passed attempt at its rate where there is one, and none where there is none', async () => {
    const list = await verdicts('off-by-one by hand', false);
    const seeing = list.filter(({ failureClass }) => failureClass !== null);
    expect(fits(seeing.length, count, namesFaultInPass.value)).toBe(true);
    expect(fits(named(list, 'crash'), count, namesFaultInPass.value * namesRightClass.value)).toBe(true);
    expect(list.filter(({ pattern }) => pattern === '')).toHaveLength(count - seeing.length);
    expect(named(await verdicts('fine', false), null)).toBe(count);
  });

  it('believes that a right output failed, and takes the class from the evidence where a line names one', async () => {
    const evidence = [{ source: 'op', text: 'loops', failureClass: 'endless-loop' }] as const;
    const told = await verdicts('fine', true, { evidence });
    expect(fits(named(told, 'endless-loop'), count, namesRightClass.value)).toBe(true);
    const untold = await verdicts('fine', true);
    for (const one of codeTaxonomy)
      expect([one, fits(named(untold, one), count, 1 / codeTaxonomy.length)]).toEqual([one, true]);
  });

  it('says what the skill in the prompt did, as far as the outcome shows', async () => {
    const influences = async (output: string, failed: boolean, own?: Skill): Promise<Set<string>> =>
      new Set(
        (await verdicts(output, failed, own === undefined ? {} : { skill: own })).map(
          ({ influence, failureClass }) => `${influence} ${failureClass === 'crash' ? 'on' : 'off'}`,
        ),
      );
    const about = skill('s1', 'class:crash');
    expect(await influences('crash', true, about)).toEqual(new Set(['HURT on', 'NEUTRAL off']));
    expect(await influences('crash', false, about)).toEqual(new Set(['HELPED on', 'HELPED off']));
    expect(await influences('crash', true)).toEqual(new Set(['INAPPLICABLE on', 'INAPPLICABLE off']));
  });

  it('answers equal requests equally', async () => {
    expect(await verdicts('crash', true)).toEqual(await verdicts('crash', true));
  });
});

const families = {
  code: { taxonomy: codeTaxonomy, tasks: loadCodeTasks() },
  sql: { taxonomy: sqlTaxonomy, tasks: loadSqlTasks() },
  report: { taxonomy: reportTaxonomy, tasks: reportTasks() },
} as const;
type FamilyName = keyof typeof families;
const names = Object.keys(families) as FamilyName[];

const bankOf = (family: FamilyName): ReturnType<typeof readSkillBank> =>
  readSkillBank(dataPath('families', family, 'skills.json'), families[family].taxonomy);
const request = (
  failureClass: string | null,
  topic: string | null,
  more: Partial<WriteSkillRequest> = {},
) => ({
  pattern: `${failureClass} in ${topic}`,
  failureClass,
  topic,
  members: [],
  hints: 'as-scored' as const,
  usedNames: [],
  round: 0,
  draw: 'd',
  ...more,
});

async function drafts(
  family: FamilyName,
  draws: number,
  hints: WriteSkillRequest['hints'] = 'as-scored',
): Promise<SkillDraft[]> {
  const write = simulatedSkillWriter(bankOf(family), calibration, '0');
  const { taxonomy, tasks } = families[family];
  const topics = [...new Set(tasks.map(({ topic }) => topic))];
  const written = await Promise.all(
    taxonomy.flatMap((failureClass) =>
      topics.flatMap((topic) =>
        Array.from({ length: draws }, (_, index) =>
          write(request(failureClass, topic, { draw: `d${index}`, hints })),
        ),
      ),
    ),
  );
  return written.filter((draft): draft is SkillDraft => draft !== null);
}

describe('simulatedSkillWriter', () => {
  it('writes each sort of skill at its share', async () => {
    const write = simulatedSkillWriter(bankOf('code'), calibration, '0');
    const list = await Promise.all(
      Array.from({ length: count }, (_, index) => write(request('crash', 'lists', { draw: `d${index}` }))),
    );
    const { strong, weak, empty, harmful } = calibration.writer.shares.value;
    for (const [tag, share] of Object.entries({ strong, weak, none: empty, harmful })) {
      const hits = list.filter((draft) => draft?.tags.includes(`effect:${tag}`)).length;
      expect([tag, fits(hits, count, share)]).toEqual([tag, true]);
    }
  });

  it.each(names)(
    'keeps to 1,500 characters for every class and topic, and says class and topic: %s',
    async (family) => {
      const { taxonomy, tasks } = families[family];
      const topics = new Set(tasks.map(({ topic }) => topic));
      for (const hints of ['as-scored', 'value-plus-tag'] as const) {
        const list = await drafts(family, 4, hints);
        expect(list).toHaveLength(taxonomy.length * topics.size * 4);
        for (const draft of list) {
          expect(skillText(draft).length).toBeLessThanOrEqual(ratchetSettings.maximumCharacters);
          expect(draft.tags.filter((tag) => /^(class|topic):/.test(tag))).toHaveLength(2);
        }
      }
    },
  );

  it.each(names)(
    'no two skills of different class or topic are duplicates to the guard: %s',
    async (family) => {
      const vectors = (await drafts(family, 1)).map((draft) => wordVector(identityText(draft)));
      const highest = Math.max(
        ...vectors.flatMap((one, index) => vectors.slice(index + 1).map((other) => cosine(one, other))),
      );
      expect(highest).toBeLessThan(ratchetSettings.similarity.duplicate);
      expect(highest).toBeGreaterThan(0.5);
    },
  );

  it('speaks of tags first or of value plus tag, for metric discipline alone', async () => {
    const hintTags = async (hints: WriteSkillRequest['hints']): Promise<Record<string, string[]>> => {
      const list = await drafts('report', 1, hints);
      return Object.fromEntries(
        list.map(({ tags }) => [tags[0]?.slice(6) ?? '', tags.filter((tag) => tag.startsWith('hint:'))]),
      );
    };
    const both = {
      'low-status-overclaimed': [],
      'unhedged-forecast': [],
      'missing-section': ['hint:confident-outlook'],
    };
    const metric = ['metric-uncovered', 'tag-without-value', 'untagged-value', 'invented-value'];
    const all = (hint: string): Readonly<Record<string, readonly string[]>> =>
      Object.fromEntries(metric.map((one) => [one, [hint]] as const));
    expect(await hintTags('as-scored')).toEqual({ ...both, ...all('hint:tags-first') });
    expect(await hintTags('value-plus-tag')).toEqual({ ...both, ...all('hint:value-plus-tag') });
  });

  it('takes a name that nobody has, and writes nothing without a class', async () => {
    const write = simulatedSkillWriter(bankOf('code'), calibration, '0');
    const usedNames = ['crash-lists', 'crash-lists-2'];
    expect((await write(request('crash', 'lists', { usedNames })))?.name).toBe('crash-lists-3');
    expect((await write(request('crash', null)))?.tags).not.toContain('topic:null');
    expect(await write(request(null, 'lists'))).toBeNull();
    expect(await write(request('no-such-class', 'lists'))).toBeNull();
  });
});

describe('patterns of the simulated critic', () => {
  it.each(names)(
    'are class × topic: both wordings are one pattern, and no two patterns are: %s',
    (family) => {
      const { taxonomy, tasks } = families[family];
      const topics = [...new Set(tasks.map(({ topic }) => topic))];
      const wordings = taxonomy.flatMap((one) =>
        topics.flatMap((topic) => [`${one} in ${topic}`, `in ${topic}: ${one}`]),
      );
      const { groups } = canonicalise([], wordings, ratchetSettings.similarity.pattern);
      expect(groups).toHaveLength(taxonomy.length * topics.length);
      expect(new Set(groups.map(({ length }) => length))).toEqual(new Set([2]));
      const names = groups.map(([name]) => name ?? '');
      const nearest = Math.max(
        ...names.flatMap((one, index) =>
          names.slice(index + 1).map((other) => patternSimilarity(one, other)),
        ),
      );
      expect(nearest).toBeLessThan(ratchetSettings.similarity.covered);
    },
  );
});

describe('simulatedRouter', () => {
  const route = simulatedRouter(solver, calibration, '0');
  const { seesRelevance, offersAnyway } = calibration.router;
  // Each task is asked about skills on a mistake that it invites, on one that it does not, on its topic and off it.
  const chosen = async (skillsOf: (invited: string, other: string) => Skill[]): Promise<(string | null)[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const task = plainTask(`r${index}`);
        const invited = (await solver.prepare(task)).susceptibilities.map(({ failureClass }) => failureClass);
        const other = codeTaxonomy.find((one) => !invited.includes(one)) ?? '';
        return route({ task, skills: skillsOf(invited[0] ?? '', other), draw: `d${index}` });
      }),
    );
  const share = (list: readonly (string | null)[], id: string | null): number =>
    list.filter((one) => one === id).length;

  it('takes a relevant skill on the topic at the rate at which it sees relevance', async () => {
    const list = await chosen((invited, other) => [
      skill('near', `class:${invited}`, 'topic:lists'),
      skill('far', `class:${invited}`, 'topic:strings'),
      skill('off', `class:${other}`, 'topic:lists'),
    ]);
    const anyway = (1 - seesRelevance.value) * offersAnyway.value;
    expect(fits(share(list, 'near'), count, seesRelevance.value + anyway / 2)).toBe(true);
    expect(fits(share(list, 'off'), count, anyway / 2)).toBe(true);
    expect(share(list, 'far')).toBe(0);
    expect(fits(share(list, null), count, (1 - seesRelevance.value) * (1 - offersAnyway.value))).toBe(true);
  });

  it('takes a relevant one of another topic where there is none on the task’s', async () => {
    const list = await chosen((invited) => [skill('far', `class:${invited}`, 'topic:strings')]);
    expect(fits(share(list, 'far'), count, seesRelevance.value)).toBe(true);
  });

  it('offers one on the topic now and then where none is relevant, else none', async () => {
    const list = await chosen((_, other) => [
      skill('off', `class:${other}`, 'topic:lists'),
      skill('neither', `class:${other}`, 'topic:strings'),
    ]);
    expect(fits(share(list, 'off'), count, offersAnyway.value)).toBe(true);
    expect(share(list, 'neither')).toBe(0);
  });

  it('does not know how good a skill is', async () => {
    const list = await chosen((invited) => [
      skill('good', `class:${invited}`, 'topic:lists', 'effect:strong'),
      skill('bad', `class:${invited}`, 'topic:lists', 'effect:harmful'),
    ]);
    expect(fits(share(list, 'bad'), share(list, 'bad') + share(list, 'good'), 0.5)).toBe(true);
  });
});

describe('readSkillBank', () => {
  it.each(names)('has texts for every class of the taxonomy and for no other: %s', (family) => {
    expect(Object.keys(bankOf(family).classes).sort()).toEqual([...families[family].taxonomy].sort());
  });

  it('names what is missing and what does not fit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pawl-bank-'));
    try {
      const path = join(folder, 'skills.json');
      const reading = (text: string) => () => {
        writeFileSync(path, text);
        return readSkillBank(path, ['crash']);
      };
      expect(reading('{')).toThrow(/skills\.json/);
      expect(reading('{"about": "x", "classes": {}}')).toThrow(/no texts for crash/);
      expect(reading('{"about": "x", "classes": {"crash": {"keyInsight": "short"}}}')).toThrow(/keyInsight/);
      expect(() => readSkillBank(join(folder, 'none.json'), [])).toThrow(/none\.json/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
