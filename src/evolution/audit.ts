import { evaluate } from '../grader/evaluate.js';
import { leavesOf } from '../grader/expression.js';
import type { OpRunner, OpSpec } from '../grader/op.js';
import { parseExpression } from '../grader/parse-expression.js';
import { verdictAt, verdictTable } from '../grader/planes.js';
import { wholeVerdict } from '../grader/whole-verdict.js';
import { toVerdict, type Label, type Verdict } from '../verdict.js';
import type { LockedItem } from './context.js';
import type { AuditFigure, AuditRecord } from './events.js';

/**
 * Step 5 of Algorithm 1: agreement of a grader with the locked items, recorded and never used. The headline is the
 * expression alone over the items on which it has an opinion; the whole grader (root AND expression) and the two graders
 * that always say the same stand beside it.
 *
 * @param expression the grader's text, or null when none was selected
 * @param pool ops that the expression may name
 * @returns null when there is no grader
 */
export async function audit(
  expression: string | null,
  pool: readonly OpSpec[],
  locked: readonly LockedItem[],
  runner: OpRunner,
): Promise<AuditRecord | null> {
  return (await auditVerdicts(expression, pool, locked, runner))?.audit ?? null;
}

/**
 * The audit with the single verdicts behind it.
 *
 * @returns `verdicts`: of the expression alone, one letter (`P`, `F`, `A`) for each locked item with a label, in order
 */
export async function auditVerdicts(
  expression: string | null,
  pool: readonly OpSpec[],
  locked: readonly LockedItem[],
  runner: OpRunner,
): Promise<{ readonly audit: AuditRecord; readonly verdicts: string } | null> {
  if (expression === null) return null;
  const parsed = parseExpression(expression);
  const names = new Set(leavesOf(parsed));
  const ops = pool.filter(({ name }) => names.has(name));
  const scored = locked.filter((item): item is LockedItem & { label: Label } => item.label !== null);
  const findings = await runner.run(
    ops,
    scored.map(({ prepared }) => prepared),
  );
  const table = verdictTable(
    scored.length,
    ops.map((op, row) => [op.name, (findings[row] ?? []).map(({ verdict }) => verdict)] as const),
  );
  const planes = evaluate(parsed, table);
  const labels = scored.map(({ label }) => label);
  const alone = scored.map((_, index) => toVerdict(verdictAt(planes, index)));
  const whole = alone.map((verdict, index) =>
    wholeVerdict(scored[index]?.prepared.root.verdict ?? 'CLEAN', verdict),
  );
  const share = (label: Label): number =>
    labels.filter((one) => one === label).length / Math.max(1, labels.length);
  return {
    audit: {
      expressionOnly: figure(alone, labels),
      wholeGrader: figure(whole, labels),
      alwaysPass: share('PASS'),
      alwaysFail: share('FAIL'),
      unscored: locked.length - scored.length,
    },
    verdicts: alone.map((verdict) => verdict[0]).join(''),
  };
}

function figure(verdicts: readonly Verdict[], labels: readonly Label[]): AuditFigure {
  const opinions = verdicts.filter((verdict) => verdict !== 'ABSTAIN').length;
  const correct = verdicts.filter((verdict, index) => verdict === labels[index]).length;
  return {
    agreement: opinions === 0 ? null : correct / opinions,
    correct,
    opinions,
    abstained: verdicts.length - opinions,
    n: verdicts.length,
  };
}
