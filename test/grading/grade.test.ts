import { describe, expect, it } from 'vitest';
import { familyOfGrader } from '../../src/families/own/family.js';
import { memoryCache, type Cache } from '../../src/grader/cache.js';
import { makeGraderFile, type GraderFile } from '../../src/grader/grader-file.js';
import { makeItem, type Item } from '../../src/grader/item.js';
import type { OpSpec } from '../../src/grader/op.js';
import { grade } from '../../src/grading/grade.js';
import { createGrading, type Grading } from '../../src/grading/grading.js';
import { openGrader } from '../../src/grading/load-grader.js';
import { profileCounter } from '../../src/grading/profile.js';
import { givenRoles } from '../../src/jobs/own-roles.js';
import type { PythonSandbox } from '../../src/sandbox/python/python-sandbox.js';
import { fakeOp } from '../support/fake-world.js';
import { opText, wordSandbox } from '../support/own-folder.js';

const root = { json: false, requiredKeys: [], maximumCharacters: 20 };
const op = (name: string, word: string): OpSpec => ({
  ...fakeOp(name, 'wrong', word),
  check: { kind: 'python', source: opText(word) },
});
const pool = [op('bad', 'bad'), op('rude', 'rude'), op('mild', 'mild'), op('silent', 'silent')];
const item = (output: string): Item =>
  makeItem(
    { id: output.slice(0, 8), prompt: 'p', topic: 't', reference: null, visible: {}, hidden: {} },
    output,
  );

function grader(expression: string): GraderFile {
  return makeGraderFile({ family: { name: 'mine', version: 'v', own: root }, expression, pool, engines: {} });
}

function gradingOf(cache: Cache = memoryCache(), sandbox: PythonSandbox = wordSandbox()): Grading {
  const family = familyOfGrader({ name: 'mine', version: 'v' }, root, pool);
  return createGrading({ family, roles: givenRoles({ name: 'mine', outputs: new Map() }), sandbox, cache });
}

describe('grading', () => {
  it('names the drawbacks that the verdict rests on, and no op that fires under a not', async () => {
    const grades = await grade(
      grader('(any bad (not mild))'),
      ['bad mild', 'bad', 'mild', 'ok'].map(item),
      gradingOf(),
    );
    expect(
      grades.map(({ verdict, drawbacks }) => [
        verdict,
        drawbacks.map((one) => (one.negated ? `not ${one.op}` : one.op)),
      ]),
    ).toEqual([
      ['FAIL', ['bad']],
      ['FAIL', ['bad', 'not mild']],
      ['PASS', []],
      ['FAIL', ['not mild']],
    ]);
    expect(grades[3]?.drawbacks[0]?.description).toBe("not found: finds 'mild'");
  });

  it('fails what the root refuses, whatever the expression says, and names the root', async () => {
    const long = 'far more than twenty characters';
    const grades = await grade(grader('(any bad)'), [long, `${long} bad`, ''].map(item), gradingOf());
    expect(
      grades.map(({ verdict, expression, root: found, drawbacks }) => [
        verdict,
        expression,
        found,
        drawbacks.map(({ op: name }) => name),
      ]),
    ).toEqual([
      ['FAIL', 'PASS', 'DRAWBACK', ['root']],
      ['FAIL', 'FAIL', 'DRAWBACK', ['root', 'bad']],
      ['FAIL', 'PASS', 'DRAWBACK', ['root']],
    ]);
    const [silent] = await grade(grader('(any silent)'), [item(long)], gradingOf());
    expect(silent).toMatchObject({ verdict: 'FAIL', expression: 'ABSTAIN' });
  });

  it('abstains where no op has an opinion, and says why', async () => {
    const [one] = await grade(grader('(any silent)'), [item('fine')], gradingOf());
    expect(one).toMatchObject({
      verdict: 'ABSTAIN',
      drawbacks: [],
      ops: [{ op: 'silent', reason: 'precondition' }],
    });
  });
});

describe('the caches of grading', () => {
  it('run an op once on an output, however often it is asked', async () => {
    const cache = memoryCache();
    const sandbox = wordSandbox();
    const grading = gradingOf(cache, sandbox);
    const items = ['bad', 'ok'].map(item);
    const first = await grade(grader('(any bad)'), items, grading);
    expect(sandbox.jobs()).toBe(1);
    expect(await grade(grader('(any bad)'), items, grading)).toEqual(first);
    // Another grading on the same cache, as another process would have it.
    expect(await grade(grader('(any bad)'), items, gradingOf(cache, sandbox))).toEqual(first);
    expect(sandbox.jobs()).toBe(1);
  });

  it('run only what is new', async () => {
    const sizes: number[] = [];
    const words = wordSandbox();
    const counting: PythonSandbox = {
      ...words,
      run: (job) => {
        sizes.push((job.payload as unknown as { items: unknown[] }).items.length);
        return words.run(job);
      },
    };
    const grading = gradingOf(memoryCache(), counting);
    await grade(grader('(any bad)'), ['a', 'b'].map(item), grading);
    await grade(grader('(any bad)'), ['a', 'b', 'c'].map(item), grading);
    await grade(grader('(any bad rude)'), ['a', 'b', 'c'].map(item), grading);
    // Two outputs; the third one; the second op on all three.
    expect(sizes).toEqual([2, 1, 3]);
  });

  it('look at the check, not at its name', async () => {
    const sandbox = wordSandbox();
    const grading = gradingOf(memoryCache(), sandbox);
    const prepared = await grading.prepare([item('bad')]);
    await grading.run([op('one', 'bad')], prepared);
    const [found] = await grading.run([op('other', 'bad')], prepared);
    expect(found).toEqual([{ verdict: 'DRAWBACK' }]);
    expect(sandbox.jobs()).toBe(1);
    await grading.run([op('one', 'rude')], prepared);
    expect(sandbox.jobs()).toBe(2);
  });

  it('keep no time-out', async () => {
    let runs = 0;
    const slow: PythonSandbox = {
      ...wordSandbox(),
      run: async () => {
        runs += 1;
        return { kind: 'timed-out' };
      },
    };
    const grading = gradingOf(memoryCache(), slow);
    const prepared = await grading.prepare([item('bad')]);
    const [first] = await grading.run([op('one', 'bad')], prepared);
    expect(first).toMatchObject([{ verdict: 'ABSTAIN', reason: 'timed-out' }]);
    await grading.run([op('one', 'bad')], prepared);
    expect(runs).toBe(2);
  });

  it('ask the root once for each output, and share what is asked at the same time', async () => {
    let asked = 0;
    const family = {
      ...familyOfGrader({ name: 'mine', version: 'v' }, root, pool),
      root: async () => {
        asked += 1;
        return { verdict: 'CLEAN' as const, facts: {} };
      },
    };
    const cache = memoryCache();
    const roles = givenRoles({ name: 'mine', outputs: new Map() });
    const grading = createGrading({ family, roles, sandbox: wordSandbox(), cache });
    await Promise.all([grading.prepare([item('x'), item('x')]), grading.prepare([item('x')])]);
    await grading.prepare([item('x')]);
    expect(asked).toBe(1);
    await createGrading({
      family: { ...family, version: 'w' },
      roles,
      sandbox: wordSandbox(),
      cache,
    }).prepare([item('x')]);
    expect(asked).toBe(2);
  });
});

describe('a loaded grader', () => {
  it('opens its family with the first output, grades in batches, and tells other engines', async () => {
    let opened = 0;
    let closed = 0;
    const file = makeGraderFile({
      family: { name: 'mine', version: 'v', own: root },
      expression: '(any bad)',
      pool,
      engines: { python: 'old', judge: 'none given outputs 1' },
    });
    const loaded = openGrader(file, async () => {
      opened += 1;
      return { grading: gradingOf(), close: async () => void (closed += 1) };
    });
    expect(opened).toBe(0);
    const many = Array.from({ length: 2500 }, (_, index) =>
      item(index % 5 === 0 ? `bad ${index}` : `ok ${index}`),
    );
    const grades = await loaded.grade(many);
    expect(grades.map(({ itemId }) => itemId)).toEqual(many.map(({ id }) => id));
    expect(grades.filter(({ verdict }) => verdict === 'FAIL')).toHaveLength(500);
    expect(opened).toBe(1);
    expect(loaded.otherEngines()).toEqual([{ part: 'python', made: 'old', here: 'words' }]);
    await loaded.close();
    expect(closed).toBe(1);
  });
});

describe('a profile', () => {
  it('counts verdicts, ops, contradictions and silence', () => {
    const counter = profileCounter(['a', 'b']);
    counter.add('FAIL', ['DRAWBACK', 'CLEAN']);
    counter.add('PASS', ['CLEAN', 'ABSTAIN']);
    counter.add('ABSTAIN', ['ABSTAIN', 'ABSTAIN']);
    expect(counter.profile()).toEqual({
      items: 3,
      verdicts: { pass: 1, fail: 1, abstain: 1 },
      ops: [
        { op: 'a', drawback: 1, clean: 1, abstain: 1 },
        { op: 'b', drawback: 0, clean: 1, abstain: 2 },
      ],
      split: 1,
      silent: 1,
    });
  });
});
