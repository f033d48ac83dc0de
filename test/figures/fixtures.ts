import { random } from '../../src/random.js';
import type { FigureData } from '../../src/figures/data.js';

/** Made up, to try the drawing with; none of these are results. */
const note =
  'Test fixture: invented numbers, no results. Mean of 3 seeds; shaded: 95 % interval over seeds; roles simulated, not a language model.';

const families = ['code', 'sql', 'report'] as const;
const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, round) => round);
const two = (value: number): number => Math.round(value * 1e4) / 1e4;

/** A curve that rises from one level to another and wobbles. */
function curve(name: string, from: number, to: number, pace: number, wobble: number, last: number): number[] {
  const draw = random(1, 'figure fixture', name);
  return upTo(last).map((round) =>
    two(from + (to - from) * (1 - Math.exp(-round / pace)) + (draw.next() - 0.5) * wobble),
  );
}

function objective(): FigureData['2'] {
  const level = { code: [0.45, 0.72], sql: [0.4, 0.58], report: [0.84, 0.865] } as const;
  const seeds = families.flatMap((family) =>
    [42, 7, 13].flatMap((seed) => {
      const [from, to] = level[family];
      const draw = random(seed, 'figure fixture', family);
      let best = from + draw.next() * (to - from) * 0.5;
      return upTo(70).map((round) => {
        if (draw.next() < 0.12) best += (to - best) * 0.35;
        return { family, seed, round, objective: two(best) };
      });
    }),
  );
  const rounds = families.flatMap((family) =>
    upTo(70).map((round) => {
      const values = seeds
        .filter((row) => row.family === family && row.round === round)
        .map((row) => row.objective);
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      return {
        family,
        round,
        mean: two(mean),
        low: two(Math.min(...values)),
        high: two(Math.max(...values)),
      };
    }),
  );
  const said = { code: [0.625, 0.55], sql: [0.5, 0.52], report: [0.84, 0.8] } as const;
  return {
    note,
    rounds,
    seeds,
    agreement: families.flatMap((family) => [
      {
        family,
        grader: 'evolved, peak',
        agreement: said[family][0],
        low: said[family][0] - 0.08,
        high: said[family][0] + 0.08,
        n: 120,
      },
      {
        family,
        grader: 'bare judge',
        agreement: said[family][1],
        low: said[family][1] - 0.09,
        high: said[family][1] + 0.09,
        n: 120,
      },
    ]),
  };
}

function learningCurves(): FigureData['3a'] {
  const ends = { code: [0.27, 0.6, 0.65], sql: [0.285, 0.33, 0.32], report: [0.56, 0.8, 0.77] } as const;
  return {
    note,
    graderPhasesAt: [25, 50, 75],
    baselines: families.map((family) => ({ family, label: 'frozen', score: ends[family][0] })),
    rounds: families.flatMap((family) =>
      (['reference', 'co', 'naive'] as const).flatMap((arm, index) => {
        const to = index === 2 ? ends[family][2] + 0.01 : (ends[family][index + 1] ?? 0);
        return curve(`${family} ${arm}`, ends[family][0], to, family === 'report' ? 6 : 25, 0.04, 99).map(
          (mean, round) => ({ family, arm, round, mean, low: two(mean - 0.04), high: two(mean + 0.04) }),
        );
      }),
    ),
  };
}

function guardCollapse(all: readonly string[]): FigureData['3b'] {
  const rows: FigureData['3b']['rounds'][number][] = [];
  for (const family of all) {
    const put = (
      arm: string,
      quantity: FigureData['3b']['rounds'][number]['quantity'],
      means: (number | null)[],
    ) => {
      means.forEach((mean, round) =>
        rows.push({
          family,
          arm,
          quantity,
          round,
          mean,
          low: mean === null ? null : two(mean - 0.02),
          high: mean === null ? null : Math.min(1, two(mean + 0.02)),
        }),
      );
    };
    put('co', 'objective', curve(`${family} a`, 0.82, 0.865, 6, 0, 30));
    put(
      'naive',
      'objective',
      upTo(30).map((round) => (round < 3 ? 0.85 + round * 0.05 : 1)),
    );
    put('no-lifecycle', 'objective', curve(`${family} b`, 0.82, 0.896, 9, 0, 30));
    put('co', 'train pass rate', curve(`${family} c`, 0.75, 0.8, 5, 0.02, 30));
    put('naive', 'train pass rate', curve(`${family} d`, 0.8, 0.985, 2, 0.01, 30));
    put('no-lifecycle', 'train pass rate', curve(`${family} e`, 0.76, 0.79, 5, 0.02, 30));
    put('co', 'locked agreement', curve(`${family} f`, 0.84, 0.83, 5, 0.015, 30));
    put(
      'naive',
      'locked agreement',
      upTo(30).map((round) => (round < 3 ? 0.8 : null)),
    );
    put('no-lifecycle', 'locked agreement', curve(`${family} g`, 0.82, 0.868, 9, 0.02, 30));
  }
  return { note, rounds: rows };
}

function anchorSize(): FigureData['4'] {
  const at = {
    code: [0.58, 0.6, 0.62, 0.625],
    sql: [0.52, 0.51, 0.5, 0.5],
    report: [0.871, 0.882, 0.874, 0.854],
  };
  return {
    note,
    sizes: families.flatMap((family) =>
      [4, 6, 8, 10].map((anchors, index) => {
        const mean = at[family][index] ?? 0;
        const sd = [0.063, 0.05, 0.041, 0.02][index] ?? 0;
        return {
          family,
          anchors,
          subsamples: 200,
          mean,
          sd,
          p05: two(mean - 1.7 * sd),
          p95: two(Math.min(0.97, mean + 1.5 * sd)),
        };
      }),
    ),
  };
}

function lifecycle(): FigureData['5'] {
  const draw = random(3, 'figure fixture', 'ops');
  const spans: FigureData['5']['spans'][number][] = [];
  const retired: FigureData['5']['retired'][number][] = [];
  const names = [
    ['crash', 'seed'],
    ['returns_not_print_only', 'seed'],
    ['spec_mismatch', 'seed'],
    ['syntax_error', 'seed'],
    ['mutates_input', 'seed'],
    ['wrong_signature', 'seed'],
    ['timeout', 'seed'],
    ['ignores_empty_input', 'seed'],
    ['off_by_one_on_ranges', 'miss'],
    ['compares_with_wrong_operator', 'miss'],
    ['drops_negative_numbers', 'miss'],
    ['sorts_strings_as_numbers_without_being_asked_to', 'miss'],
    ['returns_none_on_edge', 'miss'],
    ['repeats_last_element', 'gap'],
    ['float_where_int_expected', 'gap'],
    ['case_folded_output', 'gap'],
    ['order_not_kept', 'gap'],
  ] as const;
  names.forEach(([op, origin], index) => {
    const from = origin === 'seed' ? 0 : Math.floor(draw.next() * 40) + 1;
    let at = from;
    if (origin === 'gap') {
      const to = Math.min(70, at + 8 + Math.floor(draw.next() * 30));
      spans.push({ op, origin, standing: 'shadow', from: at, to });
      at = to;
      if (index % 2 === 0) return;
    }
    const leaves = draw.next() < 0.5;
    const end = leaves ? Math.min(70, at + 6 + Math.floor(draw.next() * 25)) : 70;
    const selected = index === 2 || index === 0 || index === 8 || index === 13;
    if (selected && end - at > 8) {
      spans.push({ op, origin, standing: 'active', from: at, to: at + 4 });
      spans.push({ op, origin, standing: 'selected', from: at + 4, to: end });
    } else if (at < end) spans.push({ op, origin, standing: 'active', from: at, to: end });
    if (leaves && end < 70) retired.push({ op, round: end });
  });
  return {
    note,
    title: 'code, seed 42',
    lastRound: 70,
    spans,
    retired,
    rejected: upTo(70).map((round) => ({ round, drafts: Math.floor(draw.next() * 12) })),
  };
}

function forest(): FigureData['6'] {
  const rows: FigureData['6']['rows'][number][] = [];
  const published = {
    code: [0.0167, -0.025, 0.0583],
    sql: [-0.025, -0.075, 0.025],
    report: [-0.038, -0.05, -0.03],
  } as const;
  families.forEach((family, index) => {
    const shift = index * -0.02;
    rows.push(
      {
        group: family,
        label: 'co − reference, peak',
        source: 'this run',
        difference: 0.02 + shift,
        low: shift - 0.06,
        high: 0.1 + shift,
        unit: '3 + 3 runs',
      },
      {
        group: family,
        label: 'co − reference, peak',
        source: 'published',
        difference: published[family][0],
        low: published[family][1],
        high: published[family][2],
        unit: '3 + 3 runs',
      },
      {
        group: family,
        label: 'co − reference, last ten',
        source: 'this run',
        difference: 0.035 + shift,
        low: shift - 0.02,
        high: 0.09 + shift,
        unit: '3 + 3 runs',
      },
      {
        group: family,
        label: 'naive − co, peak',
        source: 'this run',
        difference: 0.008,
        low: null,
        high: null,
        unit: '1 + 1 run',
      },
    );
  });
  return { note, quantity: 'difference in held-out score', rows };
}

function goodhart(): FigureData['7'] {
  const series = (
    run: string,
    quantity: 'rubric score' | 'tags without value',
    means: number[],
    spread: number,
  ) =>
    means.map((mean, round) => ({
      run,
      quantity,
      round,
      mean,
      low: Math.max(0, two(mean - spread)),
      high: two(mean + spread),
    }));
  return {
    note,
    rounds: [
      ...series('before the repair', 'rubric score', curve('r1', 0.56, 0.82, 15, 0.02, 99), 0.015),
      ...series('after the repair', 'rubric score', curve('r2', 0.56, 0.85, 18, 0.02, 99), 0.015),
      ...series(
        'before the repair',
        'tags without value',
        curve('r3', 0.02, 0.3, 20, 0.03, 99).map((v) => Math.max(0, v)),
        0.03,
      ),
      ...series(
        'after the repair',
        'tags without value',
        curve('r4', 0.02, 0.012, 20, 0.01, 99).map((v) => Math.max(0, v)),
        0.005,
      ),
    ],
    judges: [
      {
        run: 'before the repair',
        judge: 'generic',
        winRate: 0.122,
        wins: 64,
        decided: 526,
        pairs: 864,
        low: 0.09,
        high: 0.16,
      },
      {
        run: 'after the repair',
        judge: 'generic',
        winRate: 0.126,
        wins: 71,
        decided: 565,
        pairs: 1056,
        low: 0.09,
        high: 0.165,
      },
      {
        run: 'before the repair',
        judge: 'task-aware',
        winRate: 0.515,
        wins: 271,
        decided: 526,
        pairs: 864,
        low: 0.46,
        high: 0.57,
      },
      {
        run: 'after the repair',
        judge: 'task-aware',
        winRate: 0.77,
        wins: 435,
        decided: 565,
        pairs: 1056,
        low: 0.72,
        high: 0.81,
      },
    ],
  };
}

function retention(): FigureData['8'] {
  const rows: FigureData['8']['rows'][number][] = [];
  const own = { code: 1.0588, sql: 1.1, report: 0.885 } as const;
  for (const family of families) {
    rows.push(
      {
        family,
        definition: 'own baseline',
        retention: own[family] - 0.05,
        interval: family === 'sql' ? 'exclusive' : 'bounded',
        low: family === 'sql' ? -0.4 : 0.7,
        high: family === 'sql' ? 0.3 : 1.4,
        published: own[family],
      },
      {
        family,
        definition: 'common baseline',
        retention: 0.94,
        interval: 'bounded',
        low: 0.6,
        high: 1.35,
        published: null,
      },
      {
        family,
        definition: 'last ten rounds',
        retention: family === 'sql' ? 0.9 : 1.1,
        interval: family === 'sql' ? 'unbounded' : 'bounded',
        low: 0.8,
        high: 4.2,
        published: null,
      },
      {
        family,
        definition: 'peak over peak',
        retention: 0.98,
        interval: 'none',
        low: null,
        high: null,
        published: null,
      },
    );
  }
  return { note, rows };
}

export const fixtures: FigureData = {
  '1': {
    note: 'Rounds of each phase in turn. Selection never looks at agent scores.',
    schedule: [15, 8, 5, 2].map((grader) => ({ grader, skill: 25 })),
    devAnchors: 10,
  },
  '2': objective(),
  '3a': learningCurves(),
  '3b': guardCollapse(['report']),
  '4': anchorSize(),
  '5': lifecycle(),
  '6': forest(),
  '7': goodhart(),
  '8': retention(),
};

/** Figure 3b with a row a family. */
export const allFamiliesGuards: FigureData['3b'] = guardCollapse(families);
