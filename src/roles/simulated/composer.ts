import { leavesOf, withoutOp, type Expression } from '../../grader/expression.js';
import { parseExpression } from '../../grader/parse-expression.js';
import { printExpression } from '../../grader/print-expression.js';
import { random, type Random } from '../../random.js';
import type { ComposeRequest } from '../roles.js';
import type { SharedCalibration } from './calibration.js';

type Composer = SharedCalibration['composer'];
type NodeKind = keyof Composer['nodeWeights']['value'];

/**
 * A composer that proposes at random over what it sees. Half of its proposals (`composer.fromElite`) change an elite: one that
 * misses a class gets an op of that class, one with false alarms loses an op or has one confirmed by another; the rest are fresh
 * combinations of the catalogue, in which ops for a class with gaps are likelier. It knows no verdict and no label.
 *
 * @returns expressions as text, at most `count`, without repetition
 */
export function simulatedComposer(
  { composer }: SharedCalibration,
  seed: string,
): (request: ComposeRequest) => Promise<readonly string[]> {
  return async (request) => {
    const { catalogue, elites, count, draw } = request;
    if (catalogue.length === 0) return [];
    const choices = random('compose', seed, draw);
    const proposals = new Set<string>();
    // A small catalogue has fewer expressions than are asked for, so the attempts are bounded.
    for (let attempt = 0; proposals.size < count && attempt < 4 * count; attempt++) {
      const change = elites.length > 0 && choices.chance(composer.fromElite.value);
      const expression = change
        ? changedElite(request, composer, choices)
        : fresh(request, composer, choices);
      if (expression !== null) proposals.add(printExpression(expression));
    }
    return [...proposals];
  };
}

function op(name: string): Expression {
  return { kind: 'op', name };
}

/** A combination of a few ops of the catalogue. */
function fresh({ catalogue, gapClasses }: ComposeRequest, composer: Composer, choices: Random): Expression {
  const gaps = new Map(gapClasses.map(({ failureClass, count }) => [failureClass, count]));
  const sizes = composer.leafWeights.value.map((_, index) => index + 1);
  const size = Math.min(
    choices.pickWeighted(sizes, (one) => composer.leafWeights.value[one - 1] ?? 0),
    catalogue.length,
  );
  const left = [...catalogue];
  const names: string[] = [];
  while (names.length < size) {
    const chosen = choices.pickWeighted(left, ({ failureClass }) =>
      (gaps.get(failureClass) ?? 0) > 0 ? 2 : 1,
    );
    left.splice(left.indexOf(chosen), 1);
    names.push(chosen.name);
  }
  return joined(names.map(op), composer, choices);
}

/** Expressions under one node, of a kind drawn by weight. */
function joined(children: readonly Expression[], composer: Composer, choices: Random): Expression {
  const [first, ...others] = children;
  if (first === undefined) throw new RangeError('no expressions to join');
  const weights = composer.nodeWeights.value;
  const kinds = Object.keys(weights) as NodeKind[];
  const kind = choices.pickWeighted(kinds, (one) => weights[one]);
  if (kind === 'not') {
    const last = children.length - 1;
    const negated: Expression = { kind: 'not', child: children[last] ?? first };
    return others.length === 0 ? negated : { kind: 'all', children: [...children.slice(0, last), negated] };
  }
  if (others.length === 0) return first;
  switch (kind) {
    case 'any':
    case 'all':
      return { kind, children };
    case 'at-least':
      return { kind, count: 1 + choices.below(children.length), children };
    case 'weighted': {
      const threshold = (1 + choices.below(9)) / 10;
      return {
        kind,
        threshold,
        children: children.map((child) => ({ weight: (1 + choices.below(9)) / 10, child })),
      };
    }
  }
}

/** An elite with one change that answers to its weakness; null where there is nothing to change. */
function changedElite(
  { catalogue, elites }: ComposeRequest,
  composer: Composer,
  choices: Random,
): Expression | null {
  const elite = choices.pick(elites);
  const expression = parseExpression(elite.expression);
  const present = new Set(leavesOf(expression));
  const absent = catalogue.filter(({ name }) => !present.has(name));
  const helpful = absent.filter(({ failureClass }) => elite.missClasses.includes(failureClass));
  const addition =
    helpful.length > 0 ? choices.pick(helpful) : absent.length > 0 ? choices.pick(absent) : null;

  if (elite.falseAlarms > 0 && choices.chance(0.5)) {
    if (present.size > 1 && choices.chance(0.5)) return withoutOp(expression, choices.pick([...present]));
    return addition === null ? null : { kind: 'all', children: [expression, op(addition.name)] };
  }
  if (addition === null) return null;
  if (expression.kind === 'any')
    return { kind: 'any', children: [...expression.children, op(addition.name)] };
  return joined([expression, op(addition.name)], composer, choices);
}
