import type { GraderFile } from '../grader/grader-file.js';
import type { Item } from '../grader/item.js';
import type { AbstainReason } from '../grader/op.js';
import { parseExpression } from '../grader/parse-expression.js';
import { verdictAt, verdictTable, type Planes } from '../grader/planes.js';
import { evaluateNodes, reasonsFor, type Reason } from '../grader/reasons.js';
import { wholeVerdict } from '../grader/whole-verdict.js';
import { toVerdict, type OpVerdict, type Verdict } from '../verdict.js';
import type { Grading } from './grading.js';

/** A grader's answer on one output, with everything that led to it. */
export interface Grade {
  readonly itemId: string;
  readonly taskId: string;
  /** Root AND expression: FAIL when the root finds a drawback, else what the expression says. */
  readonly verdict: Verdict;
  readonly expression: Verdict;
  readonly root: 'DRAWBACK' | 'CLEAN';
  /** Every op that the expression names. */
  readonly ops: readonly OpGrade[];
  /** The drawbacks that the verdict rests on, by name; empty unless the verdict is FAIL. */
  readonly drawbacks: readonly Drawback[];
}

/** What one op said, and why it said nothing. */
export interface OpGrade {
  readonly op: string;
  readonly verdict: OpVerdict;
  readonly reason?: AbstainReason;
  readonly detail?: string;
}

/** A named reason for a FAIL. */
export interface Drawback {
  readonly op: string;
  readonly failureClass: string;
  readonly description: string;
  /** The expression asks under a `not` for what the op looks for, and it found nothing. */
  readonly negated?: true;
}

/**
 * Grades outputs with an exported grader.
 *
 * @param grader a checked grader file
 * @param items outputs to grade, in any number
 * @param grading the family's wiring; its engines should be those that the grader names
 * @returns one grade an item, in order
 */
export async function grade(
  grader: GraderFile,
  items: readonly Item[],
  grading: Pick<Grading, 'prepare' | 'run'>,
): Promise<readonly Grade[]> {
  const prepared = await grading.prepare(items);
  const findings = await grading.run(grader.ops, prepared);
  const table = verdictTable(
    items.length,
    grader.ops.map((op, index) => [op.name, (findings[index] ?? []).map(({ verdict }) => verdict)] as const),
  );
  const parsed = parseExpression(grader.expression);
  const nodes = evaluateNodes(parsed, table);
  const planes = nodes.get(parsed) as Planes;
  return prepared.map(({ item, root }, index) => {
    const expression = toVerdict(verdictAt(planes, index));
    const ops = grader.ops.map((op, row): OpGrade => {
      const finding = findings[row]?.[index];
      return { op: op.name, ...(finding ?? { verdict: 'ABSTAIN', reason: 'unscored' }) };
    });
    const verdict = wholeVerdict(root.verdict, expression);
    const drawbacks =
      verdict === 'FAIL'
        ? drawbacksOf(grader, root.verdict, reasonsFor(parsed, nodes, index, 'DRAWBACK'))
        : [];
    return { itemId: item.id, taskId: item.task.id, verdict, expression, root: root.verdict, ops, drawbacks };
  });
}

function drawbacksOf(grader: GraderFile, root: Grade['root'], reasons: readonly Reason[]): Drawback[] {
  const named = reasons.flatMap(({ op, negated }): Drawback[] => {
    const spec = grader.ops.find(({ name }) => name === op);
    if (spec === undefined) return [];
    const { failureClass, description } = spec;
    return negated
      ? [{ op, failureClass, description: `not found: ${description}`, negated: true }]
      : [{ op, failureClass, description }];
  });
  if (root === 'CLEAN') return named;
  return [
    { op: 'root', failureClass: 'root', description: 'fails the structural check of its family' },
    ...named,
  ];
}
