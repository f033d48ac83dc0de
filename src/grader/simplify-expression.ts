import type { Expression } from './expression.js';

/**
 * Writes an expression more plainly without changing any verdict: groups of one child become the child, `at-least 1` becomes
 * `any`, `any` within `any` and `all` within `all` are merged, and double negation goes. A bare op at the top is written
 * `(any op)`, the form in which single-op graders are published. The number of leaves stays the same.
 *
 * @example
 * printExpression(simplifyExpression(parseExpression('(all (not (not a)))'))) // '(any a)'
 */
export function simplifyExpression(expression: Expression): Expression {
  const plain = simplify(expression);
  return plain.kind === 'op' ? { kind: 'any', children: [plain] } : plain;
}

function simplify(expression: Expression): Expression {
  switch (expression.kind) {
    case 'op':
      return expression;
    case 'not': {
      const child = simplify(expression.child);
      return child.kind === 'not' ? child.child : { kind: 'not', child };
    }
    case 'any':
    case 'all':
      return group(expression.kind, expression.children);
    case 'at-least':
      if (expression.count === 1) return group('any', expression.children);
      return { ...expression, children: expression.children.map(simplify) };
    case 'weighted': {
      const [only, ...more] = expression.children;
      if (only !== undefined && more.length === 0) return simplify(only.child);
      return {
        ...expression,
        children: expression.children.map(({ weight, child }) => ({ weight, child: simplify(child) })),
      };
    }
  }
}

function group(kind: 'any' | 'all', children: readonly Expression[]): Expression {
  const plain = children.map(simplify).flatMap((child) => (child.kind === kind ? child.children : [child]));
  const [only] = plain;
  return plain.length === 1 && only !== undefined ? only : { kind, children: plain };
}
