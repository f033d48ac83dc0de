import { expect, it } from 'vitest';
import { makeItem, unscoredOutput, unscoredReason } from '../../src/grader/item.js';
import { oneFakeWorld } from '../support/fake-world.js';

it('says neither right nor wrong of an attempt that brought no output', async () => {
  const world = await oneFakeWorld();
  const { family, grading } = world;
  const [first, second] = family.tasks;
  if (first === undefined || second === undefined) return expect.fail('no tasks');
  const items = [makeItem(first, 'wrong 1'), makeItem(second, unscoredOutput('refused'))];
  const prepared = await grading.prepare(items);
  const findings = await grading.run(family.seedOps, prepared);
  const truths = await grading.truths(items);
  await world.close();
  expect(findings.map(([, none]) => none)).toEqual(
    family.seedOps.map(() => ({ verdict: 'ABSTAIN', reason: 'unscored', detail: 'refused' })),
  );
  expect(findings[1]?.[0]).toEqual({ verdict: 'DRAWBACK' });
  expect(truths.map(({ outcome }) => outcome)).toEqual(['scored', 'unscored']);
  expect(prepared[1]?.root).toEqual({ verdict: 'CLEAN', facts: {} });
  expect(unscoredReason('an ordinary output')).toBe(null);
});
