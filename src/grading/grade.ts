import { evaluate } from '../grader/evaluate.js';
import type { GraderFile } from '../grader/grader-file.js';
import type { Item } from '../grader/item.js';
import type { AbstainReason } from '../grader/op.js';
import { parseExpression } from '../grader/parse-expression.js';
import { verdictAt, verdictTable } from '../grader/planes.js';
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
  /** The drawbacks found, by name; empty unless the verdict is FAIL. */
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
  grading: Grading,
): Promise<readonly Grade[]> {
  const prepared = await grading.prepare(items);
  const findings = await grading.run(grader.ops, prepared);
  const table = verdictTable(
    items.length,
    grader.ops.map((op, index) => [op.name, (findings[index] ?? []).map(({ verdict }) => verdict)] as const),
  );
  const planes = evaluate(parseExpression(grader.expression), table);
  return prepared.map(({ item, root }, index) => {
    const expression = toVerdict(verdictAt(planes, index));
    const ops = grader.ops.map((op, row): OpGrade => {
      const finding = findings[row]?.[index];
      return { op: op.name, ...(finding ?? { verdict: 'ABSTAIN', reason: 'unscored' }) };
    });
    const verdict = root.verdict === 'DRAWBACK' ? 'FAIL' : expression;
    const drawbacks = verdict === 'FAIL' ? drawbacksOf(grader, root.verdict, ops) : [];
    return { itemId: item.id, taskId: item.task.id, verdict, expression, root: root.verdict, ops, drawbacks };
  });
}

function drawbacksOf(grader: GraderFile, root: Grade['root'], ops: readonly OpGrade[]): Drawback[] {
  const fired = grader.ops.filter((op) =>
    ops.some((one) => one.op === op.name && one.verdict === 'DRAWBACK'),
  );
  const named = fired.map(({ name, failureClass, description }) => ({ op: name, failureClass, description }));
  if (root === 'CLEAN') return named;
  return [
    { op: 'root', failureClass: 'root', description: 'fails the structural check of its family' },
    ...named,
  ];
}
