import { PawlError } from '../errors.js';
import { isOpName } from './expression.js';
import type { OpSpec } from './op.js';

/**
 * Checks a list of ops before anything runs: names, duplicates, empty checks. All problems come in one error.
 *
 * @throws PawlError `bad-input`
 */
export function checkPool(ops: readonly OpSpec[], taxonomy: readonly string[]): void {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const op of ops) {
    if (!isOpName(op.name)) problems.push(`op '${op.name}': not an op name`);
    if (seen.has(op.name)) problems.push(`op '${op.name}': given twice`);
    seen.add(op.name);
    if (!taxonomy.includes(op.failureClass)) {
      problems.push(
        `op '${op.name}': failure class '${op.failureClass}' is not in the taxonomy (${taxonomy.join(', ')})`,
      );
    }
    if (op.tier === 'judge' && op.check.kind !== 'question')
      problems.push(`op '${op.name}': a judge op asks a question`);
    if (op.tier !== 'judge' && op.check.kind !== 'python')
      problems.push(`op '${op.name}': a ${op.tier} op is Python`);
    const content = op.check.kind === 'python' ? op.check.source : op.check.question;
    if (content.trim() === '') problems.push(`op '${op.name}': its check is empty`);
  }
  if (problems.length > 0) throw new PawlError('bad-input', problems.join('\n'));
}
