/** What one drawback detector says of one output. `CLEAN` means "looked and found nothing". */
export type OpVerdict = 'DRAWBACK' | 'CLEAN' | 'ABSTAIN';

/** What a grader says of one output. `PASS` means "no known drawback found", never "correct". */
export type Verdict = 'PASS' | 'FAIL' | 'ABSTAIN';

/** A label of an anchor or of a locked item. */
export type Label = 'PASS' | 'FAIL';

/**
 * Translates an expression's finding into a grader's verdict.
 *
 * @example
 * toVerdict('DRAWBACK') // 'FAIL'
 */
export function toVerdict(found: OpVerdict): Verdict {
  switch (found) {
    case 'DRAWBACK':
      return 'FAIL';
    case 'CLEAN':
      return 'PASS';
    case 'ABSTAIN':
      return 'ABSTAIN';
  }
}
