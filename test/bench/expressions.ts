import type { Expression } from '../../src/grader/expression.js';
import { evaluate } from '../../src/grader/evaluate.js';
import { parseExpression } from '../../src/grader/parse-expression.js';
import { verdictTable } from '../../src/grader/planes.js';
import { random } from '../../src/random.js';
import type { OpVerdict } from '../../src/verdict.js';
import type { BenchRow } from './row.js';

const items = 4096;
const names = Array.from({ length: 12 }, (_, index) => `op${index}`);
const texts = [
  '(any op0 op1 op2)',
  '(all op3 (not op4))',
  '(at-least 2 op5 op6 op7 op8)',
  '(any (all op0 op9) op10 (not op11))',
  '(any op2 op4 op6)',
];

/** Expressions × items a second on bit planes, beside a walk of the tree for each item. */
export function benchExpressions(): BenchRow[] {
  const stream = random('bench');
  const verdicts = new Map(
    names.map((name) => [
      name,
      Array.from({ length: items }, () => stream.pick<OpVerdict>(['DRAWBACK', 'CLEAN', 'ABSTAIN'])),
    ]),
  );
  const table = verdictTable(items, verdicts);
  const expressions = texts.map(parseExpression);
  let checksum = 0;
  const planes = rate(() => {
    for (const expression of expressions) checksum ^= evaluate(expression, table).drawback[0] ?? 0;
  });
  const tree = rate(() => {
    for (const expression of expressions) {
      for (let item = 0; item < items; item++)
        checksum ^= walk(expression, verdicts, item) === 'DRAWBACK' ? 1 : 0;
    }
  });
  if (Number.isNaN(checksum)) throw new Error('nothing was evaluated');
  return [
    {
      name: 'expressions × items on bit planes',
      value: planes / 1e6,
      unit: 'million/s',
      target: '≥ 200',
      peer: `a walk of the tree for each item: ${(tree / 1e6).toFixed(1)} million/s`,
      ratio: planes / tree,
    },
  ];
}

/** Expression-items a second, over at least a second. */
function rate(once: () => void): number {
  for (let warmUp = 0; warmUp < 20; warmUp++) once();
  const start = performance.now();
  let rounds = 0;
  while (performance.now() - start < 1000) {
    once();
    rounds += 1;
  }
  return (rounds * texts.length * items) / ((performance.now() - start) / 1000);
}

function walk(
  expression: Expression,
  verdicts: ReadonlyMap<string, readonly OpVerdict[]>,
  item: number,
): OpVerdict {
  switch (expression.kind) {
    case 'op':
      return verdicts.get(expression.name)?.[item] ?? 'ABSTAIN';
    case 'not': {
      const verdict = walk(expression.child, verdicts, item);
      return verdict === 'DRAWBACK' ? 'CLEAN' : verdict === 'CLEAN' ? 'DRAWBACK' : 'ABSTAIN';
    }
    case 'weighted':
      throw new Error('not among the measured expressions');
    default: {
      const opinions = expression.children
        .map((child) => walk(child, verdicts, item))
        .filter((one) => one !== 'ABSTAIN');
      if (opinions.length === 0) return 'ABSTAIN';
      const found = opinions.filter((one) => one === 'DRAWBACK').length;
      const needed =
        expression.kind === 'any' ? 1 : expression.kind === 'all' ? opinions.length : expression.count;
      return found >= needed ? 'DRAWBACK' : 'CLEAN';
    }
  }
}
