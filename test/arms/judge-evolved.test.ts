import { describe, expect, it } from 'vitest';
import { judgeEvolved } from '../../src/arms/judge-evolved.js';
import type { PreferRequest } from '../../src/roles/roles.js';
import { exampleTask } from '../store/helpers.js';

const pairs = [
  { task: { ...exampleTask, id: 't/1' }, baseline: 'old 1', evolved: 'new 1' },
  { task: { ...exampleTask, id: 't/2' }, baseline: 'old 2', evolved: 'new 2' },
];

describe('the final judge', () => {
  it('reads every pair in both orders by both rubrics', async () => {
    const asked: PreferRequest[] = [];
    const prefer = async (
      request: PreferRequest,
    ): Promise<{ winner: 'first' | 'second'; reasons: string[] }> => {
      asked.push(request);
      return { winner: request.first.startsWith('new') ? 'first' : 'second', reasons: [request.rubric] };
    };
    const judged = await judgeEvolved(pairs, { prefer }, 'draw');
    expect(judged.map(({ task, rubric, winner }) => `${task} ${rubric} ${winner}`)).toEqual([
      't/1 generic evolved',
      't/2 generic evolved',
      't/1 task-aware evolved',
      't/2 task-aware evolved',
    ]);
    expect(asked).toHaveLength(8);
    expect(new Set(asked.map(({ draw }) => draw)).size).toBe(8);
    expect(asked.filter(({ first }) => first.startsWith('old'))).toHaveLength(4);
  });

  it('keeps what a favour for a position decides as a tie', async () => {
    const judged = await judgeEvolved(
      pairs,
      { prefer: async () => ({ winner: 'first', reasons: [] }) },
      'draw',
    );
    expect(judged.map(({ winner }) => winner)).toEqual(['tie', 'tie', 'tie', 'tie']);
  });
});
