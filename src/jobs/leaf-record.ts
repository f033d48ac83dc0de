import type { RoundContext } from '../evolution/context.js';
import { devLabels, marginals } from '../evolution/dev-agreement.js';
import type { EvolutionState } from '../evolution/state.js';
import { addOps } from '../evolution/tables.js';
import { evaluate } from '../grader/evaluate.js';
import { leavesOf } from '../grader/expression.js';
import { parseExpression } from '../grader/parse-expression.js';
import { verdictAt, type Planes } from '../grader/planes.js';
import { wholeVerdict } from '../grader/whole-verdict.js';
import { profileCounter, type Profile } from '../grading/profile.js';
import { toVerdict } from '../verdict.js';

/** What one leaf of a selected grader contributes on the anchors. */
export interface LeafRecord {
  readonly op: string;
  /** What A_dev loses without it. */
  readonly marginal: number;
  readonly anchors: {
    /** Failing anchors on which it says DRAWBACK, CLEAN, nothing. */
    readonly caught: number;
    readonly missed: number;
    readonly silentOnFailing: number;
    /** Clean anchors on which it says DRAWBACK, CLEAN, nothing. */
    readonly falseAlarms: number;
    readonly cleared: number;
    readonly silentOnClean: number;
  };
}

/** Why a grader was selected, leaf by leaf, and what it says of the train outputs: what drift is measured from. */
export interface LeafReport {
  readonly leaves: readonly LeafRecord[];
  readonly train: Profile;
}

/** Looks at the incumbent of a round on the anchors and on train; null without an incumbent. */
export async function leafReport(
  { incumbent, pool }: EvolutionState,
  context: RoundContext,
): Promise<LeafReport | null> {
  if (incumbent === null) return null;
  const expression = parseExpression(incumbent);
  const names = [...new Set(leavesOf(expression))].sort();
  const ops = pool.map(({ spec }) => spec).filter(({ name }) => names.includes(name));
  const { tables } = await addOps(null, ops, context);
  const labels = devLabels(context.dev);
  const weights = marginals(expression, tables.dev, labels, context.settings.guards.failClosed);
  const counter = profileCounter(names);
  const train = evaluate(expression, tables.train);
  const trainPlanes = names.map((name) => tables.train.planes.get(name) as Planes);
  for (const [item, { root }] of context.train.entries()) {
    counter.add(
      // As later outputs will be graded: root AND expression.
      wholeVerdict(root.verdict, toVerdict(verdictAt(train, item))),
      trainPlanes.map((planes) => verdictAt(planes, item)),
    );
  }
  return {
    leaves: names.map((op) => {
      const planes = tables.dev.planes.get(op) as Planes;
      const count = (label: 'PASS' | 'FAIL', verdict: 'DRAWBACK' | 'CLEAN' | 'ABSTAIN'): number =>
        context.dev.filter((one, at) => one.label.label === label && verdictAt(planes, at) === verdict)
          .length;
      return {
        op,
        marginal: weights.get(op) ?? 0,
        anchors: {
          caught: count('FAIL', 'DRAWBACK'),
          missed: count('FAIL', 'CLEAN'),
          silentOnFailing: count('FAIL', 'ABSTAIN'),
          falseAlarms: count('PASS', 'DRAWBACK'),
          cleared: count('PASS', 'CLEAN'),
          silentOnClean: count('PASS', 'ABSTAIN'),
        },
      };
    }),
    train: counter.profile(),
  };
}
