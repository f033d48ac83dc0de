import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GradeSummary, GradedRow } from '../../src/jobs/grade-outputs.js';
import { temporaryFolders } from '../store/helpers.js';
import { cli } from '../support/cli-in-process.js';

const folders = temporaryFolders(afterAll);

/** From an empty folder to a grader: everything by absolute paths, as a new user would with any working directory. */
let home = '';
let grader = '';
let second = '';
let outputs = '';
/** The second time nothing has to be run again. */
let cached: readonly string[] = [];

beforeAll(async () => {
  home = folders();
  const mine = join(home, 'mine');
  expect((await cli('family', 'init', mine)).code).toBe(0);
  const evolved = await cli(
    'evolve',
    mine,
    '--store',
    join(home, 'store'),
    '--seeds',
    '42,7',
    '--rounds',
    '4',
  );
  expect(evolved.code, evolved.err).toBe(0);
  expect(evolved.out).toContain('nobody was asked anything, and no role is simulated');
  const files = readdirSync(join(home, 'store', 'graders')).sort();
  [grader = '', second = ''] = files.map((name) => join(home, 'store', 'graders', name));
  outputs = join(home, 'outputs.jsonl');
  writeFileSync(outputs, readFileSync(join(mine, 'test.jsonl')));
  cached = ['--store', join(home, 'store')];
  // The grader must need nothing but its file.
  rmSync(mine, { recursive: true });
});

describe('a family of one’s own', () => {
  it('gives graders with an audit, and with what each leaf contributes', () => {
    const file = JSON.parse(readFileSync(grader, 'utf8')) as {
      family: Record<string, unknown>;
      audit: { expressionOnly: { n: number } };
      provenance: { roles: { kind: string }; selection: { leaves: unknown[]; train: { items: number } } };
    };
    expect(file.family).toMatchObject({ name: 'mine', own: { maximumCharacters: 2000 } });
    expect(file.audit.expressionOnly.n).toBe(12);
    expect(file.provenance.roles.kind).toBe('none');
    expect(file.provenance.selection.leaves.length).toBeGreaterThan(0);
    expect(file.provenance.selection.train.items).toBe(28);
  });

  it('is graded from the file alone, with reports and named drawbacks', async () => {
    const junit = join(home, 'grade.xml');
    const markdown = join(home, 'grade.md');
    const { code, out } = await cli(
      'grade',
      outputs,
      ...cached,
      '--grader',
      grader,
      '--json',
      '--junit',
      junit,
      '--markdown',
      markdown,
    );
    expect(code).toBe(0);
    const { result } = JSON.parse(out) as { result: GradeSummary & { rows: GradedRow[] } };
    const { counts, rows } = result;
    expect(counts.rows).toBe(12);
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    for (const row of rows) expect(row.drawbacks.length > 0).toBe(row.verdict === 'FAIL');
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toMatch(
      new RegExp(
        `<testsuite name="pawl mine" tests="12" failures="${counts.fail}" errors="0" skipped="${counts.abstain}">`,
      ),
    );
    expect(xml.match(/<testcase /g)).toHaveLength(12);
    expect(xml.match(/<failure /g)?.length ?? 0).toBe(counts.fail);
    expect(readFileSync(markdown, 'utf8')).toContain(`| FAIL | ${counts.fail} of 12`);
  });

  it('takes CSV, and exits 1 beyond a threshold', async () => {
    const csv = join(home, 'outputs.csv');
    writeFileSync(
      csv,
      'prompt,output\nWhere is order #1?,"It is your mistake, #1."\nWhere is order #2?,"Hello, we will look for order #2, please wait."\n',
    );
    const ok = await cli(
      'grade',
      csv,
      '--grader',
      grader,
      '--quiet',
      '--max-fail-rate',
      '0.5',
      '--fail-under',
      '0.5',
    );
    expect([ok.code, ok.out]).toEqual([0, expect.stringContaining('2 outputs: 1 PASS, 1 FAIL, 0 ABSTAIN')]);
    const fails = await cli(
      'grade',
      csv,
      '--grader',
      grader,
      '--quiet',
      '--max-fail-rate',
      '0.4',
      '--fail-under',
      '0.6',
    );
    expect(fails.code).toBe(1);
    expect(fails.err).toMatch(
      /1 of 2 \(0\.5000\) pass; --fail-under 0\.6[^]*1 of 2 \(0\.5000\) fail; --max-fail-rate 0\.4/,
    );
  });

  it('names every bad row before anything is graded', async () => {
    const bad = join(home, 'bad.jsonl');
    writeFileSync(bad, '{"output": 1}\n{"outptu": "x"}\n{"output": "fine"}\n[]\n');
    const { code, out, err } = await cli('grade', bad, '--grader', grader);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(
      /:1: output: expected a text[^]*:2: output: missing \(the row has 'outptu'\)[^]*:4: expected a JSON object/,
    );
  });

  it('is explained: the checks, the selection, and one output', async () => {
    const { code, out } = await cli('explain', grader, '--code');
    expect(code).toBe(0);
    expect(out).toMatch(/any: a drawback if one of these finds one/);
    expect(out).toMatch(/Why it was selected[^]*agreement with the anchors/);
    expect(out).toMatch(/anchors: finds \d of 5 failing/);
    expect(out).toContain('| def check(item):');
    const one = await cli('explain', grader, '--item', 'test-2', '--outputs', outputs, ...cached);
    expect(one.out).toMatch(
      /\(line 2\): FAIL[^]*→ DRAWBACK[^]*The verdict rests on:\n {4}order_number_missing/,
    );
    const none = await cli('explain', grader, '--item', 'test-22', '--outputs', outputs);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("no output 'test-22'")]);
    expect((await cli('explain', grader, '--item', 'test-2')).code).toBe(2);
  });

  it('is compared with another grader, and by another file of outputs', async () => {
    const graders = await cli('compare', grader, second, '--outputs', outputs, ...cached);
    expect(graders.code).toBe(0);
    expect(graders.out).toMatch(/McNemar exact p = [^]*Agreement with the 12 labels/);
    const files = await cli('compare', outputs, outputs, '--grader', grader, '--json', ...cached);
    const { result } = JSON.parse(files.out) as { result: { pairs: number; passing: { onlyA: number } } };
    expect([result.pairs, result.passing.onlyA]).toEqual([12, 0]);
    const fewer = join(home, 'fewer.jsonl');
    writeFileSync(fewer, `${readFileSync(outputs, 'utf8').split('\n').slice(1).join('\n')}`);
    const unpaired = await cli('compare', outputs, fewer, '--grader', grader, ...cached);
    expect([unpaired.code, unpaired.err]).toEqual([2, expect.stringContaining('test-1: 1 in')]);
    expect((await cli('compare', grader, second)).code).toBe(2);
  });

  it('is watched for drift', async () => {
    const same = await cli('drift', grader, '--outputs', outputs, '--exit-code', ...cached);
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('No drift was found')]);
    const other = join(home, 'drifted.jsonl');
    writeFileSync(
      other,
      Array.from(
        { length: 40 },
        (_, at) =>
          `${JSON.stringify({ id: `d${at}`, prompt: `Where is order #${at}?`, output: `We guarantee it, ${at}.` })}\n`,
      ).join(''),
    );
    const drifted = await cli('drift', grader, '--outputs', other, '--exit-code', ...cached);
    expect(drifted.code).toBe(1);
    expect(drifted.out).toMatch(/New anchors are needed:[^]*'promises_an_outcome' fires more often/);
    const back = await cli('drift', grader, '--outputs', other, '--against', other, '--exit-code', ...cached);
    expect(back.code).toBe(0);
  });

  it('is refused where its folder is wrong, with all errors, before anything runs', async () => {
    const broken = join(home, 'broken');
    mkdirSync(broken);
    expect((await cli('family', 'init', broken)).code).toBe(0);
    writeFileSync(
      join(broken, 'anchors.jsonl'),
      '{"id": "a", "output": "x", "label": "PASS"}\n{"id": "b", "output": "y", "label": "no"}\n',
    );
    rmSync(join(broken, 'ops'), { recursive: true });
    const refused = await cli('evolve', broken, '--store', join(home, 'other'));
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toMatch(/anchors\.jsonl:2: label: expected PASS or FAIL[^]*no detectors/);
    const checked = await cli('family', 'check', broken);
    expect([checked.code, checked.out]).toEqual([1, expect.stringContaining('all 1 anchors are PASS')]);
    const again = await cli('family', 'init', broken);
    expect([again.code, again.err]).toEqual([
      2,
      expect.stringContaining('is not empty; nothing was written'),
    ]);
  });

  it('takes no options of built-in families, and a folder that is not there is no family', async () => {
    const mine = join(home, 'third');
    await cli('family', 'init', mine);
    const words = await cli('evolve', mine, '--store', join(home, 'other'), '--ops', mine);
    expect([words.code, words.err]).toEqual([2, expect.stringContaining('takes no --tasks, --ops')]);
    const none = await cli('evolve', join(home, 'nowhere'));
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('no such folder')]);
    expect(existsSync(join(home, 'nowhere'))).toBe(false);
  });
});
