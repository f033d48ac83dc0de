import * as aq from 'arquero';
import { describe, expect, it } from 'vitest';
import type { GraderFile } from '../../../src/grader/grader-file.js';
import { makeGraderFile } from '../../../src/grader/grader-file.js';
import type { OpSpec } from '../../../src/grader/op.js';
import { diffLists } from '../../../src/notebook/display/line-diff.js';
import {
  chart,
  diff,
  grader,
  marked,
  progress,
  showFigure,
  stepper,
  table,
  type Displayable,
  type MimeBundle,
} from '../../../src/notebook/display/index.js';
import { fixtures } from '../../figures/fixtures.js';

const hostile = '<script>alert("1")</script> & \'2\'';
const data = async (shown: Displayable): Promise<Record<string, unknown>> => ({
  ...(await shown.toMimeBundle()).data,
});
const html = async (shown: Displayable): Promise<string> => String((await data(shown))['text/html']);
const asText = async (shown: Displayable): Promise<string> => String((await data(shown))['text/plain']);

const bar = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  title: 'Scores',
  data: {
    values: [
      { family: 'code', score: 0.65 },
      { family: 'sql', score: 0.32 },
    ],
  },
  mark: 'bar',
  encoding: {
    x: { field: 'score', type: 'quantitative' },
    y: { field: 'family', type: 'nominal' },
  },
};

describe('chart', () => {
  it('gives Vega-Lite 5, SVG, PNG and words, and no HTML that would hide them', async () => {
    const bundle = await chart(bar).toMimeBundle();
    expect(Object.keys(bundle.data)).toEqual([
      'application/vnd.vegalite.v5+json',
      'image/svg+xml',
      'image/png',
      'text/plain',
    ]);
    expect(bundle.data['application/vnd.vegalite.v5+json']).toEqual({
      ...bar,
      $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    });
    expect(bundle.data['image/svg+xml']).toMatch(/^<svg[^>]* role="img"[^>]*><title[^>]*>Scores<\/title>/);
    expect(Buffer.from(String(bundle.data['image/png']), 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(bundle.data['text/plain']).toBe('[chart] Scores: bar, x score, y family, 2 rows');
  });

  it('gives the same bytes twice and leaves the specification alone', async () => {
    const before = JSON.stringify(bar);
    expect(await data(chart(bar))).toEqual(await data(chart(bar)));
    expect(JSON.stringify(bar)).toBe(before);
  });

  it('takes an arquero table as values', async () => {
    const values = aq.table({ family: ['code', 'sql'], score: [0.65, 0.32] });
    const [own, plain] = await Promise.all([data(chart({ ...bar, data: { values } })), data(chart(bar))]);
    expect(own).toEqual(plain);
  });

  it('draws Vega too', async () => {
    const spec = {
      $schema: 'https://vega.github.io/schema/vega/v6.json',
      width: 20,
      height: 20,
      marks: [
        {
          type: 'rect',
          encode: { update: { width: { value: 9 }, height: { value: 9 }, fill: { value: 'red' } } },
        },
      ],
    };
    const shown = await data(chart(spec));
    expect(shown['application/vnd.vega.v5+json']).toMatchObject({
      $schema: 'https://vega.github.io/schema/vega/v5.json',
    });
    expect(shown['image/svg+xml']).toContain('fill="red"');
  });

  it('escapes titles in the drawing', async () => {
    const svg = String((await data(chart({ ...bar, title: hostile })))['image/svg+xml']);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script');
  });

  it.each([
    [
      'a remote source',
      { ...bar, data: { url: 'https://example.org/rows.json' } },
      /would have to be loaded/,
    ],
    ['a mark that does not exist', { ...bar, mark: 'pie chart' }, /./],
    ['a dropped channel', { ...bar, encoding: { ...bar.encoding, nowhere: { field: 'score' } } }, /nowhere/],
  ])('refuses %s', async (_, spec, message) => {
    await expect(chart(spec).toMimeBundle()).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message) as string,
    });
  });

  it('refuses what is no specification at once', () => {
    expect(() => chart('bar' as unknown as object)).toThrow(/expected a Vega-Lite specification/);
  });
});

describe('showFigure', () => {
  it('gives SVG, PNG and the figure’s words', async () => {
    const shown = await data(showFigure('6', fixtures['6']));
    expect(Object.keys(shown)).toEqual(['image/svg+xml', 'image/png', 'text/plain']);
    expect(shown['text/plain']).toMatch(/^\[figure 6\] difference in held-out score/);
  });
});

describe('table', () => {
  const rows = [
    { family: 'code', score: 0.65, n: 40 },
    { family: hostile, score: -0.025, n: null },
  ];

  it('lays text out in columns, numbers flush right', async () => {
    expect(await asText(table(rows.slice(0, 1), { caption: 'last ten' }))).toBe(
      'last ten\nfamily  score   n\ncode    0.650  40',
    );
  });

  it('escapes cells and shows what is missing', async () => {
    const shown = await html(table(rows));
    expect(shown).not.toContain('<script');
    expect(shown).toContain('&lt;script&gt;');
    expect(shown).toContain('<td style="text-align:right">−0.025</td><td style="text-align:right">–</td>');
  });

  it('takes arquero tables, in their order of columns', async () => {
    expect(await asText(table(aq.table({ b: [1], a: ['x'] })))).toBe('b  a\n1  x');
  });

  it('says how many rows there are when it cuts, and when there are none', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({ index }));
    expect(await asText(table(many, { limit: 2 }))).toBe('index\n    0\n    1\n2 of 120 rows');
    expect(await asText(table(many))).toMatch(/50 of 120 rows$/);
    expect(await asText(table([]))).toContain('no rows');
  });

  it('refuses other values and unknown columns', () => {
    expect(() => table(7)).toThrow(/expected an arquero table or a list of objects/);
    expect(() => table(rows, { columns: ['scor'] })).toThrow(/no column 'scor'/);
  });
});

describe('progress', () => {
  const recorder = (): {
    calls: { bundle: MimeBundle; displayId: string; update: boolean }[];
    hook: { display: (bundle: MimeBundle, o: { displayId: string; update: boolean }) => void };
  } => {
    const calls: { bundle: MimeBundle; displayId: string; update: boolean }[] = [];
    return { calls, hook: { display: (bundle, o) => calls.push({ bundle, ...o }) } };
  };

  it('updates one display in a notebook, not faster than the eye, and always the last state', () => {
    const { calls, hook } = recorder();
    let clock = 0;
    const shown = progress({ total: 100, label: 'code', hook, now: () => clock });
    for (let done = 1; done <= 100; done++) {
      clock += 10;
      shown.update(done);
    }
    shown.end();
    shown.update(3);
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.length).toBeLessThanOrEqual(12);
    expect(calls.map((call) => call.update)).toEqual(calls.map((_, index) => index > 0));
    expect(new Set(calls.map((call) => call.displayId)).size).toBe(1);
    expect(calls.at(-1)?.bundle.data['text/plain']).toBe('code · 100 of 100 (100 %)');
    expect(calls.at(-1)?.bundle.data['text/html']).toContain('<progress max="100" value="100"');
  });

  it('finds the hook that a kernel installed', () => {
    const { calls, hook } = recorder();
    const global = globalThis as Record<symbol, unknown>;
    global[Symbol.for('pawl.display')] = hook;
    try {
      progress({ total: 2 }).update(1);
    } finally {
      Reflect.deleteProperty(global, Symbol.for('pawl.display'));
    }
    expect(calls).toHaveLength(1);
  });

  it('writes sparse lines in plain Node, one line on a terminal', () => {
    const lines: string[] = [];
    const plain = progress({
      total: 100,
      label: 'code',
      hook: undefined,
      stream: { write: (one) => lines.push(one) },
    });
    for (let done = 1; done <= 100; done++) plain.update(done);
    plain.end();
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toBe('code · 100 of 100 (100 %)\n');

    const terminal: string[] = [];
    const inPlace = progress({
      total: 4,
      hook: undefined,
      stream: { isTTY: true, write: (one) => terminal.push(one) },
    });
    inPlace.update(2, 'sensing');
    inPlace.end();
    expect(terminal[0]).toBe('\r\u001b[K[############············] 2 of 4 (50 %) · sensing');
    expect(terminal[1]?.endsWith('\n')).toBe(true);
  });

  it('refuses a total that is none', () => {
    expect(() => progress({ total: 0 })).toThrow(/total is 0/);
  });
});

describe('grader', () => {
  const op = (name: string, more: Partial<OpSpec> = {}): OpSpec => ({
    name,
    failureClass: 'wrong value',
    tier: 'execution',
    origin: 'seed',
    bornAt: 0,
    check: { kind: 'python', source: `def check(item):\n    return "${hostile}"` },
    description: `finds ${name}`,
    ...more,
  });
  const file: GraderFile = makeGraderFile({
    family: { name: 'code', version: '1' },
    expression: '(any crash (all (not quiet) (at-least 1 crash loud)) (weighted 0.6 (0.5 crash) (0.3 loud)))',
    pool: [
      op('crash'),
      op('quiet', { origin: 'miss', bornAt: 7, description: hostile }),
      op('loud', { check: { kind: 'question', question: 'Is it loud?' }, tier: 'judge' }),
    ],
    engines: { python: 'pyodide 314.0.7' },
    provenance: { arm: 'co', seed: 42 },
    audit: {
      wholeGrader: { agreement: 0.75, correct: 30, opinions: 40, abstained: 3, n: 43 },
      alwaysPass: 0.5,
    },
  });

  it('reads as a tree of words with every op explained', async () => {
    expect(await asText(grader(file))).toBe(
      [
        `grader for code: ${file.expression}`,
        '  a drawback if any of these finds one',
        '    crash: finds crash (wrong value, execution, a seed op)',
        '    a drawback if all of these find one',
        '      a drawback if this finds none',
        `        quiet: ${hostile} (wrong value, execution, born of an anchor miss in round 7)`,
        '      a drawback if at least 1 of these find one',
        '        crash: finds crash (wrong value, execution, a seed op)',
        '        loud: finds loud (wrong value, judge, a seed op)',
        '    a drawback if those that find one hold at least 0.6 of the weight',
        '      weight 0.5: crash: finds crash (wrong value, execution, a seed op)',
        '      weight 0.3: loud: finds loud (wrong value, judge, a seed op)',
        'audit on locked items:',
        '  whole grader: 0.750 (30 of 40 opinions right; 3 abstained, of 43)',
        '  always pass: 0.500',
      ].join('\n'),
    );
  });

  it('escapes sources and descriptions', async () => {
    const shown = await html(grader(file));
    expect(shown).not.toContain('<script');
    expect(shown).toContain('Is it loud?');
    expect(shown).toContain('0.750 (30 of 40 opinions right');
  });

  it('refuses what is no grader file', () => {
    expect(() => grader({} as GraderFile)).toThrow(/expected a grader file/);
  });
});

describe('diff', () => {
  it('finds the shortest change', () => {
    const parts = diffLists([...'abcabba'], [...'cbabac']);
    expect(
      parts
        .filter((part) => part.kind !== 'added')
        .map((part) => part.text)
        .join(''),
    ).toBe('abcabba');
    expect(
      parts
        .filter((part) => part.kind !== 'removed')
        .map((part) => part.text)
        .join(''),
    ).toBe('cbabac');
    expect(parts.filter((part) => part.kind === 'same')).toHaveLength(4);
  });

  it('marks lines and the words in them', async () => {
    const shown = diff('one\nARR [m:q3] grew', 'one\nARR of 4.2 M [m:q3] grew', {
      before: 'round 0',
      after: 'peak',
    });
    expect(await asText(shown)).toBe(
      '− round 0, + peak\n  one\n− ARR [m:q3] grew\n+ ARR of 4.2 M [m:q3] grew',
    );
    expect(await html(shown)).toMatch(/<ins [^>]*>\+ ARR <span [^>]*>of<\/span>/);
  });

  it('escapes, and says when nothing differs', async () => {
    expect(await html(diff(hostile, 'b'))).not.toContain('<script');
    expect(await html(diff(hostile, hostile))).not.toContain('<script');
    expect(await asText(diff('a', 'a'))).toBe('no difference');
  });

  it('stays right on texts too long to align', () => {
    const long = (first: string): string[] => [
      first,
      ...Array.from({ length: 2500 }, (_, index) => `${first}${index}`),
    ];
    const parts = diffLists(long('a'), long('b'));
    expect(parts.filter((part) => part.kind === 'removed')).toHaveLength(2501);
  });
});

describe('marked', () => {
  const text = 'ARR [m:arr] grew, uptime [m:up] held, ARR [m:arr] again.';
  const shown = marked(text, [
    { text: '[m:arr]', note: 'no value beside the tag' },
    { text: '[m:up] held', note: hostile },
    { text: '[m:up]', note: 'never reached: the longer mark begins here too' },
  ]);

  it('numbers every occurrence and counts them in the notes', async () => {
    expect(await asText(shown)).toBe(
      [
        'ARR ⟦[m:arr]⟧¹ grew, uptime ⟦[m:up] held⟧², ARR ⟦[m:arr]⟧¹ again.',
        '¹ no value beside the tag (2)',
        `² ${hostile} (1)`,
        '³ never reached: the longer mark begins here too (0)',
      ].join('\n'),
    );
  });

  it('escapes text and notes', async () => {
    expect(await html(shown)).not.toContain('<script');
    expect(await html(marked(hostile, [{ text: 'alert', note: 'x' }]))).toMatch(
      /&gt;<mark [^>]*>alert<\/mark><sup>1<\/sup>/,
    );
  });

  it('refuses an empty mark', () => {
    expect(() => marked('a', [{ text: '', note: 'b' }])).toThrow(/a mark is empty/);
  });
});

describe('stepper', () => {
  const story = (): Displayable =>
    stepper([
      { title: hostile, body: `${hostile}\n\nsecond paragraph` },
      { title: 'The rubric', body: ['before', table([{ dimension: 'metric discipline', score: 1 }])] },
      { title: 'The curve', body: showFigure('1', fixtures['1']) },
    ]);

  it('is a numbered list that a script may turn into steps; nothing comes from elsewhere', async () => {
    const shown = await html(story());
    expect(shown.match(/<li value="\d" data-pawl-step/g)).toHaveLength(3);
    expect(shown.match(/<script>/g)).toHaveLength(1);
    expect(shown.replace(/<script>[^<]*<\/script>$/, '')).not.toContain('<script');
    expect(shown).not.toMatch(/(?:src|href)="?http/);
    expect(shown).toMatch(
      /<img alt="\[figure 1\] A slow grader loop[^"]*" width="662" [^>]*src="data:image\/png;base64,iVBOR/,
    );
    expect(await asText(story())).toContain(
      '2. The rubric\n   before\n   dimension          score\n   metric discipline      1',
    );
  });

  it('is the same on every run, with its own id for its content', async () => {
    expect(await html(story())).toBe(await html(story()));
    const other = await html(stepper([{ title: 'a', body: 'b' }]));
    expect(/data-pawl-stepper="([^"]+)"/.exec(other)?.[1]).not.toBe(
      /data-pawl-stepper="([^"]+)"/.exec(await html(story()))?.[1],
    );
  });

  it('refuses no steps', () => {
    expect(() => stepper([])).toThrow(/no steps/);
  });
});
