import { evaluate } from '../grader/evaluate.js';
import type { Expression } from '../grader/expression.js';
import { parseExpression } from '../grader/parse-expression.js';
import { verdictAt } from '../grader/planes.js';
import { printExpression } from '../grader/print-expression.js';
import { simplifyExpression } from '../grader/simplify-expression.js';
import { random } from '../random.js';
import type { ComposeRequest } from '../roles/roles.js';
import type { RoundContext } from './context.js';
import type { CandidateSource } from './events.js';
import type { Grown } from './grow.js';
import type { EvolutionState } from './state.js';
import { activeOps } from './tables.js';
import { crossover, mutate, randomExpression, seedSubsets } from './vary.js';

/** A proposal before it is scored. */
export interface Candidate {
  readonly text: string;
  readonly source: CandidateSource;
  /** Null when the text does not parse. */
  readonly expression: Expression | null;
}

/**
 * Everything that is considered in a round, each expression once: the incumbent, the elites, at round 0 all small subsets
 * of the seed ops, the composer's proposals, mutations and crossovers of the elites, and random expressions.
 */
export async function gatherCandidates(
  state: EvolutionState,
  grown: Grown,
  context: RoundContext,
): Promise<Candidate[]> {
  const names = activeOps(grown.pool).map(({ name }) => name);
  const seeds = activeOps(grown.pool)
    .filter(({ origin }) => origin === 'seed')
    .map(({ name }) => name);
  const elites = state.elites.map(({ expression }) => parseExpression(expression));
  const stream = random(...context.seed, state.round, 'vary');

  const proposals: Candidate[] = [];
  const propose = (source: CandidateSource, expressions: readonly Expression[]): void => {
    for (const given of expressions) {
      const expression = simplifyExpression(given);
      proposals.push({ text: printExpression(expression), source, expression });
    }
  };
  if (state.incumbent !== null) propose('incumbent', [parseExpression(state.incumbent)]);
  propose('elite', elites);
  if (state.round === 0) propose('subset', seedSubsets(seeds));
  for (const text of await composed(state, grown, context)) proposals.push(fromText(text));
  if (names.length > 0) {
    propose(
      'mutation',
      elites.map((elite) => mutate(elite, names, stream)),
    );
    if (elites.length > 1)
      propose(
        'crossover',
        elites.map((elite) => crossover(elite, stream.pick(elites), stream)),
      );
    propose(
      'random',
      Array.from({ length: context.settings.randomCandidates }, () => randomExpression(names, stream)),
    );
  }

  const seen = new Set<string>();
  return proposals.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function fromText(text: string): Candidate {
  try {
    const expression = simplifyExpression(parseExpression(text));
    return { text: printExpression(expression), source: 'composer', expression };
  } catch {
    return { text, source: 'composer', expression: null };
  }
}

/** Asks the composer, who sees the catalogue, the current gaps, and the elites with their weaknesses. */
async function composed(
  state: EvolutionState,
  grown: Grown,
  context: RoundContext,
): Promise<readonly string[]> {
  const gapCounts = new Map<string, number>();
  for (const { failureClass, origin, items } of grown.clusters) {
    if (origin === 'gap') gapCounts.set(failureClass, (gapCounts.get(failureClass) ?? 0) + items.length);
  }
  const request: ComposeRequest = {
    catalogue: activeOps(grown.pool).map(({ name, failureClass, tier, description }) => ({
      name,
      failureClass,
      tier,
      description,
    })),
    gapClasses: [...gapCounts].map(([failureClass, count]) => ({ failureClass, count })),
    elites: state.elites.map(({ expression, objective }) => ({
      expression,
      objective,
      ...weaknesses(expression, grown, context),
    })),
    count: context.settings.composerCandidates,
    draw: [...context.seed, state.round, 'compose'].join('/'),
  };
  return (await context.roles.compose(request)).slice(0, context.settings.composerCandidates);
}

/** Where an elite fails on the anchors: the classes of the failures it passes, and its false alarms. */
function weaknesses(
  text: string,
  { tables }: Grown,
  { dev }: RoundContext,
): { missClasses: string[]; falseAlarms: number } {
  const expression = parseExpression(text);
  const planes = evaluate(expression, tables.dev);
  const missed = new Set<string>();
  let falseAlarms = 0;
  for (const [index, { label }] of dev.entries()) {
    const verdict = verdictAt(planes, index);
    if (label.label === 'FAIL' && verdict === 'CLEAN')
      for (const one of label.failureClasses) missed.add(one);
    if (label.label === 'PASS' && verdict === 'DRAWBACK') falseAlarms += 1;
  }
  return { missClasses: [...missed].sort(), falseAlarms };
}
