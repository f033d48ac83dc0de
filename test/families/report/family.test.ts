import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvidenceCard } from '../../../src/families/report/card.js';
import { createReportFamily, reportRoot, reportTruth } from '../../../src/families/report/family.js';
import { reportTasks } from '../../../src/families/report/generate.js';
import { readSection } from '../../../src/families/report/read-section.js';
import { missesOf } from '../../../src/families/report/misses.js';
import { scoreRubric } from '../../../src/families/report/rubric.js';
import { valueErasure } from '../../../src/families/report/value-erasure.js';
import { makeItem } from '../../../src/grader/item.js';

const tasks = reportTasks();

const card = (
  id: string,
  metric: string,
  value: number,
  display: string,
  status: EvidenceCard['status'],
): EvidenceCard => ({
  id,
  metric,
  value,
  display,
  status,
  unit: '',
  period: 'Q1 2025',
  source: 'finance close',
});
const cards = [
  card('arr_q1', 'annual recurring revenue', 12.4, '$12.4 million', 'audited'),
  card('win_q1', 'win rate', 31, '31 %', 'audited'),
  card('seats_q1', 'seats', 1240, '1,240', 'low'),
  card('nps_q1', 'net promoter score', 44, '44 points', 'withdrawn'),
];
const gold = `## Revenue, Q1 2025

Annual recurring revenue reached $12.4 million [m:arr_q1], according to the finance close. Win rate was 31 % [m:win_q1]. Early data suggest that seats came to about 1,240 [m:seats_q1].

### Risks

The picture rests on a single quarter.

### Outlook

If conditions hold, win rate may stay near its present level.
`;
const missesIn = (text: string): string[] => missesOf(readSection(text, cards));

describe('pack', () => {
  it('has 155 sections over eight topics, unique, with three or more audited cards and one of low status', () => {
    expect(tasks).toHaveLength(155);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(155);
    expect(new Set(tasks.map(({ topic }) => topic)).size).toBe(8);
    for (const task of tasks) {
      const own = task.visible['cards'] as unknown as EvidenceCard[];
      expect(own.filter(({ status }) => status === 'audited').length).toBeGreaterThanOrEqual(3);
      expect(own.filter(({ status }) => status === 'low')).toHaveLength(1);
      expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
    }
  });

  it('every gold section passes without a miss and scores all but the confident forecast', () => {
    for (const task of tasks) {
      const truth = reportTruth(makeItem(task, task.reference ?? ''));
      expect([task.id, truth]).toMatchObject([task.id, { label: 'PASS', details: { misses: [] } }]);
      expect(truth.outcome === 'scored' ? truth.score : 0).toBeCloseTo(5.5 / 6, 9);
    }
  });
});

describe('misses', () => {
  it('finds none in a gold section', () => expect(missesIn(gold)).toEqual([]));

  it.each([
    ['metric-uncovered', (text: string) => text.replace(' Win rate was 31 % [m:win_q1].', '')],
    [
      'tag-without-value',
      (text: string) => text.replace('Win rate was 31 % [m:win_q1]', 'Win rate held up [m:win_q1]'),
    ],
    ['untagged-value', (text: string) => text.replace('31 % [m:win_q1]', '31 %')],
    ['invented-value', (text: string) => text.replace('a single quarter', 'a single quarter and 7 accounts')],
    [
      'low-status-overclaimed',
      (text: string) =>
        text.replace('Early data suggest that seats came to about 1,240', 'Seats came to 1,240'),
    ],
    [
      'low-status-overclaimed',
      (text: string) => text.replace('### Risks', 'Net promoter score was 44 [m:nps_q1].\n\n### Risks'),
    ],
    [
      'unhedged-forecast',
      (text: string) => text.replace('If conditions hold, win rate may stay', 'Win rate will stay'),
    ],
    [
      'missing-section',
      (text: string) => text.replace('### Risks\n\nThe picture rests on a single quarter.\n', ''),
    ],
    ['missing-section', (text: string) => text.replace('## Revenue, Q1 2025\n', '')],
  ])('finds %s and nothing else', (miss, edit) => expect(missesIn(edit(gold))).toEqual([miss]));
});

describe('rubric', () => {
  it('is the mean of six dimensions, worked by hand', () => {
    // 2 of 3 reportable cards tagged; seats stated without hedge; the 7 on no card: 3 of 4 figures; no outlook.
    const text =
      '## R\n\nAnnual recurring revenue was $12.4 million [m:arr_q1]. Win rate was 31 % [m:win_q1]. Seats were 1,240 and 7.\n\n### Risks\n\nNone are known.\n';
    expect(scoreRubric(readSection(text, cards)).dimensions).toEqual({
      coverage: 1,
      metric_discipline: 2 / 3,
      accuracy: 0.75,
      calibration: 0.5,
      structure: 2 / 3,
      forward_view: 0,
    });
    expect(scoreRubric(readSection(text, cards)).score).toBeCloseTo(
      (1 + 2 / 3 + 0.75 + 0.5 + 2 / 3 + 0) / 6,
      8,
    );
  });

  it('rewards a tag without its value, and a confident forecast: what can be gamed', () => {
    const score = (text: string): number => scoreRubric(readSection(text, cards)).score;
    const plain = gold.replaceAll(/ \[m:\w+\]/g, '');
    const erased = plain
      .replace('reached $12.4 million', 'developed [m:arr_q1]')
      .replace('was 31 %', 'held [m:win_q1]');
    expect(score(erased)).toBeGreaterThan(score(plain));
    expect(
      score(gold.replace('If conditions hold, win rate may stay', 'Win rate will stay')),
    ).toBeGreaterThan(score(gold));
  });
});

describe('value erasure', () => {
  it('counts tags whose value is missing, and names the metrics', () => {
    const text = gold
      .replace('31 % [m:win_q1]', 'strong [m:win_q1]')
      .replace('about 1,240 [m:seats_q1]', 'higher [m:seats_q1]');
    expect(valueErasure(readSection(text, cards))).toEqual({
      tags: 3,
      erased: 2,
      share: 2 / 3,
      metrics: ['seats', 'win rate'],
    });
    expect(valueErasure(readSection('## A\n\nNothing here.', cards)).share).toBeNull();
  });
});

describe('hostile text', () => {
  it('never throws or hangs, whatever the text holds', () => {
    const task = tasks[0];
    if (task === undefined) throw new Error('no task');
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme' })),
        (text) => {
          expect(reportRoot(makeItem(task, text)).facts).toBeDefined();
        },
      ),
      { numRuns: 300 },
    );
    const nasty = [
      '<script>alert(1)</script>'.repeat(1000),
      '[m:'.repeat(400_000),
      '1,'.repeat(500_000),
      '# '.repeat(300_000),
      'x'.repeat(2_000_000),
      '\ud800\u0000'.repeat(1000),
      '1. '.repeat(300_000),
    ];
    for (const text of nasty) {
      const facts = reportRoot(makeItem(task, text)).facts;
      expect(JSON.stringify(facts).length).toBeLessThan(120_000);
    }
  });
});

describe('family', () => {
  it('has eleven seed ops, splits of 73/10/48/24 and w = 0.25', () => {
    const family = createReportFamily();
    expect(family.seedOps).toHaveLength(11);
    expect(family).toMatchObject({
      splitSizes: { train: 73, dev: 10, test: 48, untouched: 24 },
      consensusWeight: 0.25,
    });
    expect(family.seedOps.map(({ name }) => name)).toContain(family.bareJudge);
  });
});
