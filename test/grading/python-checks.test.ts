import { afterAll, describe, expect, it } from 'vitest';
import { makeItem, type PreparedItem } from '../../src/grader/item.js';
import { runPythonCheck } from '../../src/grading/python-checks.js';
import { createPythonSandbox } from '../../src/sandbox/python/pool.js';

const sandbox = createPythonSandbox({ children: 1 });
afterAll(async () => sandbox.close());

const items: PreparedItem[] = ['short', 'a longer output', 'x = 1\nprint(x)'].map((output, index) => ({
  item: makeItem(
    {
      id: `t/${index}`,
      prompt: 'p',
      topic: 't',
      reference: null,
      visible: { entryPoint: 'f' },
      hidden: { secret: 1 },
    },
    output,
  ),
  root: { verdict: 'CLEAN', facts: { length: output.length } },
}));

const lengths = `def check(item):
    if item["facts"]["length"] < 6:
        return "ABSTAIN"
    return "DRAWBACK" if "print" in item["output"] else "CLEAN"
`;

describe('python checks', () => {
  it('see task, output and facts, and answer for each item', async () => {
    const verdicts = (await runPythonCheck(sandbox, lengths, items)).map(({ verdict, reason }) => [
      verdict,
      reason,
    ]);
    expect(verdicts).toEqual([
      ['ABSTAIN', 'precondition'],
      ['CLEAN', undefined],
      ['DRAWBACK', undefined],
    ]);
  });

  it('never see what only the truth may read', async () => {
    const source =
      'def check(item):\n    return "DRAWBACK" if "secret" in str(item) or "reference" in item["task"] else "CLEAN"\n';
    expect((await runPythonCheck(sandbox, source, items)).map(({ verdict }) => verdict)).toEqual([
      'CLEAN',
      'CLEAN',
      'CLEAN',
    ]);
  });

  it.each([
    ['no check', 'x = 1\n', 'no-check', 'no function'],
    ['a syntax error', 'def check(item)\n', 'raised', 'SyntaxError'],
    ['an exception', 'def check(item):\n    return item["nope"]\n', 'raised', 'KeyError'],
    ['nonsense', 'def check(item):\n    return 7\n', 'nonsense', '7'],
    [
      'a verdict look-alike',
      'class V(str): pass\ndef check(item):\n    return V("CLEAN")\n',
      'nonsense',
      'V',
    ],
    ['an exit', 'def check(item):\n    raise SystemExit(0)\n', 'raised', 'SystemExit'],
    ['an endless loop', 'def check(item):\n    while True: pass\n', 'raised', 'StepLimitReached'],
    [
      'an endless loop that swallows',
      'def check(item):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n',
      'raised',
      'StepLimitReached',
    ],
    ['endless recursion', 'def check(item):\n    return check(item)\n', 'raised', 'RecursionError'],
  ])('an op with %s abstains, with the reason', async (_, source, reason, detail) => {
    const findings = await runPythonCheck(sandbox, source, items);
    expect(findings).toHaveLength(3);
    for (const finding of findings) {
      expect(finding.verdict).toBe('ABSTAIN');
      expect(finding.reason).toBe(reason);
      expect(finding.detail).toContain(detail);
    }
  });

  it.each([
    [
      'remembers what it saw',
      'seen = []\ndef check(item):\n    seen.append(1)\n    return "DRAWBACK" if len(seen) > 1 else "CLEAN"\n',
    ],
    [
      'asks for chance',
      'import random\ndef check(item):\n    return "DRAWBACK" if random.random() < 0.5 else "CLEAN"\n',
    ],
  ])('an op that %s says the same of an item alone and in a batch', async (_, source) => {
    const batch = await runPythonCheck(sandbox, source, items);
    const alone = await Promise.all(items.map(async (item) => runPythonCheck(sandbox, source, [item])));
    expect(batch).toEqual(alone.flat());
    expect(new Set(batch.map(({ verdict }) => verdict)).size).toBe(1);
  });

  it('one item that hangs the interpreter costs the others nothing', async () => {
    const source =
      'def check(item):\n    if item["output"] == "short":\n        sum(range(10**11))\n    return "CLEAN"\n';
    const findings = await runPythonCheck(sandbox, source, items.slice(0, 2));
    expect(findings.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['ABSTAIN', 'timed-out'],
      ['CLEAN', undefined],
    ]);
  });
});
