import { describe, expect, it } from 'vitest';
import { replayAnchors, type ReplayParts } from '../../src/arms/anchor-replay.js';
import { consensus } from '../../src/evolution/consensus.js';
import { devLabels, marginals } from '../../src/evolution/dev-agreement.js';
import { allGuards } from '../../src/evolution/guards.js';
import { invalidity, judgeOpsOf, score } from '../../src/evolution/objective.js';
import { defaultSettings } from '../../src/evolution/settings.js';
import { seedSubsets } from '../../src/evolution/vary.js';
import { leavesOf } from '../../src/grader/expression.js';
import { parseExpression } from '../../src/grader/parse-expression.js';
import { planesOf, verdictTable, type VerdictTable } from '../../src/grader/planes.js';
import { printExpression } from '../../src/grader/print-expression.js';
import { random } from '../../src/random.js';
import type { OpVerdict } from '../../src/verdict.js';
import { tableOp } from '../support/table-world.js';

const names = ['a', 'b', 'c', 'd', 'e'];
const ops = names.map((name) => tableOp(name));
/** Random verdicts, and labels that op `a` mostly sees. */
const drawn = (split: string, items: number): { table: VerdictTable; failing: boolean[] } => {
  const failing = Array.from({ length: items }, (_, item) => item % 2 === 0);
  const verdicts = (name: string): OpVerdict[] =>
    failing.map((fails, item) => {
      const stream = random('replay-test', split, name, item);
      if (stream.chance(0.2)) return 'ABSTAIN';
      const right = stream.chance(name === 'a' ? 0.9 : name === 'b' ? 0.75 : 0.5);
      return fails === right ? 'DRAWBACK' : 'CLEAN';
    });
  return {
    table: verdictTable(
      items,
      names.map((name) => [name, verdicts(name)]),
    ),
    failing,
  };
};
const labels = (failing: readonly boolean[]): ReturnType<typeof planesOf> =>
  planesOf(failing.map((fails) => (fails ? 'DRAWBACK' : 'CLEAN')));

const bank = drawn('bank', 10);
const locked = drawn('locked', 40);
const settings = { ...defaultSettings, guards: allGuards, consensusWeight: 0.25 };
const parts: ReplayParts = {
  candidates: seedSubsets(names).map(printExpression),
  ops,
  bank: { table: bank.table, labels: labels(bank.failing) },
  train: drawn('train', 33).table,
  locked: { table: locked.table, labels: labels(locked.failing) },
  settings,
  seed: ['test'],
  subsamples: 30,
};

/** The selection of a round on all ten anchors, by its own functions, with equal votes first and the winner's marginals then. */
function selectedOnAll(): string {
  const best = (weights: ReadonlyMap<string, number>): string => {
    const yardstick = {
      tables: { dev: parts.bank.table, train: parts.train },
      labels: parts.bank.labels,
      consensus: consensus(ops, weights, parts.train),
      judgeOps: judgeOpsOf(ops),
      settings,
    };
    const [winner] = parts.candidates
      .map((text) => ({ text, scores: score(parseExpression(text), yardstick) }))
      .filter(({ scores }) => scores.objective !== null && invalidity(scores) === null)
      .sort(
        (x, y) =>
          (y.scores.objective ?? 0) - (x.scores.objective ?? 0) ||
          leavesOf(parseExpression(x.text)).length - leavesOf(parseExpression(y.text)).length ||
          (x.text < y.text ? -1 : 1),
      );
    return winner?.text ?? '';
  };
  const first = best(new Map());
  return best(marginals(parseExpression(first), parts.bank.table, parts.bank.labels, true));
}

describe('the anchor-size replay', () => {
  it('has one row a size and subsample, drawn alike every time', () => {
    const rows = replayAnchors(parts);
    expect(rows).toHaveLength(4 * 30);
    expect([...new Set(rows.map(({ size }) => size))]).toEqual([4, 6, 8, 10]);
    expect(replayAnchors(parts)).toEqual(rows);
  });

  it('selects with all ten anchors what a round would select, every time the same', () => {
    const full = replayAnchors(parts).filter(({ size }) => size === 10);
    expect(new Set(full.map(({ expression }) => expression))).toEqual(new Set([selectedOnAll()]));
  });

  it('counts agreement with the locked labels over opinions', () => {
    const [row] = replayAnchors({ ...parts, candidates: ['(any a)'], sizes: [10], subsamples: 1 });
    const said = parts.locked.table.planes.get('a');
    const verdicts = locked.failing.map((fails, item) => {
      const bit = (plane: Int32Array | undefined): boolean =>
        (((plane?.[item >>> 5] ?? 0) >>> (item & 31)) & 1) === 1;
      return bit(said?.drawback) ? fails : bit(said?.clean) ? !fails : null;
    });
    expect(row).toMatchObject({
      expression: '(any a)',
      correct: verdicts.filter((right) => right === true).length,
      opinions: verdicts.filter((right) => right !== null).length,
      items: 40,
    });
  });

  it('spreads less with more anchors of the same ten, and still spreads with ten fresh ones', () => {
    const values = (rows: ReturnType<typeof replayAnchors>, size: number): Set<number> =>
      new Set(rows.filter((row) => row.size === size).map(({ correct }) => correct));
    expect(values(replayAnchors(parts), 10).size).toBe(1);
    expect(values(replayAnchors(parts), 4).size).toBeGreaterThan(1);
    const many = drawn('bank', 80);
    const fresh = { table: many.table, labels: labels(many.failing) };
    expect(values(replayAnchors({ ...parts, bank: fresh }), 10).size).toBeGreaterThan(1);
  });

  it('selects nothing where every candidate is silent on the anchors, unless fail-closed is off', () => {
    const silent = verdictTable(
      10,
      names.map((name) => [name, Array.from({ length: 10 }, (): OpVerdict => 'ABSTAIN')]),
    );
    const quiet: ReplayParts = {
      ...parts,
      bank: { table: silent, labels: parts.bank.labels },
      sizes: [4],
      subsamples: 2,
    };
    expect(replayAnchors(quiet).every(({ expression }) => expression === null)).toBe(true);
    const open = { ...settings, guards: { ...allGuards, failClosed: false } };
    expect(replayAnchors({ ...quiet, settings: open }).every(({ expression }) => expression !== null)).toBe(
      true,
    );
  });

  it('passes over candidates that name an op which cannot be selected any more', () => {
    const rows = replayAnchors({
      ...parts,
      candidates: ['(any gone)', '(any b)'],
      sizes: [4],
      subsamples: 1,
    });
    expect(rows[0]?.expression).toBe('(any b)');
  });
});

describe('dev labels', () => {
  it('mark failures as drawbacks, as the replay reads them', () => {
    const label = (failing: boolean): Parameters<typeof devLabels>[0][number]['label'] => ({
      label: failing ? 'FAIL' : 'PASS',
      failureClasses: [],
      reason: '',
    });
    const item = { item: {}, root: {} } as never;
    const planes = devLabels([true, false].map((failing) => ({ prepared: item, label: label(failing) })));
    expect([planes.drawback[0], planes.clean[0]]).toEqual([1, 2]);
  });
});
