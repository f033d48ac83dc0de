import { readFileSync } from 'node:fs';
import { isOpName } from '../../grader/expression.js';
import { visibleTask } from '../../grader/item.js';
import type { OpTier } from '../../grader/op.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import type { DraftRequest } from '../roles.js';

/** A detector as a model writes it. */
export interface WrittenOp {
  readonly name: string;
  readonly tier: OpTier;
  readonly description: string;
  readonly check: string;
}

const driver: string =
  readFileSync(new URL('../../sandbox/python/step_budget.py', import.meta.url), 'utf8') +
  readFileSync(new URL('./check_draft.py', import.meta.url), 'utf8');

const timeoutMs = 3_000;
const longestSource = 8_000;
const longestQuestion = 600;
/** The outputs of its cluster that a draft is tried on. */
const tried = 5;

/**
 * Looks at a drafted detector before the birth gate does: its name is free, and its source parses, defines `check(item)` and
 * gives verdicts in the sandbox.
 *
 * @returns the problem in words, for the one repair; null where there is none
 */
export async function draftProblem(
  op: WrittenOp,
  { cluster, usedNames }: DraftRequest,
  sandbox: PythonSandbox,
): Promise<string | null> {
  if (!isOpName(op.name) || op.name === 'root') return `'${op.name.slice(0, 40)}' is no name for a detector`;
  if (usedNames.includes(op.name)) return `the name '${op.name}' is taken`;
  if (op.check.trim() === '') return 'its check is empty';
  if (op.tier === 'judge') {
    return op.check.length <= longestQuestion
      ? null
      : `the question is longer than ${longestQuestion} characters`;
  }
  if (op.check.length > longestSource) return `the source is longer than ${longestSource} characters`;
  const outcome = await sandbox.run({
    driver,
    payload: {
      source: op.check,
      items: cluster.members.slice(0, tried).map(({ item, facts }) => ({
        task: visibleTask(item.task),
        output: item.output,
        facts,
      })),
    },
    timeoutMs,
  });
  switch (outcome.kind) {
    case 'value':
      return typeof outcome.value === 'string' ? outcome.value.slice(0, 200) : null;
    case 'raised':
      return `it raises ${outcome.type}: ${outcome.message}`.slice(0, 200);
    case 'timed-out':
      return `it runs for longer than ${timeoutMs} ms`;
    case 'out-of-memory':
      return 'it runs out of memory';
    case 'infrastructure':
      // Says nothing about the draft; the birth gate runs it again.
      return null;
  }
}
