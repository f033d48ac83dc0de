import { describe, expect, it } from 'vitest';
import { describeReport, erasureGate } from '../../../src/families/report/describe.js';
import { reportRoot } from '../../../src/families/report/family.js';
import { reportTasks } from '../../../src/families/report/generate.js';
import { makeItem, type PreparedItem, type Task } from '../../../src/grader/item.js';

const task = reportTasks()[0] as Task;
const cards = task.visible['cards'] as unknown as {
  id: string;
  metric: string;
  value: number;
  status: string;
}[];
const card = cards.find(({ status }) => status === 'audited') ?? { id: '', metric: '', value: 0, status: '' };
const reportable = cards.filter(({ status }) => status !== 'withdrawn').length;
const prepared = (text: string): PreparedItem => {
  const item = makeItem(task, text);
  return { item, root: reportRoot(item) };
};
const section = (sentence: string): PreparedItem =>
  prepared(`## Cash\n\nThe quarter was a quiet one for all. ${sentence}\n`);

describe('describeReport', () => {
  it('counts values and tags, values without a tag, and names missing parts', () => {
    expect(describeReport(section(`The ${card.metric} was ${card.value}.`))).toEqual([
      { source: 'root', text: `1 of ${reportable} values stated, 0 tags` },
      { source: 'root', text: '1 values without a tag' },
      { source: 'root', text: 'missing: risks, outlook' },
    ]);
    expect(describeReport(section(`The ${card.metric} was ${card.value} [m:${card.id}].`))).toEqual([
      { source: 'root', text: `1 of ${reportable} values stated, 1 tags` },
      { source: 'root', text: 'missing: risks, outlook' },
    ]);
  });

  it('finds nothing to tell in the gold section but its counts', () => {
    expect(describeReport(prepared(task.reference ?? ''))).toHaveLength(1);
  });

  it('has nothing to tell of an attempt without output', () => {
    const item = makeItem(task, '');
    expect(describeReport({ item, root: { verdict: 'CLEAN', facts: {} } })).toEqual([]);
    expect(erasureGate({ item, root: { verdict: 'CLEAN', facts: {} } })).toBeNull();
  });
});

describe('erasureGate', () => {
  it('fails a tag that stands where its value belongs, with class and metric', () => {
    expect(erasureGate(section(`The ${card.metric} developed well [m:${card.id}].`))).toEqual({
      text: `1 of 1 tags without their value: ${card.metric}`,
      failureClass: 'tag-without-value',
    });
  });

  it('lets values with and without tags through, and the gold section', () => {
    expect(erasureGate(section(`The ${card.metric} was ${card.value} [m:${card.id}].`))).toBeNull();
    expect(erasureGate(section(`The ${card.metric} was ${card.value}.`))).toBeNull();
    expect(erasureGate(prepared(task.reference ?? ''))).toBeNull();
  });
});
