import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvolveResult } from '../../src/jobs/evolve-result.js';
import { random } from '../../src/random.js';
import {
  addCaches,
  evolveWhole,
  killAndResume,
  warmStore,
  type Exported,
} from '../support/kill-and-resume.js';
import { pawl, startPawl } from '../support/pawl-process.js';

const root = mkdtempSync(join(tmpdir(), 'pawl-evolve-'));
const folder = (name: string): string => {
  mkdirSync(join(root, name), { recursive: true });
  return join(root, name);
};
const op = (body: string): string =>
  `# failure class: crash\n# tier: static\n# description: is broken on purpose\n\n\ndef check(item):\n    ${body}\n`;

// Two detectors are broken on purpose: both abstain everywhere, and the reason is counted.
const ops = folder('ops');
writeFileSync(join(ops, 'always_raises.py'), op("raise ValueError('on purpose')"));
writeFileSync(join(ops, 'says_nonsense.py'), op('return 42'));
const words = ['evolve', 'code', '--seeds', '42,7', '--rounds', '4', '--ops', '../ops'];
const wholeFolder = folder('whole');

let whole: { exported: Exported; result: EvolveResult; ms: number };

/** A folder with the caches of the whole run, of which a share of the findings may be missing. */
function warmFolder(name: string, missing = 0): string {
  const place = folder(name);
  warmStore(wholeFolder, place, missing);
  return place;
}

/** Resumes the first run of a folder and expects the bytes of the uninterrupted one. */
async function expectSameAfterResume(cwd: string): Promise<void> {
  const resumed = await pawl(['runs', 'resume', 'r1', '--json'], { cwd });
  expect(resumed.err).not.toContain('error:');
  expect(resumed.code).toBe(0);
  expect((JSON.parse(resumed.out) as { result: EvolveResult }).result).toEqual(whole.result);
  await pawl(['runs', 'export', 'exported', '--run', 'r1'], { cwd });
  for (const [name, text] of Object.entries(whole.exported)) {
    expect(readFileSync(join(cwd, 'exported', name), 'utf8') === text, name).toBe(true);
  }
}

beforeAll(async () => {
  const run = await evolveWhole(wholeFolder, words);
  whole = { ...run, result: run.result as EvolveResult };
}, 480_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

// Each test starts several processes, which compete with everything else on the machine.
describe('pawl evolve code, in processes of its own', { timeout: 240_000 }, () => {
  it('selects a grader for each seed and audits it on executed programs', () => {
    const { result } = whole;
    expect(result.roles.kind).toBe('simulated');
    expect(result.cells.map(({ seed, rounds }) => [seed, rounds])).toEqual([
      [42, 4],
      [7, 4],
    ]);
    for (const cell of result.cells) {
      expect(cell.expression).toMatch(/^\(|^[a-z_]+$/);
      expect(cell.audit?.expressionOnly.n).toBe(40);
      expect(cell.devCoverage).toMatchObject({ fail: { of: 5 }, clean: { of: 5 } });
      expect(cell.pack).toMatchObject({ train: 60, test: 40, untouched: 40 });
    }
  });

  it('counts what broken detectors did, by reason', () => {
    for (const { opFaults } of whole.result.cells) {
      // Ten anchors and sixty train outputs.
      expect(opFaults).toContainEqual({ op: 'always_raises', faults: { raised: 70 } });
      expect(opFaults).toContainEqual({ op: 'says_nonsense', faults: { nonsense: 70 } });
    }
  });

  it('reuses a finished run, says so, and prints the same', async () => {
    const again = await pawl([...words, '--json'], { cwd: wholeFolder });
    expect(again.err).toContain('reused: all seeds');
    expect((JSON.parse(again.out) as { result: EvolveResult }).result).toEqual(whole.result);

    const shown = await pawl(['runs', 'show', 'r1'], { cwd: wholeFolder });
    const printed = await pawl(words, { cwd: wholeFolder });
    expect(printed.out).toContain('SIMULATED');
    expect(printed.out).toContain('seed 42: always_raises: raised 70');
    expect(printed.out).toMatch(
      /^best grader \(seed \d+\): \.pawl\/graders\/code-\d+-4r-[0-9a-f]{8}\.json$/m,
    );
    const report = (text: string): string =>
      text.slice(text.indexOf('pack:'), text.indexOf('\nDetectors that'));
    expect(report(shown.out)).toBe(report(printed.out));
  });

  it('names a next command that works, and whose verdicts are those that were stored', async () => {
    const { out } = await pawl(words, { cwd: wholeFolder });
    const next = [...out.matchAll(/^(?:next: | {6})npx pawl (.+)$/gm)].map(([, line = '']) =>
      line.split(' '),
    );
    const [exporting = [], grading = []] = next;
    expect(next.map(([command]) => command)).toEqual(['runs', 'grade']);
    expect((await pawl(exporting, { cwd: wholeFolder })).code).toBe(0);

    // In another folder, from two files alone; some of the rows will do.
    const [, outputs = '', , grader = ''] = grading;
    const rows = readFileSync(join(wholeFolder, outputs), 'utf8').trim().split('\n');
    const elsewhere = folder('elsewhere');
    const some = rows.filter((_, index) => index % 6 === 0);
    writeFileSync(join(elsewhere, 'outputs.jsonl'), some.join('\n'));
    const graded = await pawl(['grade', 'outputs.jsonl', '--grader', join(wholeFolder, grader), '--json'], {
      cwd: elsewhere,
    });
    expect(graded.err).toBe('');
    const verdicts = (JSON.parse(graded.out) as { result: { rows: { itemId: string; verdict: string }[] } })
      .result.rows;
    const stored = new Map(
      (whole.exported['verdicts.jsonl'] ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { cell: string; round: number; item: string; verdict: string })
        .filter(({ cell, round }) => cell.includes(`/${whole.result.bestSeed}/`) && round === 3)
        .map(({ item, verdict }) => [item, verdict]),
    );
    const both = verdicts.filter(({ itemId }) => stored.has(itemId));
    expect(both.length).toBeGreaterThan(10);
    expect(both.map(({ verdict }) => verdict)).toEqual(both.map(({ itemId }) => stored.get(itemId)));
  });

  it.each([
    { moment: 0, missing: 1 / 16 },
    { moment: 1, missing: 0 },
    { moment: 2, missing: 0 },
  ])('killed with SIGKILL and resumed, gives the same bytes ($moment)', async ({ moment, missing }) => {
    const place = warmFolder(`killed-${moment}`, missing);
    const draw = random('kill', moment);
    const run = await killAndResume(place, { rounds: draw.below(7), afterMs: draw.below(40) }, words);
    expect(run.result).toEqual(whole.result);
    expect(run.exported).toEqual(whole.exported);
  });

  it('on Ctrl-C saves, names the command that continues, and exits with 3', async () => {
    // From nothing, so that it cannot have ended before the signal comes.
    const cwd = folder('stopped');
    const running = startPawl(words, { cwd });
    await running.shown('run r1:');
    running.child.kill('SIGINT');
    const end = await running.ended;
    expect(end.code).toBe(3);
    expect(end.err).toContain('error: r1 stopped');
    expect(end.err).toContain('continue with: npx pawl runs resume r1');
    expect((await pawl(['runs', 'list'], { cwd })).out).toMatch(/r1 .* stopped /);
    addCaches(wholeFolder, cwd);
    await expectSameAfterResume(cwd);
  });

  it('in a store that cannot grow keeps what is finished and exits with 4', async () => {
    const cwd = warmFolder('full');
    const pages = Math.ceil(statSync(join(cwd, '.pawl', 'pawl.sqlite')).size / 4096);
    const environment = { PAWL_STORE_MAX_PAGES: String(pages) };
    const end = await pawl(words, { cwd, environment });
    expect(end.err).toMatch(/the store cannot grow/);
    expect(end.err).toContain('continue with: npx pawl runs resume r1');
    expect(end.code).toBe(4);
    await expectSameAfterResume(cwd);
  });
});
