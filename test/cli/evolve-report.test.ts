import { describe, expect, it } from 'vitest';
import { evolveReport, packLine } from '../../src/cli/evolve-report.js';
import type { AuditRecord } from '../../src/evolution/events.js';
import type { Scores } from '../../src/evolution/state.js';
import type { CellResult } from '../../src/jobs/cell-result.js';
import type { EvolveResult } from '../../src/jobs/evolve-result.js';
import { meanOf } from '../../src/jobs/mean-result.js';

function audit(correct: number, opinions: number): AuditRecord {
  const figure = {
    agreement: opinions === 0 ? null : correct / opinions,
    correct,
    opinions,
    abstained: 40 - opinions,
    n: 40,
  };
  return { expressionOnly: figure, wholeGrader: figure, alwaysPass: 0.275, alwaysFail: 0.725, unscored: 0 };
}

const rescored: Scores = {
  objective: 0.75,
  devAgreement: 0.8,
  trainAgreement: 0.9375,
  complexity: 0,
  recallFail: 0.8,
  recallClean: 0.8,
  devOpinions: { fail: 5, clean: 4 },
  trainOpinions: 32,
  trainVerdicts: { pass: 30, fail: 30, abstain: 0 },
};

function cell(seed: number, parts: Partial<CellResult>): CellResult {
  return {
    seed,
    configHash: 'c'.repeat(64),
    rounds: 30,
    expression: '(any spec_mismatch crash)',
    objective: 0.8125,
    rescored,
    devCoverage: { fail: { opinions: 5, of: 5 }, clean: { opinions: 4, of: 5 } },
    audit: audit(27, 38),
    handSeed: { expression: 'h', audit: audit(20, 40) },
    bareJudge: { expression: 'j', audit: audit(23, 40) },
    births: 3,
    rejections: 91,
    promotions: 1,
    retirements: 2,
    pool: { active: 10, shadow: 1, retired: 2 },
    opFaults: [],
    graderHash: 'a'.repeat(64),
    pack: {
      hash: 'p',
      train: 60,
      anchors: { fail: 5, clean: 5 },
      test: 40,
      untouched: 40,
      screening: {
        tasks: 204,
        droppedAlwaysPassed: 31,
        droppedUnusable: [],
        unplaced: 23,
        trainPassRate: 0.2666,
      },
    },
    ...parts,
  };
}

function result(cells: readonly CellResult[]): EvolveResult {
  return {
    family: { name: 'code', version: 'v' },
    roles: { kind: 'simulated', name: 'simulated code', version: '1' },
    engines: {},
    settings: {},
    rounds: 30,
    cells,
    mean: meanOf(cells),
    bestSeed: 42,
  };
}

describe('the report of a run', () => {
  const none = cell(7, {
    expression: null,
    objective: null,
    rescored: null,
    devCoverage: null,
    audit: null,
    opFaults: [{ op: 'drafted_1', faults: { raised: 3, nonsense: 12 } }],
  });

  it('shows every figure with its denominators, and the mean of the seeds that have one', () => {
    expect(`${packLine(cell(42, {}))}\n\n${evolveReport(result([cell(42, {}), none]))}`).toBe(
      `pack: 60 train, 5 + 5 anchors, 40 locked, 40 untouched; of 204 tasks 31 always passed, 0 unusable, 23 not needed; frozen pass rate 0.27

The solver, the teacher, the composer and the judge are SIMULATED: stand-ins, not language models.
What they wrote is real, and every check of it was really run.

Selection (ten anchors and unlabelled train outputs)

seed  objective  rescored  opinions on failing  on clean anchors  born  rejected  promoted  retired
42       0.8125    0.7500               5 of 5            4 of 5     3        91         1        2
7             –         –                    –                 –     3        91         1        2
mean     0.8125    0.7500                  5.0               4.0   3.0      91.0       1.0      2.0

Audit (agreement with the locked labels; never used for selection)

seed  expression      abstained  root and expression  hand seed        bare judge       always PASS  always FAIL
42    0.711 (27/38)     2 of 40  0.711 (27/38)        0.500 (20/40)    0.575 (23/40)          0.275        0.725
7     –                       –  –                    0.500 (20/40)    0.575 (23/40)          0.275        0.725
mean  0.711 (1 seed)        2.0  0.711 (1 seed)       0.500 (2 seeds)  0.575 (2 seeds)        0.275        0.725

Graders

seed  expression
  42  (any spec_mismatch crash)
   7  none was selected

Detectors that failed on outputs (there they abstain)

seed 7: drafted_1: nonsense 12, raised 3`,
    );
  });

  it('has no mean of one seed and names no faults where there are none', () => {
    const text = evolveReport(result([cell(42, {})]));
    expect(text).not.toContain('mean');
    expect(text).not.toContain('failed on outputs');
  });

  it('does not call a real model simulated', () => {
    const real = { ...result([cell(42, {})]), roles: { kind: 'model', name: 'a model', version: '1' } };
    expect(evolveReport(real)).toContain('Roles: a model.');
    expect(evolveReport(real)).not.toContain('SIMULATED');
  });
});
