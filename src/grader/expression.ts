/** A leaf: one op by name. */
export interface OpNode {
  readonly kind: 'op';
  readonly name: string;
}

/** DRAWBACK if a child says so; abstaining children are excluded. */
export interface AnyNode {
  readonly kind: 'any';
  readonly children: readonly Expression[];
}

/** DRAWBACK if all children with an opinion say so. */
export interface AllNode {
  readonly kind: 'all';
  readonly children: readonly Expression[];
}

/** Swaps DRAWBACK and CLEAN. */
export interface NotNode {
  readonly kind: 'not';
  readonly child: Expression;
}

/** DRAWBACK if at least `count` children say so, else CLEAN, even with fewer than `count` opinions. */
export interface AtLeastNode {
  readonly kind: 'at-least';
  readonly count: number;
  readonly children: readonly Expression[];
}

/** DRAWBACK if the drawback share of the weight of all opinions reaches the threshold. */
export interface WeightedNode {
  readonly kind: 'weighted';
  readonly threshold: number;
  readonly children: readonly { readonly weight: number; readonly child: Expression }[];
}

/**
 * A readable grader: drawback detectors under six kinds of node (paper, section 1 "Expression"). A node over children of
 * which none has an opinion abstains. The text form is a prefix s-expression, e.g. `(any crash (not has_return))`.
 */
export type Expression = OpNode | AnyNode | AllNode | NotNode | AtLeastNode | WeightedNode;

/** Words that cannot name an op. */
export const nodeKeywords: readonly string[] = ['any', 'all', 'not', 'at-least', 'weighted'];

/** What an op may be called. */
const opNamePattern: RegExp = /^[A-Za-z_][A-Za-z0-9_.:-]*$/;

/** True for a name that an op may carry. */
export function isOpName(name: string): boolean {
  return opNamePattern.test(name) && !nodeKeywords.includes(name);
}

/** The direct children of a node; empty for a leaf. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'op':
      return [];
    case 'not':
      return [expression.child];
    case 'weighted':
      return expression.children.map(({ child }) => child);
    case 'any':
    case 'all':
    case 'at-least':
      return expression.children;
  }
}

/**
 * The op names of an expression in reading order, repeated as often as they occur: the leaf occurrences of the
 * complexity penalty.
 *
 * @example
 * leavesOf(parseExpression('(any a (not b) a)')) // ['a', 'b', 'a']
 */
export function leavesOf(expression: Expression): string[] {
  return expression.kind === 'op' ? [expression.name] : childrenOf(expression).flatMap(leavesOf);
}

/**
 * The expression without one op: every occurrence is cut out, nodes that lose all children go too.
 *
 * @returns null when nothing is left
 * @example
 * printExpression(withoutOp(parseExpression('(any a b)'), 'a')) // '(any b)'
 */
export function withoutOp(expression: Expression, name: string): Expression | null {
  switch (expression.kind) {
    case 'op':
      return expression.name === name ? null : expression;
    case 'not': {
      const child = withoutOp(expression.child, name);
      return child === null ? null : { kind: 'not', child };
    }
    case 'weighted': {
      const children = expression.children.flatMap(({ weight, child }) => {
        const rest = withoutOp(child, name);
        return rest === null ? [] : [{ weight, child: rest }];
      });
      return children.length === 0 ? null : { ...expression, children };
    }
    case 'any':
    case 'all': {
      const children = expression.children.flatMap((child) => withoutOp(child, name) ?? []);
      return children.length === 0 ? null : { ...expression, children };
    }
    case 'at-least': {
      const children = expression.children.flatMap((child) => withoutOp(child, name) ?? []);
      return children.length === 0
        ? null
        : { ...expression, count: Math.min(expression.count, children.length), children };
    }
  }
}
