import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/grader/item.js';
import type { Skill } from '../../src/roles/skill-loop.js';
import { createRouter } from '../../src/skills/route.js';
import { ratchetSettings } from '../../src/skills/settings.js';
import { recordOf } from './table-loop.js';

const task = (prompt: string): Task => ({
  id: prompt,
  prompt,
  topic: 'lists',
  reference: null,
  visible: {},
  hidden: {},
});
const skills = (count: number, nameOf: (index: number) => string = (index) => `plain ${index}`): Skill[] =>
  Array.from({ length: count }, (_, index) => recordOf(`s${index + 1}`, {}, nameOf(index)).skill);

async function offered(given: readonly Skill[], prompt: string): Promise<string[]> {
  let seen: readonly Skill[] = [];
  const roles = {
    route: async (request: { readonly skills: readonly Skill[] }) => ((seen = request.skills), null),
  };
  await createRouter(given, roles, ratchetSettings)(task(prompt), 'd');
  return seen.map(({ id }) => id);
}

describe('createRouter', () => {
  it('shows all of twenty skills, and at most ten and ten of more', async () => {
    expect(await offered(skills(20), 'anything')).toHaveLength(20);
    const count = (await offered(skills(21), 'anything')).length;
    expect(count).toBeGreaterThanOrEqual(10);
    expect(count).toBeLessThanOrEqual(20);
  });

  it('offers what shares whole words and what shares pieces of words, in order of birth', async () => {
    const names = (index: number): string =>
      index === 40 ? 'palindromic' : index === 45 ? 'rotate twice' : `zz${index}`;
    const ids = await offered(skills(50, names), 'rotate the palindromes');
    expect(ids).toContain('s46');
    // Only trigrams see the stem.
    expect(ids).toContain('s41');
    expect(ids).toEqual([...ids].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))));
  });

  it('offers the same whatever was routed before', async () => {
    const many = skills(40, (index) => `skill about topic${index % 7} and more${index % 3}`);
    const before = await offered(many, 'a task about topic3 and more1');
    await offered(skills(60), 'something else');
    expect(await offered(structuredClone(many), 'a task about topic3 and more1')).toEqual(before);
  });

  it('gives the chosen skill, and none for an id that was not offered', async () => {
    const given = skills(30);
    const choosing = (id: string) =>
      createRouter(given, { route: async () => id }, ratchetSettings)(task('x'), 'd');
    const [first] = await offered(given, 'x');
    expect((await choosing(first ?? ''))?.id).toBe(first);
    const hidden = given.map(({ id }) => id).find((id) => id !== first);
    const shown = await offered(given, 'x');
    const left = given.map(({ id }) => id).find((id) => !shown.includes(id));
    expect(hidden).toBeDefined();
    expect(left).toBeDefined();
    expect(await choosing(left ?? '')).toBeNull();
    expect(await choosing('no such skill')).toBeNull();
  });
});
