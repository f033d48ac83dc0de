import type { DisplayHook } from '../display/mime-bundle.js';
import type { Cell } from './cells.js';
import { slot, type Bundle, type Report } from './link.js';
import { plain, showValue } from './show-value.js';

/** What every notebook has without an import. */
export const builtinDeclarations = `/** Shows a value now: its bundle of MIME types, a table, or its text. With an \`id\`, a later call with \`update\` replaces it. */
declare function display(value: unknown, options?: { id?: string; update?: boolean }): void;
/** Empties the output of this cell; with \`wait\`, once something new is shown. */
declare function clearOutput(wait?: boolean): void;
/** Asks the person at the notebook for a line of text; with \`password\`, without showing it. */
declare function prompt(message?: string, options?: { password?: boolean }): string;
`;

interface BuiltinParts {
  readonly current: () => Cell | undefined;
  readonly send: (one: Report) => void;
  readonly state: Int32Array;
  readonly answer: Uint8Array;
  /** Thrown where code waits for input when the cell is interrupted. */
  readonly interrupted: Error;
}

/** Shows a bundle as output of the cell that runs. */
export type Show = (bundle: Bundle, displayId: string | undefined, update: boolean) => void;

/** The functions behind {@link builtinDeclarations}; also installs the hook that Pawl's display helpers use. */
export function createBuiltins({ current, send, state, answer, interrupted }: BuiltinParts): {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly show: Show;
} {
  const show: Show = ({ data, metadata }, displayId, update) => {
    const cell = current();
    if (cell === undefined || cell.silent) return;
    send({ kind: 'display', cell: cell.id, displayId, update, ...plain({ data, metadata }) });
  };
  const clearOutput = (wait = false): void => {
    const cell = current();
    if (cell !== undefined && !cell.silent) send({ kind: 'clear', cell: cell.id, wait });
  };
  const display = (
    value: unknown,
    { id, update = false }: { readonly id?: string; readonly update?: boolean } = {},
  ): void => {
    const cell = current();
    const made = showValue(value) ?? { data: { 'text/plain': 'undefined' }, metadata: {} };
    if (!(made instanceof Promise)) show(made, id, update);
    // A cell is not over before what it shows is there.
    else cell?.pending.push(made.then((bundle) => show(bundle, id, update)));
  };
  const prompt = (message = '', { password = false }: { readonly password?: boolean } = {}): string => {
    const cell = current();
    if (cell === undefined || !cell.allowStdin) {
      throw new Error('prompt: nobody can be asked here; this front end or run offers no input');
    }
    Atomics.store(state, slot.answered, 0);
    send({ kind: 'ask', cell: cell.id, prompt: message, password });
    Atomics.wait(state, slot.answered, 0);
    if (Atomics.load(state, slot.answered) === 2) throw interrupted;
    return Buffer.from(answer.slice(0, Atomics.load(state, slot.answerBytes))).toString('utf8');
  };

  const hook: DisplayHook & { readonly clearOutput: (wait?: boolean) => void } = {
    display: ({ data, metadata = {} }, { displayId, update }) => show({ data, metadata }, displayId, update),
    clearOutput,
  };
  (globalThis as Record<symbol, unknown>)[Symbol.for('pawl.display')] = hook;
  return { variables: { display, clearOutput, prompt }, show };
}
