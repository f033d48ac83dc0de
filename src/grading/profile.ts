import type { OpVerdict, Verdict } from '../verdict.js';

/** How often one op fires, clears and abstains over a list of outputs. */
export interface OpProfile {
  readonly op: string;
  readonly drawback: number;
  readonly clean: number;
  readonly abstain: number;
}

/** What a grader says over a list of outputs, counted: what later outputs are compared with. */
export interface Profile {
  readonly items: number;
  readonly verdicts: Readonly<Record<'pass' | 'fail' | 'abstain', number>>;
  /** In the order of the grader's ops. */
  readonly ops: readonly OpProfile[];
  /** Outputs on which at least one op says DRAWBACK and at least one CLEAN. */
  readonly split: number;
  /** Outputs on which every op abstains. */
  readonly silent: number;
}

/** Counts one output after another, so that a list of any length takes the same memory. */
export interface ProfileCounter {
  add(verdict: Verdict, ops: readonly OpVerdict[]): void;
  profile(): Profile;
}

/**
 * Counts what a grader says.
 *
 * @param names the grader's ops, in the order in which their verdicts will come
 * @example
 * const counter = profileCounter(['crash']);
 * counter.add('FAIL', ['DRAWBACK']);
 * counter.profile().verdicts.fail // 1
 */
export function profileCounter(names: readonly string[]): ProfileCounter {
  const ops = names.map((op) => ({ op, drawback: 0, clean: 0, abstain: 0 }));
  const verdicts = { pass: 0, fail: 0, abstain: 0 };
  const counts = { items: 0, split: 0, silent: 0 };
  return {
    add: (verdict, found) => {
      counts.items += 1;
      verdicts[verdict === 'PASS' ? 'pass' : verdict === 'FAIL' ? 'fail' : 'abstain'] += 1;
      let fired = false;
      let cleared = false;
      for (const [index, op] of ops.entries()) {
        const one = found[index] ?? 'ABSTAIN';
        if (one === 'DRAWBACK') {
          op.drawback += 1;
          fired = true;
        } else if (one === 'CLEAN') {
          op.clean += 1;
          cleared = true;
        } else op.abstain += 1;
      }
      if (fired && cleared) counts.split += 1;
      if (!fired && !cleared) counts.silent += 1;
    },
    profile: () => ({ ...counts, verdicts: { ...verdicts }, ops: ops.map((op) => ({ ...op })) }),
  };
}
