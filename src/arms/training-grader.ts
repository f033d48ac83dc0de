import type { Family } from '../families/family.js';
import { leavesOf } from '../grader/expression.js';
import type { PreparedItem } from '../grader/item.js';
import type { OpRunner, OpSpec } from '../grader/op.js';
import { parseExpression } from '../grader/parse-expression.js';
import { verdictAt, verdictTable, type Planes } from '../grader/planes.js';
import { evaluateNodes, reasonsFor } from '../grader/reasons.js';
import { wholeVerdict } from '../grader/whole-verdict.js';
import type { Grading } from '../grading/grading.js';
import type { EvidenceLine } from '../roles/skill-loop.js';
import type { TrainingGrade, TrainingGrader } from '../skills/context.js';
import { toVerdict } from '../verdict.js';
import type { TrainingGraderKind } from './arm.js';

/** What a training grader is made from. */
export interface TrainingGraderParts {
  readonly kind: TrainingGraderKind;
  readonly family: Pick<Family, 'handSeed' | 'bareJudge'>;
  readonly seedOps: readonly OpSpec[];
  readonly grading: Pick<Grading, 'truths'>;
  readonly runner: OpRunner;
  /** The evolved grader: the selected expression and the pool that it was selected from. */
  readonly evolved: { readonly expression: string | null; readonly pool: readonly OpSpec[] };
}

/** Who grades the train attempts of a skill phase. */
export function trainingGrader(parts: TrainingGraderParts): TrainingGrader {
  const { kind, family, seedOps, grading, runner, evolved } = parts;
  switch (kind) {
    case 'none':
      return silent;
    case 'truth':
      return truthGrader(grading);
    case 'evolved':
      return evolved.expression === null
        ? silent
        : expressionGrader(evolved.expression, evolved.pool, runner);
    case 'hand-seed':
      return expressionGrader(family.handSeed, seedOps, runner);
    case 'bare-judge':
      return family.bareJudge === '' ? silent : expressionGrader(family.bareJudge, seedOps, runner);
  }
}

/** Free ground truth: the family's label, with what the truth observed. A truth that is not to be had grades nothing. */
export function truthGrader(grading: Pick<Grading, 'truths'>): TrainingGrader {
  return async (items) => {
    const truths = await grading.truths(items.map(({ item }) => item));
    return truths.map((truth): TrainingGrade => {
      if (truth.outcome === 'unscored') return { verdict: 'ABSTAIN', evidence: [] };
      const { label, evidence, failureClass } = truth;
      if (label === 'PASS') return { verdict: 'PASS', evidence: [] };
      return {
        verdict: 'FAIL',
        evidence: [{ source: 'truth', text: evidence, ...(failureClass === null ? {} : { failureClass }) }],
      };
    });
  };
}

/**
 * A grader as it grades anything: root AND expression. A FAIL names the ops that it rests on, as a person would read them in the
 * grader file.
 *
 * @throws PawlError `bad-expression` when the text does not parse or names an op that the pool does not hold
 */
export function expressionGrader(
  expression: string,
  pool: readonly OpSpec[],
  runner: OpRunner,
): TrainingGrader {
  const parsed = parseExpression(expression);
  const names = new Set(leavesOf(parsed));
  const ops = pool.filter(({ name }) => names.has(name));
  const specOf = new Map(ops.map((op) => [op.name, op]));

  const lines = (item: PreparedItem, reasons: ReturnType<typeof reasonsFor>): readonly EvidenceLine[] => [
    ...(item.root.verdict === 'DRAWBACK'
      ? [{ source: 'root', text: 'fails the structural check of its family' } as const]
      : []),
    ...reasons.flatMap(({ op, negated }): EvidenceLine[] => {
      const spec = specOf.get(op);
      if (spec === undefined) return [];
      const said = negated ? `not found: ${spec.description}` : spec.description;
      return [{ source: 'op', text: `${op}: ${said}`, failureClass: spec.failureClass }];
    }),
  ];

  return async (items) => {
    const findings = await runner.run(ops, items);
    const table = verdictTable(
      items.length,
      ops.map((op, row) => [op.name, (findings[row] ?? []).map(({ verdict }) => verdict)] as const),
    );
    const nodes = evaluateNodes(parsed, table);
    const planes = nodes.get(parsed) as Planes;
    return items.map((item, index): TrainingGrade => {
      const verdict = wholeVerdict(item.root.verdict, toVerdict(verdictAt(planes, index)));
      return {
        verdict,
        evidence: verdict === 'FAIL' ? lines(item, reasonsFor(parsed, nodes, index, 'DRAWBACK')) : [],
      };
    });
  };
}

/** Nobody grades: no grader was selected yet, or the family has none of the kind. */
const silent: TrainingGrader = async (items) => items.map(() => ({ verdict: 'ABSTAIN', evidence: [] }));
