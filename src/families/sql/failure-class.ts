import type { SqlOutcome } from '../../sandbox/sql/sql-sandbox.js';
import type { Comparison } from './comparison/compare-results.js';
import type { SqlFailure } from './taxonomy.js';

/**
 * The failure class that the evidence shows, or null where it shows only that values are wrong: a query that runs
 * cleanly seldom tells why it is wrong.
 */
export function failureClassOf(
  outcome: Exclude<SqlOutcome, { kind: 'infrastructure' }>,
  comparison: Comparison | null,
): SqlFailure | null {
  switch (outcome.kind) {
    case 'refused':
      return 'invented-name';
    case 'failed':
      return outcome.stage === 'run' ? null : 'invented-name';
    case 'timed-out':
    case 'out-of-memory':
      return 'fan-out';
    case 'result': {
      if (outcome.table.truncated) return 'fan-out';
      if (outcome.table.rows.length === 0) return 'lost-rows';
      return comparison?.reason.includes('rows do not agree') === true ? 'misread-question' : null;
    }
  }
}
