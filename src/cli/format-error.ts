import { messageOf, PawlError } from '../errors.js';

/**
 * An error as people read it: what went wrong and, on a line of its own, what to do next.
 *
 * @param withStack - show where it was thrown (`PAWL_DEBUG=1`)
 * @example
 * formatError(new PawlError('usage', "unknown family 'cod'", { hint: "did you mean 'code'?" }), false)
 * // "error: unknown family 'cod'\nhint: did you mean 'code'?\n"
 */
export function formatError(thrown: unknown, withStack: boolean): string {
  const stack = withStack && thrown instanceof Error ? `${thrown.stack ?? ''}\n` : '';
  if (!(thrown instanceof PawlError)) {
    const advice = 'hint: this is a fault in pawl itself; set PAWL_DEBUG=1 to see where, and report it\n';
    return `error: ${messageOf(thrown)}\n${advice}${stack}`;
  }
  const hint = thrown.hint === undefined ? '' : `hint: ${thrown.hint}\n`;
  return `error: ${thrown.message}\n${hint}${stack}`;
}
