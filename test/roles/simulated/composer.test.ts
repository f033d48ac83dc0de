import { describe, expect, it } from 'vitest';
import { leavesOf, type Expression } from '../../../src/grader/expression.js';
import { parseExpression } from '../../../src/grader/parse-expression.js';
import type { ComposeRequest } from '../../../src/roles/roles.js';
import { simulatedComposer } from '../../../src/roles/simulated/composer.js';
import { calibration } from './fakes.js';

const classes = ['crash', 'off-by-one', 'wrong-format'];
const catalogue = Array.from({ length: 9 }, (_, index) => ({
  name: `op_${index}`,
  failureClass: classes[index % 3] ?? '',
  tier: 'static' as const,
  description: '',
}));

function request(draw: string, more: Partial<ComposeRequest> = {}): ComposeRequest {
  return {
    catalogue,
    gapClasses: [{ failureClass: 'crash', count: 4 }],
    elites: [
      { expression: '(any op_1 op_2)', objective: 0.7, missClasses: ['crash'], falseAlarms: 0 },
      { expression: '(weighted 0.5 (0.5 op_3) (0.5 op_4))', objective: 0.6, missClasses: [], falseAlarms: 3 },
    ],
    count: 5,
    draw,
    ...more,
  };
}

const compose = simulatedComposer(calibration, '0');
const proposals = (
  await Promise.all(Array.from({ length: 200 }, (_, draw) => compose(request(`${draw}`))))
).flat();
const parsed = proposals.map(parseExpression);

function kindsIn(expression: Expression): string[] {
  const children =
    'children' in expression
      ? expression.children.map((one) => ('child' in one && !('kind' in one) ? one.child : one))
      : [];
  const nested = expression.kind === 'not' ? [expression.child] : children;
  return [expression.kind, ...nested.flatMap(kindsIn)];
}

describe('simulatedComposer', () => {
  it('proposes distinct expressions over the catalogue, as many as wanted at the most', async () => {
    const found = await compose(request('one'));
    expect(found).toHaveLength(5);
    expect(new Set(found).size).toBe(5);
    const names = new Set(catalogue.map(({ name }) => name));
    expect(parsed.every((one) => leavesOf(one).every((name) => names.has(name)))).toBe(true);
  });

  it('uses all kinds of node, any most of all', () => {
    const kinds = parsed.flatMap(kindsIn).filter((kind) => kind !== 'op');
    const counts = new Map(
      [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]),
    );
    expect([...counts.keys()].sort()).toEqual(['all', 'any', 'at-least', 'not', 'weighted']);
    expect(Math.max(...counts.values())).toBe(counts.get('any'));
  });

  it('answers to an elite’s missed class with an op of that class', () => {
    const grown = parsed.filter(
      (one) => leavesOf(one).slice(0, 2).join() === 'op_1,op_2' && leavesOf(one).length === 3,
    );
    const added = grown.map((one) => leavesOf(one)[2] ?? '');
    const helpful = catalogue.filter(({ failureClass }) => failureClass === 'crash').map(({ name }) => name);
    expect(added.length).toBeGreaterThan(20);
    expect(added.filter((name) => helpful.includes(name)).length / added.length).toBeGreaterThan(0.9);
  });

  it('is fixed by draw and seed', async () => {
    expect(await simulatedComposer(calibration, '0')(request('7'))).toEqual(await compose(request('7')));
    expect(await simulatedComposer(calibration, '1')(request('7'))).not.toEqual(await compose(request('7')));
    expect(await compose(request('8'))).not.toEqual(await compose(request('7')));
  });

  it('copes with one op and with none', async () => {
    expect(await compose(request('1', { catalogue: [], elites: [] }))).toEqual([]);
    const alone = await compose(request('1', { catalogue: catalogue.slice(0, 1), elites: [] }));
    expect(alone.length).toBeGreaterThan(0);
    expect(alone.flatMap((text) => leavesOf(parseExpression(text)))).toEqual(
      expect.arrayContaining(['op_0']),
    );
  });
});
