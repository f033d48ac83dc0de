import type { AuditFigure } from '../evolution/events.js';
import type { CellResult } from '../jobs/cell-result.js';
import type { EvolveResult } from '../jobs/evolve-result.js';
import type { MeanOver } from '../jobs/mean-result.js';
import { textTable } from './text-table.js';

const none = '–';

/** The end of a run as people read it: what was selected, how it does on the locked items, what became of detectors. */
export function evolveReport(result: EvolveResult): string {
  const { cells, mean } = result;
  const several = cells.length > 1;
  const parts = [
    rolesNotice(result.roles),
    'Selection (ten anchors and unlabelled train outputs)',
    textTable(
      [
        'seed',
        'objective',
        'rescored',
        'opinions on failing',
        'on clean anchors',
        'born',
        'rejected',
        'promoted',
        'retired',
      ],
      [...cells.map(selectionRow), ...(several ? [selectionMeanRow(mean)] : [])],
    ),
    ...auditPart(result),
    'Graders',
    textTable(
      ['seed', 'expression'],
      cells.map(({ seed, expression }) => [String(seed), expression ?? 'none was selected']),
    ),
  ];
  const faults = faultLines(cells);
  if (faults.length > 0) {
    parts.push('Detectors that failed on outputs (there they abstain)', faults.join('\n'));
  }
  return parts.join('\n\n');
}

/** The audit, or why there is none. */
function auditPart({ cells, mean }: EvolveResult): string[] {
  const locked = cells.reduce((sum, { handSeed }) => sum + handSeed.audit.expressionOnly.n, 0);
  if (locked === 0)
    return [
      'Audit',
      'There is none: no locked output has a label. The anchors selected the grader and cannot judge it.',
    ];
  return [
    'Audit (agreement with the locked labels; never used for selection)',
    textTable(
      [
        'seed',
        'expression',
        'abstained',
        'root and expression',
        'hand seed',
        'bare judge',
        'always PASS',
        'always FAIL',
      ],
      [...cells.map(auditRow), ...(cells.length > 1 ? [auditMeanRow(mean)] : [])],
    ),
  ];
}

/** Who solved, taught and judged; said plainly where they are simulated. */
export function rolesNotice({ kind, name }: EvolveResult['roles']): string {
  if (kind === 'none')
    return 'Outputs and labels are yours; nobody was asked anything, and no role is simulated.';
  return kind === 'simulated'
    ? 'The solver, the teacher, the composer and the judge are SIMULATED: stand-ins, not language models.\n' +
        'What they wrote is real, and every check of it was really run.'
    : `Roles: ${name}.`;
}

/** One line about the material of a run. */
export function packLine(cell: CellResult): string {
  const { train, anchors, test, untouched, screening } = cell.pack as unknown as PackFacts;
  const { tasks, droppedAlwaysPassed, droppedUnusable, unplaced, trainPassRate } = screening;
  if (trainPassRate === null && droppedAlwaysPassed + droppedUnusable.length + unplaced === 0)
    return `material: ${train} unlabelled outputs, ${anchors.fail} + ${anchors.clean} anchors, ${test} locked`;
  return (
    `pack: ${train} train, ${anchors.fail} + ${anchors.clean} anchors, ${test} locked, ${untouched} untouched; ` +
    `of ${tasks} tasks ${droppedAlwaysPassed} always passed, ${droppedUnusable.length} unusable, ${unplaced} not needed; ` +
    `frozen pass rate ${fixed(trainPassRate, 2)}`
  );
}

interface PackFacts {
  readonly train: number;
  readonly anchors: { readonly fail: number; readonly clean: number };
  readonly test: number;
  readonly untouched: number;
  readonly screening: {
    readonly tasks: number;
    readonly droppedAlwaysPassed: number;
    readonly droppedUnusable: readonly unknown[];
    readonly unplaced: number;
    readonly trainPassRate: number | null;
  };
}

function selectionRow(cell: CellResult): string[] {
  const { devCoverage } = cell;
  const of = (side: { opinions: number; of: number } | undefined): string =>
    side === undefined ? none : `${side.opinions} of ${side.of}`;
  return [
    String(cell.seed),
    fixed(cell.objective, 4),
    fixed(cell.rescored?.objective, 4),
    of(devCoverage?.fail),
    of(devCoverage?.clean),
    String(cell.births),
    String(cell.rejections),
    String(cell.promotions),
    String(cell.retirements),
  ];
}

function selectionMeanRow(mean: EvolveResult['mean']): string[] {
  return [
    'mean',
    fixed(mean.objective.mean, 4),
    fixed(mean.rescored.mean, 4),
    fixed(mean.devOpinionsFail.mean, 1),
    fixed(mean.devOpinionsClean.mean, 1),
    fixed(mean.births.mean, 1),
    fixed(mean.rejections.mean, 1),
    fixed(mean.promotions.mean, 1),
    fixed(mean.retirements.mean, 1),
  ];
}

function auditRow({ seed, audit, handSeed, bareJudge }: CellResult): string[] {
  return [
    String(seed),
    figure(audit?.expressionOnly),
    audit === null ? none : `${audit.expressionOnly.abstained} of ${audit.expressionOnly.n}`,
    figure(audit?.wholeGrader),
    figure(handSeed.audit.expressionOnly),
    figure(bareJudge.audit.expressionOnly),
    fixed(handSeed.audit.alwaysPass, 3),
    fixed(handSeed.audit.alwaysFail, 3),
  ];
}

function auditMeanRow(mean: EvolveResult['mean']): string[] {
  const over = ({ mean: value, seeds }: MeanOver): string =>
    value === null ? none : `${fixed(value, 3)} (${seeds} ${seeds === 1 ? 'seed' : 'seeds'})`;
  return [
    'mean',
    over(mean.agreement),
    fixed(mean.abstained.mean, 1),
    over(mean.wholeGraderAgreement),
    over(mean.handSeedAgreement),
    over(mean.bareJudgeAgreement),
    fixed(mean.alwaysPass.mean, 3),
    fixed(mean.alwaysFail.mean, 3),
  ];
}

/** An agreement with its counts: correct of opinions. */
function figure(of: AuditFigure | undefined): string {
  if (of === undefined || of.agreement === null) return none;
  return `${fixed(of.agreement, 3)} (${of.correct}/${of.opinions})`;
}

function faultLines(cells: readonly CellResult[]): string[] {
  return cells.flatMap(({ seed, opFaults }) =>
    opFaults.map(({ op, faults }) => {
      const counts = Object.entries(faults)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([reason, count]) => `${reason} ${count}`);
      return `seed ${seed}: ${op}: ${counts.join(', ')}`;
    }),
  );
}

function fixed(value: number | null | undefined, digits: number): string {
  return value === null || value === undefined ? none : value.toFixed(digits);
}
