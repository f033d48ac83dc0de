import { PawlError } from '../errors.js';
import { BudgetStop } from '../roles/model/budget.js';
import { storeWords } from './paths.js';

/** Whatever ends a run early, the command that continues it is named. */
export function withResumeHint(thrown: unknown, run: string | undefined, folder: string): unknown {
  if (run === undefined || !(thrown instanceof PawlError)) return thrown;
  const raise = thrown instanceof BudgetStop ? ` ${thrown.raise}` : '';
  const resume = `continue with: npx pawl runs resume ${run}${storeWords(folder)}${raise}`;
  const isOurs = thrown.code === 'stopped';
  const message = isOurs ? `${run} ${thrown.message}` : thrown.message;
  // A fault of the input would come again; one of the machine may pass.
  const canGoOn =
    isOurs || thrown.code === 'bad-store' || thrown.code === 'sandbox' || thrown.code === 'environment';
  const hints = [thrown.hint, canGoOn ? resume : undefined].filter((hint) => hint !== undefined);
  const hint = hints.length === 0 ? undefined : hints.join('; ');
  return new PawlError(thrown.code, message, { hint, cause: thrown });
}
