import type { Expression } from './expression.js';

/**
 * Writes an expression as text; `parseExpression` reads it back to an equal one.
 *
 * @example
 * printExpression({ kind: 'not', child: { kind: 'op', name: 'crash' } }) // '(not crash)'
 */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'op':
      return expression.name;
    case 'not':
      return `(not ${printExpression(expression.child)})`;
    case 'any':
    case 'all':
      return `(${expression.kind} ${expression.children.map(printExpression).join(' ')})`;
    case 'at-least':
      return `(at-least ${expression.count} ${expression.children.map(printExpression).join(' ')})`;
    case 'weighted': {
      const parts = expression.children.map(({ weight, child }) => `(${weight} ${printExpression(child)})`);
      return `(weighted ${expression.threshold} ${parts.join(' ')})`;
    }
  }
}
