import type { PreparedItem } from '../../grader/item.js';
import type { JsonObject } from '../../json.js';
import type { FactLine } from '../family.js';

const mostLines = 4;

/**
 * What the root and the visible examples showed, in words: what is wrong with the text, else how running it ended early, else the
 * examples that do not hold.
 */
export function describeCode({ root: { facts } }: PreparedItem): readonly FactLine[] {
  const problem = facts['problem'] as JsonObject | null | undefined;
  if (problem !== null && problem !== undefined)
    return [
      {
        source: 'root',
        text: `${text(problem['stage'])}: ${[problem['error'], problem['message']].filter(Boolean).map(text).join(': ')}`,
      },
    ];
  const execution = facts['execution'];
  if (execution !== undefined && execution !== 'complete')
    return [{ source: 'execution', text: `running it ended early: ${text(execution)}` }];
  const examples = (facts['examples'] ?? []) as readonly JsonObject[];
  return examples
    .filter(({ holds }) => holds === false)
    .slice(0, mostLines)
    .map((example) => ({ source: 'execution', text: exampleText(example) }));
}

function exampleText({ call, expected, outcome, value, error, message }: JsonObject): string {
  const got =
    outcome === 'returned'
      ? `gave ${text(value)}`
      : outcome === 'raised'
        ? `raised ${text(error)}: ${text(message)}`
        : 'did not end';
  return `${text(call)} ${got}, expected ${text(expected)}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
