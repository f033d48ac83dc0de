import { PawlError } from '../errors.js';
import { didYouMean } from '../input/nearest-name.js';
import type { Expression, WeightedNode } from './expression.js';
import { emptyPlanes, type Planes, type VerdictTable } from './planes.js';

/**
 * Evaluates an expression on a whole table, 32 items at a time. Children without an opinion are excluded; where no child
 * has one the node abstains.
 *
 * @returns planes of the same number of items; leaves are returned without a copy, so treat them as read-only
 * @throws PawlError `bad-expression` when it names an op that the table does not hold
 * @example
 * const table = verdictTable(2, [['a', ['DRAWBACK', 'ABSTAIN']], ['b', ['CLEAN', 'CLEAN']]])
 * verdictsOf(evaluate(parseExpression('(any a b)'), table), 2) // ['DRAWBACK', 'CLEAN']
 */
export function evaluate(expression: Expression, table: VerdictTable): Planes {
  switch (expression.kind) {
    case 'op': {
      const planes = table.planes.get(expression.name);
      if (planes === undefined) {
        throw new PawlError(
          'bad-expression',
          `the expression names '${expression.name}', which is not in the pool`,
          {
            hint: didYouMean(expression.name, [...table.planes.keys()]),
          },
        );
      }
      return planes;
    }
    case 'not': {
      const { drawback, clean } = evaluate(expression.child, table);
      return { drawback: clean, clean: drawback };
    }
    case 'any':
      return any(
        expression.children.map((child) => evaluate(child, table)),
        table.items,
      );
    case 'all': {
      // all = not any not: swapping the planes on the way in and out.
      const swapped = expression.children.map((child) => swap(evaluate(child, table)));
      return swap(any(swapped, table.items));
    }
    case 'at-least':
      return atLeast(
        expression.count,
        expression.children.map((child) => evaluate(child, table)),
        table.items,
      );
    case 'weighted':
      return weighted(
        expression,
        expression.children.map(({ child }) => evaluate(child, table)),
        table.items,
      );
  }
}

function swap({ drawback, clean }: Planes): Planes {
  return { drawback: clean, clean: drawback };
}

function any(children: readonly Planes[], items: number): Planes {
  const { drawback, clean } = emptyPlanes(items);
  for (const child of children) {
    const { drawback: childDrawback, clean: childClean } = child;
    for (let word = 0; word < drawback.length; word++) {
      drawback[word] = (drawback[word] as number) | (childDrawback[word] as number);
      clean[word] = (clean[word] as number) | (childClean[word] as number);
    }
  }
  for (let word = 0; word < drawback.length; word++)
    clean[word] = (clean[word] as number) & ~(drawback[word] as number);
  return { drawback, clean };
}

/** Counts drawbacks with bit-sliced binary counters, then compares each item's count with `count`. */
function atLeast(count: number, children: readonly Planes[], items: number): Planes {
  const { drawback, clean } = emptyPlanes(items);
  const digits = 32 - Math.clz32(children.length);
  const counter = new Int32Array(digits);
  for (let word = 0; word < drawback.length; word++) {
    counter.fill(0);
    let opinions = 0;
    for (const child of children) {
      let carry = child.drawback[word] as number;
      opinions |= carry | (child.clean[word] as number);
      for (let digit = 0; digit < digits && carry !== 0; digit++) {
        const before = counter[digit] as number;
        counter[digit] = before ^ carry;
        carry &= before;
      }
    }
    // Reached where the counter is ≥ count: compare from the highest digit down.
    let greater = 0;
    let equal = -1;
    for (let digit = digits - 1; digit >= 0; digit--) {
      const bits = counter[digit] as number;
      if (((count >>> digit) & 1) === 0) {
        greater |= equal & bits;
        equal &= ~bits;
      } else {
        equal &= bits;
      }
    }
    drawback[word] = opinions & (greater | equal);
    clean[word] = opinions & ~(greater | equal);
  }
  return { drawback, clean };
}

/** Weights and threshold have at most four decimals, so ten-thousandths add up and compare exactly in integers. */
function weighted(node: WeightedNode, children: readonly Planes[], items: number): Planes {
  const { drawback, clean } = emptyPlanes(items);
  const weights = node.children.map(({ weight }) => Math.round(weight * 10_000));
  const threshold = Math.round(node.threshold * 10_000);
  for (let item = 0; item < items; item++) {
    const word = item >>> 5;
    const bit = 1 << (item & 31);
    let found = 0;
    let opinions = 0;
    for (let index = 0; index < children.length; index++) {
      const child = children[index] as Planes;
      const weight = weights[index] as number;
      if (((child.drawback[word] as number) & bit) !== 0) {
        found += weight;
        opinions += weight;
      } else if (((child.clean[word] as number) & bit) !== 0) {
        opinions += weight;
      }
    }
    if (opinions === 0) continue;
    const plane = found * 10_000 >= threshold * opinions ? drawback : clean;
    plane[word] = (plane[word] as number) | bit;
  }
  return { drawback, clean };
}
