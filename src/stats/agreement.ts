import { PawlError } from '../errors.js';
import type { Label, Verdict } from '../verdict.js';
import type { StatResult } from './result.js';

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

export function agreement(items: JudgedItems): AgreementResult {
  void items;
  throw new PawlError('environment', 'not built yet');
}
