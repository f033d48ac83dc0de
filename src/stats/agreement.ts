import { PawlError } from '../errors.js';
import type { Label, Verdict } from '../verdict.js';
import { requireEqualLength } from './checks.js';
import type { StatResult, StatWarning } from './result.js';

export interface JudgedItems {
  readonly verdicts: readonly Verdict[];
  readonly labels: readonly Label[];
}

export interface AgreementResult extends StatResult {
  readonly method: 'agreement';
  readonly unit: 'item';
  /** Share of the items with an opinion on which verdict and label agree; 0 when there is none. */
  readonly agreement: number;
  /** Share of all items on which they agree: an abstention does not agree. */
  readonly agreementOfAll: number;
  /** Recall of FAIL and of PASS labels, over items with an opinion; a class without any has 0. */
  readonly recallFail: number;
  readonly recallClean: number;
  /** (2 · recallFail + recallClean) / 3. */
  readonly weighted: number;
  readonly abstained: number;
  /** Items with an opinion: the denominator of `agreement`. */
  readonly decided: number;
  readonly matches: number;
  /** All items. */
  readonly n: number;
  /** What graders that always say the same would get on all n items. */
  readonly alwaysPass: number;
  readonly alwaysFail: number;
  /** Opinions by class, out of all items of the class. */
  readonly coverage: {
    readonly fail: { readonly decided: number; readonly of: number };
    readonly clean: { readonly decided: number; readonly of: number };
  };
}

/**
 * Agreement of a grader's verdicts with labels. The headline counts items on which it has an opinion; abstentions are
 * printed beside it, and so is what always-PASS and always-FAIL would score. `weighted` is the paper's A:
 * (2 · recall of FAIL + recall of PASS)/3, PASS being "no drawback found" (CLEAN).
 *
 * @param items verdicts PASS, FAIL or ABSTAIN, and one label PASS or FAIL for each
 * @throws PawlError `bad-input` for no items, unequal lengths or other words
 * @example
 * agreement({ verdicts: ['PASS', 'FAIL', 'ABSTAIN', 'FAIL'], labels: ['PASS', 'FAIL', 'FAIL', 'PASS'] });
 * // agreement 2/3, recallFail 1, recallClean 0.5, weighted 5/6, abstained 1, n 4, alwaysPass 0.5, alwaysFail 0.5
 */
export function agreement(items: JudgedItems): AgreementResult {
  const { verdicts, labels } = items;
  requireEqualLength(verdicts, 'verdicts', labels, 'labels');
  requireWords(verdicts, ['PASS', 'FAIL', 'ABSTAIN'], 'verdicts');
  requireWords(labels, ['PASS', 'FAIL'], 'labels');
  const count = (label: Label, isCounted: (verdict: Verdict) => boolean): number =>
    labels.filter((one, at) => one === label && isCounted(verdicts[at] ?? 'ABSTAIN')).length;
  const classOf = (label: Label): { decided: number; of: number; matches: number } => ({
    decided: count(label, (verdict) => verdict !== 'ABSTAIN'),
    of: count(label, () => true),
    matches: count(label, (verdict) => verdict === label),
  });

  const fail = classOf('FAIL');
  const clean = classOf('PASS');
  const n = labels.length;
  const decided = fail.decided + clean.decided;
  const matches = fail.matches + clean.matches;
  const recallFail = share(fail.matches, fail.decided);
  const recallClean = share(clean.matches, clean.decided);
  return {
    method: 'agreement',
    unit: 'item',
    agreement: share(matches, decided),
    agreementOfAll: matches / n,
    recallFail,
    recallClean,
    weighted: (2 * recallFail + recallClean) / 3,
    abstained: n - decided,
    decided,
    matches,
    n,
    alwaysPass: clean.of / n,
    alwaysFail: fail.of / n,
    coverage: {
      fail: { decided: fail.decided, of: fail.of },
      clean: { decided: clean.decided, of: clean.of },
    },
    warnings: trapsIn(n, decided, fail, clean),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function requireWords(given: readonly string[], known: readonly string[], what: string): void {
  if (given.length === 0) throw new PawlError('bad-input', `${what}: got none, expected at least one`);
  for (const [at, word] of given.entries()) {
    if (!known.includes(word)) {
      throw new PawlError('bad-input', `${what}[${at}]: got '${word}', expected ${known.join(', ')}`);
    }
  }
}

function trapsIn(
  n: number,
  decided: number,
  fail: { decided: number; of: number },
  clean: { decided: number; of: number },
): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (decided === 0) {
    warnings.push({
      code: 'no-evidence',
      message: `no opinion on any of ${n} items: agreement is 0 by convention`,
    });
  } else if (decided < n) {
    const message = `${n - decided} of ${n} items have no opinion and are outside the denominator of the agreement`;
    warnings.push({ code: 'abstentions', message });
  }
  for (const [name, { of, decided: some }] of [['FAIL', fail] as const, ['PASS', clean] as const]) {
    if (of === 0 || (some === 0 && decided > 0)) {
      const message = of === 0 ? `no item is labelled ${name}` : `no item labelled ${name} has an opinion`;
      warnings.push({ code: 'one-class', message: `${message}: its recall is 0 by convention` });
    }
  }
  return warnings;
}
