import { readFileSync } from 'node:fs';
import { visibleTask, type PreparedItem } from '../grader/item.js';
import type { OpFinding } from '../grader/op.js';
import type { Json } from '../json.js';
import type { PythonOutcome, PythonSandbox } from '../sandbox/python/python-sandbox.js';

/** Part of cache keys: changes when a check is run differently. */
export const checkDriverVersion = 'checks-2';

const driver: string =
  readFileSync(new URL('../sandbox/python/step_budget.py', import.meta.url), 'utf8') +
  readFileSync(new URL('./run_checks.py', import.meta.url), 'utf8');
/** The wall-clock limit of a batch is the backstop behind the count of steps, so it is generous. */
const startTimeoutMs = 1_000;
const itemTimeoutMs = 100;

/**
 * Runs one op's Python check on many items in one sandbox job. When a batch ends badly (time, memory, a dead
 * interpreter) it is halved until the items that cause it stand alone, so one item never costs another its verdict.
 *
 * @returns one finding an item; whatever the op does becomes a verdict or an abstention with its reason
 */
export async function runPythonCheck(
  sandbox: PythonSandbox,
  source: string,
  items: readonly PreparedItem[],
): Promise<readonly OpFinding[]> {
  if (items.length === 0) return [];
  const payload = {
    source,
    items: items.map(({ item, root }) => ({
      task: visibleTask(item.task),
      output: item.output,
      facts: root.facts,
    })),
  };
  const timeoutMs = startTimeoutMs + itemTimeoutMs * items.length;
  const outcome = await sandbox.run({ driver, payload, timeoutMs });
  const findings = readOutcome(outcome, items.length);
  if (findings !== null) return findings;
  if (items.length === 1) return [faultOf(outcome, timeoutMs)];
  const middle = items.length >>> 1;
  const first = await runPythonCheck(sandbox, source, items.slice(0, middle));
  const second = await runPythonCheck(sandbox, source, items.slice(middle));
  return [...first, ...second];
}

/** The findings of a batch that ran to its end, or null where it must be halved. */
function readOutcome(outcome: PythonOutcome, count: number): OpFinding[] | null {
  if (outcome.kind !== 'value') return null;
  const rows = outcome.value;
  if (!Array.isArray(rows) || rows.length !== count) return null;
  return rows.map(readRow);
}

function readRow(row: Json): OpFinding {
  const [kind, text] = Array.isArray(row) ? (row as readonly Json[]) : [];
  if (kind === 'verdict' && (text === 'DRAWBACK' || text === 'CLEAN')) return { verdict: text };
  if (kind === 'verdict' && text === 'ABSTAIN') return { verdict: 'ABSTAIN', reason: 'precondition' };
  if ((kind === 'raised' || kind === 'no-check') && typeof text === 'string') {
    return { verdict: 'ABSTAIN', reason: kind, detail: text };
  }
  return {
    verdict: 'ABSTAIN',
    reason: 'nonsense',
    detail: typeof text === 'string' ? text : 'not a verdict',
  };
}

function faultOf(outcome: PythonOutcome, timeoutMs: number): OpFinding {
  switch (outcome.kind) {
    case 'timed-out':
      return { verdict: 'ABSTAIN', reason: 'timed-out', detail: `longer than ${timeoutMs} ms` };
    case 'out-of-memory':
      return { verdict: 'ABSTAIN', reason: 'raised', detail: 'out of memory' };
    case 'raised':
      return {
        verdict: 'ABSTAIN',
        reason: 'raised',
        detail: `${outcome.type}: ${outcome.message}`.slice(0, 200),
      };
    case 'infrastructure':
      return { verdict: 'ABSTAIN', reason: 'unscored', detail: outcome.message };
    case 'value':
      return { verdict: 'ABSTAIN', reason: 'nonsense', detail: 'the findings do not fit the items' };
  }
}
