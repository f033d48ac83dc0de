import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addStatsCommand } from '../../src/cli/stats.js';
import { type Ran, runCommand } from './capture.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-stats-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const stats = (...words: readonly string[]): Promise<Ran> => runCommand(addStatsCommand, ['stats', ...words]);

/** Writes a file and returns its path. */
function file(name: string, content: string | readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : `${content.join('\n')}\n`);
  return path;
}

/** The `result` of a command's `--json`. */
async function resultOf(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { out, error } = await stats(...words, '--json');
  if (error !== undefined) throw error;
  const { result } = JSON.parse(out) as { result: Record<string, unknown> };
  return result;
}

/** Differences in thirds for which the task-level p is .119 and the verdict-level one .014. */
const thirds = [
  3, 2, 0, 0, 1, 0, 3, 2, 2, -1, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, -3, 2, -3, -3, 3, 0, 0, 3, 0, 2, 0, 0, -1, 0,
  3, -2, 0, 1, 0, 0,
];

/** Verdicts of two arms, three seeds a task, with these differences; tasks shuffled between the arms. */
function trapRows(): string[] {
  const rows = thirds.flatMap((third, task) =>
    [42, 7, 13].flatMap((seed, index) => {
      const differs = index < Math.abs(third);
      return [
        `t${task},co,${seed},${differs && third > 0 ? 1 : 0}`,
        `t${task},reference,${seed},${differs && third < 0 ? 1 : 0}`,
      ];
    }),
  );
  return ['task,arm,seed,score', ...rows.reverse()];
}

describe('pawl stats compare', () => {
  it('averages the seeds of a task before it tests', async () => {
    const path = file('trap.csv', trapRows());
    const result = await resultOf('compare', path, '--a', 'co', '--b', 'reference');
    expect(result).toMatchObject({ procedure: 'compare', a: 'co', b: 'reference', unit: 'task', n: 40 });
    expect(result['difference']).toBeCloseTo(thirds.reduce((sum, third) => sum + third, 0) / 120, 12);
    expect(result).toMatchObject({ test: { pValue: 0.119110107421875, exact: true } });
    const { out } = await stats('compare', path, '--a', 'co', '--b', 'reference');
    expect(out).toMatch(/^warning \(runs-as-replicates\): .*--unit run/m);
    const draws = await stats('compare', path, '--a', 'co', '--b', 'reference', '--replicates', 'draws');
    expect(draws.out).not.toContain('runs-as-replicates');
    expect(out).toMatch(/^p +0\.119110 two-sided, mid-p /m);
    expect(out).toMatch(/^unit +40 tasks, 3 seeds a task averaged first$/m);
  });

  it('takes whole runs as the unit, and warns of too few', async () => {
    const path = file('runs.jsonl', [
      ...[0.5, 0.6].flatMap((score, run) => [
        `{"task":"t1","arm":"a","run":${run},"score":${score}}`,
        `{"task":"t2","arm":"a","run":${run},"score":${score}}`,
      ]),
      ...[0.1, 0.2, 0.3].map((score, run) => `{"task":"t1","arm":"b","run":${run},"score":${score}}`),
    ]);
    const result = await resultOf('compare', path, '--unit', 'run');
    expect(result).toMatchObject({ unit: 'run', runs: { a: 2, b: 3 } });
    expect(result['difference']).toBeCloseTo(0.35, 12);
    const { out } = await stats('compare', path, '--unit', 'run');
    expect(out).toMatch(/^warning \(few-runs\): /m);
  });

  it('refuses arms on different tasks or seeds, with the lines', async () => {
    const path = file('unequal.csv', ['task,arm,seed,score', 't1,a,1,1', 't1,b,1,0', 't2,a,1,1', 't3,b,1,1']);
    const { code, error } = await stats('compare', path);
    expect(code).toBe(2);
    expect(error?.message).toBe(
      `${path}:4: task t2, seed 1 is in arm a but not in arm b\n${path}:5: task t3, seed 1 is in arm b but not in arm a`,
    );
  });

  it('helps with the names of arms', async () => {
    const three = file('three.csv', ['task,arm,score', 't1,co,1', 't1,reference,0', 't1,naive,1']);
    expect((await stats('compare', three)).error?.hint).toBe('--a and --b take two of co, reference, naive');
    const wrong = await stats('compare', three, '--a', 'co', '--b', 'referense');
    expect(wrong).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining("did you mean 'reference'?") as string },
    });
    const single = file('single.csv', ['task,arm,score', 't1,co,1']);
    expect((await stats('compare', single)).error?.message).toContain('one arm only (co)');
    expect((await stats('compare', three, '--a', 'co', '--b', 'co')).error?.message).toBe(
      "--a and --b are both 'co'",
    );
  });
});

describe('pawl stats interval', () => {
  it('gives Wilson for single 0/1 scores', async () => {
    const path = file('none.csv', ['task,score', ...Array.from({ length: 20 }, (_, task) => `t${task},0`)]);
    const result = await resultOf('interval', path);
    expect(result).toMatchObject({ method: 'wilson', n: 20, estimate: 0 });
    expect(result['high']).toBeCloseTo(0.16112515805282, 12);
    const exact = await resultOf('interval', path, '--method', 'clopper-pearson');
    expect(exact['high']).toBeCloseTo(1 - 0.025 ** (1 / 20), 12);
  });

  it('keeps the seeds of a task together', async () => {
    // every task agrees with itself: 30 scores are worth 10 trials
    const rows = Array.from({ length: 10 }, (_, task) =>
      [1, 2, 3].map((seed) => `t${task},${seed},${task < 4 ? 1 : 0}`),
    ).flat();
    const path = file('same.csv', ['task,seed,score', ...rows]);
    const result = await resultOf('interval', path);
    expect(result).toMatchObject({ method: 'wilson-effective-n', estimate: 0.4 });
    expect(result['effectiveN']).toBeLessThan(11);
    const refused = await stats('interval', path, '--method', 'clopper-pearson');
    expect(refused).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('several scores of a task') as string },
    });
  });

  it('takes whole runs as the unit, and says when it might have to', async () => {
    const rows = [0.5, 0.6, 0.7].flatMap((score, run) => [
      `t1,${run},${score - 0.1}`,
      `t2,${run},${score + 0.1}`,
    ]);
    const path = file('learning.csv', ['task,run,score', ...rows]);
    const result = await resultOf('interval', path, '--unit', 'run');
    expect(result).toMatchObject({ unit: 'run', n: 3, estimate: expect.closeTo(0.6, 12) as number });
    // t of .975 with 2 degrees of freedom is 4.302652729696142
    expect(result['high']).toBeCloseTo(0.6 + (4.302652729696142 * 0.1) / Math.sqrt(3), 9);
    const codes = async (...words: string[]): Promise<string[]> => {
      const { warnings } = (await resultOf('interval', path, ...words)) as { warnings: { code: string }[] };
      return warnings.map((warning) => warning.code);
    };
    expect(await codes()).toContain('runs-as-replicates');
    expect(await codes('--replicates', 'draws')).not.toContain('runs-as-replicates');
    expect((await stats('interval', path, '--unit', 'run', '--method', 'bca')).code).toBe(2);
  });

  it('gives the exact bootstrap for other scores', async () => {
    // the treated mice of Efron and Tibshirani, percentile ends of the infinite bootstrap
    const mice = [94, 197, 16, 38, 99, 141, 23];
    const path = file(
      'mice.jsonl',
      mice.map((score, index) => JSON.stringify({ id: index, days: score })),
    );
    const result = await resultOf(
      'interval',
      path,
      '--task',
      'id',
      '--score',
      'days',
      '--method',
      'percentile',
    );
    expect(result).toMatchObject({ exact: true, estimate: expect.closeTo(608 / 7, 10) as number });
    expect(result['low']).toBeCloseTo(304 / 7, 10);
    expect(result['high']).toBeCloseTo(941 / 7, 10);
    const refused = await stats('interval', path, '--task', 'id', '--score', 'days', '--method', 'wilson');
    expect(refused.error?.message).toBe('--method wilson: expected scores of 0 and 1');
  });
});

describe('pawl stats retention', () => {
  /** Three runs an arm; counts of 40 in rounds 0, 1 and 2. */
  const rounds = (arm: string, starts: readonly number[], peaks: readonly number[]): string[] =>
    starts.flatMap((start, seed) =>
      [start, peaks[seed] ?? 0, start].map((count, round) => `${arm},${seed},${round},${count / 40}`),
    );
  const rows = [
    'arm,seed,round,score',
    ...rounds('reference', [11, 11, 11], [27, 28, 29]),
    ...rounds('co', [10, 11, 11], [27, 29, 30]),
  ];

  it('divides the lifts of the means', async () => {
    const path = file('rounds.csv', rows);
    const result = await resultOf('retention', path);
    expect(result['retention']).toBeCloseTo(54 / 51, 12);
    const peaks = await resultOf('retention', path, '--definition', 'peak-over-peak');
    expect(peaks['retention']).toBeCloseTo(86 / 84, 12);
    const common = await resultOf(
      'retention',
      path,
      '--definition',
      'common-baseline',
      '--common-baseline',
      '0.275',
    );
    expect(common['retention']).toBeCloseTo((86 - 33) / (84 - 33), 12);
    const last = await resultOf('retention', path, '--last', '2');
    expect(last['retention']).toBeCloseTo(27 / 25.5, 12);
    expect((await stats('retention', path)).out).toMatch(/^retention +1\.058824 \(105\.9 %\)$/m);
  });

  it('refuses what does not fit together', async () => {
    const path = file('rounds.csv', rows);
    expect((await stats('retention', path, '--common-baseline', '0.3')).code).toBe(2);
    expect((await stats('retention', path, '--co', 'naive')).error?.message).toContain("no arm 'naive'");
    const flat = file('flat.csv', ['arm,score', 'co,1', 'reference,1']);
    expect((await stats('retention', flat)).error?.message).toContain("no column 'round'");
  });
});

describe('pawl stats agreement', () => {
  const rows = [
    'arm,verdict,label',
    'a,FAIL,FAIL',
    'a,pass,FAIL',
    'a,ABSTAIN,FAIL',
    'a,PASS,PASS',
    'b,PASS,PASS',
    'b,FAIL,PASS',
  ];

  it('prints denominators and abstentions', async () => {
    const path = file('graded.csv', rows);
    const result = await resultOf('agreement', path);
    expect(result).toMatchObject({
      agreement: 0.6,
      decided: 5,
      n: 6,
      abstained: 1,
      recallFail: 0.5,
      alwaysPass: 0.5,
    });
    const { out } = await stats('agreement', path);
    expect(out).toMatch(/^agreement +0\.6 = 3\/5 with an opinion \(0\.5 of all 6\)$/m);
    expect(out).toMatch(/^warning \(abstentions\): /m);
    expect((await stats('agreement', path, '--by', 'arm')).out).toMatch(/^b +0\.5 +2 +2/m);
  });

  it('refuses other words', async () => {
    const path = file('words.csv', ['verdict,label', 'ok,PASS', 'PASS,ABSTAIN']);
    expect((await stats('agreement', path)).error?.message).toBe(
      `${path}:2: verdict: expected PASS, FAIL, ABSTAIN, got 'ok'\n${path}:3: label: expected PASS, FAIL, got 'ABSTAIN'`,
    );
  });
});

describe('pawl stats adjust', () => {
  const p = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ];

  it.each([
    ['holm', 3],
    ['bh', 4],
  ])("rejects by %s %d of Benjamini and Hochberg's 15", async (method, rejected) => {
    const path = file('p.csv', ['p', ...p.map(String)]);
    const result = await resultOf('adjust', path, '--method', method);
    const hypotheses = result['hypotheses'] as { rejected: boolean }[];
    expect(hypotheses.filter((one) => one.rejected)).toHaveLength(rejected);
    expect((await stats('adjust', path, '--method', method)).out).toContain(`${rejected} of 15 at 0.05`);
  });

  it('refuses what is no p-value', async () => {
    const path = file('bad-p.csv', ['name,p', 'x,0.1', 'y,1.5', 'z,NaN']);
    expect((await stats('adjust', path)).error?.message).toBe(
      `${path}:3: p: expected a p-value from 0 to 1, got 1.5\n${path}:4: p: expected a finite number, got 'NaN'`,
    );
  });
});

describe('pawl stats power', () => {
  it('computes the power of an exact test', async () => {
    // 8 discordant pairs at least are needed of 8; with all 8 pairs discordant and effect .75, P(win) = .875:
    // two-sided p ≤ .05 needs 8 or 0 wins: .875^8 + .125^8
    const design = ['--test', 'mcnemar', '--pairs', '8', '--discordant', '0.999999999999'];
    const result = await resultOf('power', ...design, '--effect', '0.75');
    expect(result['power']).toBeCloseTo(0.875 ** 8 + 0.125 ** 8, 6);
    const detectable = await resultOf('power', ...design, '--power', '0.5');
    expect(detectable['effect']).toBeGreaterThan(0.8);
    expect(detectable['effect']).toBeLessThan(0.9);
  });

  it('takes tasks, seeds and baseline from a pilot', async () => {
    const rows = Array.from({ length: 12 }, (_, task) =>
      [1, 2].map((seed) => `t${task},${seed},${(task + seed) % 3 === 0 ? 1 : 0}`),
    ).flat();
    const path = file('pilot.csv', ['task,seed,score', ...rows]);
    const result = await resultOf('power', path, '--effect', '0.3', '--simulations', '200');
    expect(result).toMatchObject({
      design: { test: 'sign-flip', tasks: 12, seeds: 2, baseline: expect.closeTo(1 / 3, 10) as number },
    });
  });

  it('names all that a design lacks', async () => {
    const { error, code } = await stats('power', '--tasks', '40');
    expect(code).toBe(2);
    expect(error?.message).toBe('--test sign-flip needs --seeds-per-task, --baseline');
  });
});

describe('pawl stats reconstruct-seeds', () => {
  it('gives the counts, or none', async () => {
    const { out } = await stats('reconstruct-seeds', '--mean', '0.500', '--sd', '0.026', '--n', '38,40');
    expect(out).toMatch(/38 +1 +18,19,20$/m);
    expect(out).toMatch(/40 +impossible$/m);
  });

  it('reads many from a file, where zeros count', async () => {
    const path = file('printed.csv', [
      'name,mean,sd,n,seeds',
      'evolved,0.625,0.050,40,3',
      'judge,0.55,0.04,40,3',
    ]);
    const { out } = await stats('reconstruct-seeds', path);
    expect(out).toMatch(/^evolved +0\.625 ± 0\.050 +40 +1 +23,25,27$/m);
    expect(out).toMatch(/^judge .* 2 +20,23,23 or 21,21,24$/m);
    const numbers = file('numbers.jsonl', ['{"mean":0.5,"sd":"0.026","n":40}']);
    expect((await stats('reconstruct-seeds', numbers)).error?.message).toContain(
      'a number loses its printed zeros',
    );
    expect((await stats('reconstruct-seeds', '--mean', '0.5')).code).toBe(2);
  });
});

describe('bad input', () => {
  it.each([
    ['a missing column', ['task,arm,scor', 't1,a,1'], "no column 'score'; did you mean 'scor'?"],
    ['NaN', ['task,arm,score', 't1,a,1', 't1,b,NaN'], ":3: score: expected a finite number, got 'NaN'"],
    [
      'an infinity',
      ['task,arm,score', 't1,a,Infinity', 't1,b,1'],
      ":2: score: expected a finite number, got 'Infinity'",
    ],
    ['an empty cell', ['task,arm,score', 't1,a,', 't1,b,1'], ":2: score: expected a finite number, got ''"],
    [
      'a row twice',
      ['task,arm,seed,score', 't1,a,1,1', 't1,a,1,0'],
      ':3: repeats line 2 (task t1, arm a, seed 1)',
    ],
    ['no rows', ['task,arm,score'], 'no rows'],
    ['a ragged row', ['task,arm,score', 't1,a'], 'line 2'],
  ])('%s is a clear error with exit 2', async (_, rows, message) => {
    const { code, error } = await stats('compare', file('bad.csv', rows));
    expect(code).toBe(2);
    expect(error?.message).toContain(message);
  });

  it('lists every bad row at once', async () => {
    const rows = Array.from({ length: 25 }, (_, task) => `t${task},a,x`);
    const { error } = await stats('compare', file('many.csv', ['task,arm,score', ...rows]));
    expect(error?.message.split('\n')).toHaveLength(21);
    expect(error?.message).toContain('… and 5 more');
    expect((await stats('interval', file('bad.jsonl', ['{"task":"t"', '[]']))).error?.message).toContain(
      'bad.jsonl:2:',
    );
  });

  it('columns can be named, and a wrong name is corrected', async () => {
    const path = file('own.csv', ['item,system,passed', 't1,x,true', 't1,y,false', 't2,x,true', 't2,y,true']);
    const named = ['--task', 'item', '--arm', 'system', '--score', 'passed'];
    expect(await resultOf('compare', path, ...named)).toMatchObject({ difference: 0.5, n: 2 });
    const wrong = await stats('compare', path, '--task', 'itm', '--arm', 'system', '--score', 'passed');
    expect(wrong.error?.message).toContain("no column 'itm'; did you mean 'item'?");
  });
});

describe('files', () => {
  it('are read from gzip', async () => {
    const path = join(folder, 'scores.csv.gz');
    writeFileSync(path, gzipSync('task,score\nt1,1\nt2,0\n'));
    expect(await resultOf('interval', path)).toMatchObject({ estimate: 0.5, n: 2 });
  });

  it('are read from standard input, whose first character tells the format', () => {
    const harness = file(
      'harness.mts',
      `import { Command } from ${JSON.stringify(import.meta.resolve('commander'))};
       import { addStatsCommand } from ${JSON.stringify(new URL('../../src/cli/stats.ts', import.meta.url).href)};
       const program = new Command('pawl');
       addStatsCommand(program);
       await program.parseAsync(['stats', 'interval', '--json'], { from: 'user' });`,
    );
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', harness], {
      input: '{"task":"t1","score":1}\n{"task":"t2","score":0}\n',
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      result: { estimate: 0.5, n: 2 },
      meta: { file: 'standard input' },
    });
  });
});
