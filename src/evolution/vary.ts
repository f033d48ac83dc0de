import { childrenOf, leavesOf, withoutOp, type Expression } from '../grader/expression.js';
import type { Random } from '../random.js';

/** Expressions larger than this are not proposed by chance. */
const mostLeaves = 8;

/** Turns a name into a leaf. */
function leaf(name: string): Expression {
  return { kind: 'op', name };
}

/**
 * All subsets of one to three ops under `any`: the subset seeding of round 0.
 *
 * @example
 * seedSubsets(['a', 'b']).map(printExpression) // ['(any a)', '(any b)', '(any a b)']
 */
export function seedSubsets(names: readonly string[]): Expression[] {
  const subsets: string[][] = [];
  for (const [first, a] of names.entries()) {
    subsets.push([a]);
    for (const [second, b] of names.entries()) {
      if (second <= first) continue;
      subsets.push([a, b]);
      for (const c of names.slice(second + 1)) subsets.push([a, b, c]);
    }
  }
  return subsets
    .sort((a, b) => a.length - b.length)
    .map((subset): Expression => ({ kind: 'any', children: subset.map(leaf) }));
}

/** A random expression over one to four different ops, all six node kinds possible. */
export function randomExpression(names: readonly string[], stream: Random): Expression {
  const chosen = stream.sample(names, 1 + stream.below(Math.min(4, names.length)));
  return combine(
    chosen.map((name): Expression => (stream.chance(0.1) ? { kind: 'not', child: leaf(name) } : leaf(name))),
    stream,
  );
}

/** A copy with one random change: a leaf added, dropped, replaced or negated, or the top node replaced. */
export function mutate(expression: Expression, names: readonly string[], stream: Random): Expression {
  const leaves = [...new Set(leavesOf(expression))];
  const others = names.filter((name) => !leaves.includes(name));
  switch (stream.pick(['add', 'drop', 'replace', 'negate', 'regroup'] as const)) {
    case 'add':
      if (others.length === 0 || leavesOf(expression).length >= mostLeaves) return expression;
      return { kind: 'any', children: [expression, leaf(stream.pick(others))] };
    case 'drop':
      return withoutOp(expression, stream.pick(leaves)) ?? expression;
    case 'replace':
      return others.length === 0
        ? expression
        : mapLeaf(expression, stream.pick(leaves), leaf(stream.pick(others)));
    case 'negate': {
      const name = stream.pick(leaves);
      return mapLeaf(expression, name, { kind: 'not', child: leaf(name) });
    }
    case 'regroup':
      return combine(branches(expression), stream);
  }
}

/** A child of two parents: some branches of each under one random node. */
export function crossover(first: Expression, second: Expression, stream: Random): Expression {
  const take = (parent: Expression): readonly Expression[] => {
    const list = branches(parent);
    return stream.sample(list, 1 + stream.below(list.length));
  };
  const children: Expression[] = [];
  for (const branch of [...take(first), ...take(second)]) {
    if (children.reduce((sum, child) => sum + leavesOf(child).length, leavesOf(branch).length) <= mostLeaves)
      children.push(branch);
  }
  return combine(children.length > 0 ? children : [first], stream);
}

/** The children of a flat group, or the expression itself as the only branch. */
function branches(expression: Expression): readonly Expression[] {
  return expression.kind === 'op' || expression.kind === 'not' ? [expression] : childrenOf(expression);
}

/** Joins branches under a random node, `any` most often. */
function combine(children: readonly Expression[], stream: Random): Expression {
  const [only] = children;
  if (children.length === 1 && only !== undefined)
    return only.kind === 'op' ? { kind: 'any', children } : only;
  const kind = stream.pickWeighted(['any', 'all', 'at-least', 'weighted'] as const, (one) =>
    one === 'any' ? 3 : 1,
  );
  switch (kind) {
    case 'any':
    case 'all':
      return { kind, children };
    case 'at-least':
      return { kind, count: 1 + stream.below(children.length), children };
    case 'weighted':
      return {
        kind,
        threshold: (1 + stream.below(9)) / 10,
        children: children.map((child) => ({ weight: (1 + stream.below(10)) / 10, child })),
      };
  }
}

function mapLeaf(expression: Expression, name: string, replacement: Expression): Expression {
  const map = (child: Expression): Expression => mapLeaf(child, name, replacement);
  switch (expression.kind) {
    case 'op':
      return expression.name === name ? replacement : expression;
    case 'not':
      return { kind: 'not', child: map(expression.child) };
    case 'any':
    case 'all':
      return { ...expression, children: expression.children.map(map) };
    case 'at-least':
      return { ...expression, children: expression.children.map(map) };
    case 'weighted':
      return {
        ...expression,
        children: expression.children.map(({ weight, child }) => ({ weight, child: map(child) })),
      };
  }
}
