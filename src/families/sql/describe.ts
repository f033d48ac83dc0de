import type { PreparedItem } from '../../grader/item.js';
import type { JsonObject } from '../../json.js';
import type { FactLine } from '../family.js';

/** What the root and the result showed, in words: why a query did not run, or what its result looks like. */
export function describeSql({ root: { facts } }: PreparedItem): readonly FactLine[] {
  const problem = facts['problem'] as JsonObject | null | undefined;
  if (problem !== null && problem !== undefined)
    return [{ source: 'root', text: `${word(problem['stage'])}: ${word(problem['message'])}` }];
  const result = facts['result'] as JsonObject | null | undefined;
  if (result === null || result === undefined) return [];
  const columns = (result['columns'] ?? []) as readonly JsonObject[];
  const nulls = columns.filter((column) => Number(column['nulls']) > 0).map((column) => word(column['name']));
  const repeated = Number(result['repeatedRows'] ?? 0);
  return [
    {
      source: 'execution',
      text: `${word(result['rows'])} rows of ${columns.map((column) => word(column['name'])).join(', ')}`,
    },
    ...(repeated > 0 ? [{ source: 'execution', text: `${repeated} rows repeat others` } as const] : []),
    ...(nulls.length > 0 ? [{ source: 'execution', text: `nulls in ${nulls.join(', ')}` } as const] : []),
  ];
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
