import { evaluate } from './evaluate.js';
import { childrenOf, type Expression } from './expression.js';
import { verdictAt, type Planes, type VerdictTable } from './planes.js';

/** Verdicts of every node of an expression over a table. */
export type NodePlanes = ReadonlyMap<Expression, Planes>;

/** A leaf that a verdict rests on. `negated`: it found nothing, and the expression asks for that under a `not`. */
export interface Reason {
  readonly op: string;
  readonly negated: boolean;
}

/** Evaluates an expression and all of its parts. */
export function evaluateNodes(expression: Expression, table: VerdictTable): NodePlanes {
  const planes = new Map<Expression, Planes>();
  const visit = (node: Expression): void => {
    planes.set(node, evaluate(node, table));
    childrenOf(node).forEach(visit);
  };
  visit(expression);
  return planes;
}

/**
 * The leaves that a verdict of an item rests on: below every node those children that say the same, below a `not` those that say
 * the opposite. An op that fires under a `not` speaks for the output, so it is never a reason for a drawback.
 *
 * @param wanted the verdict to explain; where the expression says something else there is no reason
 * @returns each leaf once, in reading order
 */
export function reasonsFor(
  expression: Expression,
  planes: NodePlanes,
  item: number,
  wanted: 'DRAWBACK' | 'CLEAN',
): Reason[] {
  const found = new Map<string, Reason>();
  const visit = (node: Expression, verdict: 'DRAWBACK' | 'CLEAN', negated: boolean): void => {
    const own = planes.get(node);
    if (own === undefined || verdictAt(own, item) !== verdict) return;
    if (node.kind === 'op') {
      const key = `${node.name} ${String(negated)}`;
      if (!found.has(key)) found.set(key, { op: node.name, negated });
    } else if (node.kind === 'not') {
      visit(node.child, verdict === 'DRAWBACK' ? 'CLEAN' : 'DRAWBACK', !negated);
    } else for (const child of childrenOf(node)) visit(child, verdict, negated);
  };
  visit(expression, wanted, false);
  return [...found.values()];
}
