import { PawlError } from '../../errors.js';
import type { Spent } from './call-store.js';
import { dollars } from './prices.js';

/** Caps of a run; null = none. Only calls whose answer is not stored count. */
export interface BudgetCaps {
  readonly maxCostMicroUsd: number | null;
  readonly maxCalls: number | null;
}

/** What is held back for a call until its cost is known. */
export interface Reservation {
  /** The call has ended: what it cost, and whether it brought an answer. */
  settle(microUsd: number, answered: boolean): void;
}

/** Money and calls of a run, reserved before anything is sent, so that a cap is never overrun. */
export interface Budget {
  /** Sets what the run had spent before. */
  startFrom(spent: Spent): void;
  /**
   * Holds back the most that a call can cost. Waits while other calls hold what may yet come free.
   *
   * @throws PawlError `stopped` when it does not fit although nothing else is held
   */
  reserve(atMostMicroUsd: number): Promise<Reservation>;
  /** Whether a call that is under way and has cost so much already may be tried once more. */
  allows(spentOnCallMicroUsd: number): boolean;
  spent(): Spent;
  readonly caps: BudgetCaps;
}

/** Stopped on budget, with the words that raise the cap. */
export class BudgetStop extends PawlError {
  /** e.g. `--max-calls 40`. */
  readonly raise: string;

  constructor(message: string, raise: string) {
    super('stopped', `${message}; every answer that was paid for is stored`, {
      hint: `nothing is paid for twice: go on with a higher cap, e.g. ${raise}`,
    });
    this.raise = raise;
  }
}

/** A budget with nothing spent. */
export function createBudget(caps: BudgetCaps): Budget {
  let spent: Spent = { calls: 0, microUsd: 0 };
  let held = 0;
  let open = 0;
  const waiting: (() => void)[] = [];
  const wakeAll = (): void => {
    for (const wake of waiting.splice(0)) wake();
  };

  const fits = (atMost: number): boolean =>
    (caps.maxCalls === null || spent.calls + open + 1 <= caps.maxCalls) &&
    (caps.maxCostMicroUsd === null || spent.microUsd + held + atMost <= caps.maxCostMicroUsd);

  return {
    caps,
    startFrom: (before) => {
      spent = before;
    },
    reserve: async (atMost) => {
      while (!fits(atMost)) {
        if (open === 0) throw exhausted(caps, spent, atMost);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      held += atMost;
      open++;
      let settled = false;
      return {
        settle: (microUsd, answered) => {
          if (settled) return;
          settled = true;
          held -= atMost;
          open--;
          spent = { calls: spent.calls + (answered ? 1 : 0), microUsd: spent.microUsd + microUsd };
          wakeAll();
        },
      };
    },
    allows: (cost) =>
      caps.maxCostMicroUsd === null || cost === 0 || spent.microUsd + held + cost <= caps.maxCostMicroUsd,
    spent: () => spent,
  };
}

function exhausted({ maxCalls, maxCostMicroUsd }: BudgetCaps, spent: Spent, atMost: number): BudgetStop {
  if (maxCalls !== null && spent.calls + 1 > maxCalls) {
    return new BudgetStop(
      `stopped: ${spent.calls} of --max-calls ${maxCalls} model calls are made`,
      `--max-calls ${2 * Math.max(1, maxCalls)}`,
    );
  }
  const cap = (maxCostMicroUsd ?? 0) / 1e6;
  return new BudgetStop(
    `stopped: ${dollars(spent.microUsd)} of --max-cost ${cap} are spent and the next call can cost up to ${dollars(atMost)}`,
    `--max-cost ${Math.max(2 * cap, Math.ceil(atMost / 1e4) / 100)}`,
  );
}
