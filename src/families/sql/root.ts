import { PawlError } from '../../errors.js';
import type { Facts, Item, RootFinding } from '../../grader/item.js';
import type { Json } from '../../json.js';
import { resultFacts } from './facts/result-facts.js';
import { isTree, treeFacts } from './facts/tree-facts.js';
import { longestFactList, longestFactText } from './limits.js';
import type { Warehouse } from './open-warehouse.js';

/**
 * The fixed structural check of the sql family: DRAWBACK when the output is not one SELECT statement that parses, binds
 * and runs within the limits, or when it gives no rows. The facts (docs/families-sql.md) hold a summary of the parse
 * tree and of the result. Nothing hidden is read.
 *
 * @throws PawlError `sandbox` when the sandbox fails
 */
export async function rootOf(item: Item, warehouse: Warehouse): Promise<RootFinding> {
  const outcome = await warehouse.run(item.output);
  if (outcome.kind === 'infrastructure') {
    throw new PawlError('sandbox', `the root of '${item.id}' could not be run: ${outcome.message}`);
  }
  const summary = isTree(outcome.tree) ? treeFacts(outcome.tree, await warehouse.names()) : null;
  switch (outcome.kind) {
    case 'result': {
      const result = resultFacts(outcome.table);
      const empty = outcome.table.rows.length === 0 && !outcome.table.truncated;
      return finding(empty ? { stage: 'result', message: 'the result has no rows' } : null, summary, result);
    }
    case 'refused':
      return finding({ stage: 'refused', message: outcome.reason }, summary, null);
    case 'failed':
      return finding({ stage: outcome.stage, message: outcome.message }, summary, null);
    case 'timed-out':
      return {
        ...finding({ stage: 'run', message: 'did not end within the time limit' }, summary, null),
        timedOut: true,
      };
    case 'out-of-memory':
      return finding({ stage: 'run', message: 'needed more memory than there is' }, summary, null);
  }
}

function finding(
  problem: { readonly stage: string; readonly message: string } | null,
  summary: Json,
  result: Json,
): RootFinding {
  const facts: Facts = { problem, summary: bounded(summary), result: bounded(result) };
  return { verdict: problem === null ? 'CLEAN' : 'DRAWBACK', facts };
}

/** Facts without what no honest query has: lists and texts are cut at a length that only hostile ones reach. */
function bounded(fact: Json): Json {
  if (typeof fact === 'string') return fact.slice(0, longestFactText);
  if (Array.isArray(fact)) return fact.slice(0, longestFactList).map(bounded);
  if (fact === null || typeof fact !== 'object') return fact;
  return Object.fromEntries(Object.entries(fact).map(([key, value]) => [key, bounded(value)]));
}
