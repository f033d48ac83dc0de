import { randomUUID } from 'node:crypto';
import { PawlError } from '../../errors.js';
import { markup } from './markup.js';
import { displayHook, type Displayable, type DisplayHook, type MimeBundle } from './mime-bundle.js';

export interface ProgressOptions {
  /** How much there is to do; without it only what was done is said. */
  readonly total?: number;
  /** What is being done; '' unless told. */
  readonly label?: string;
  /** Where plain Node writes; standard error unless told. */
  readonly stream?: { readonly isTTY?: boolean; write(text: string): unknown };
  /** The kernel's hook unless told. */
  readonly hook?: DisplayHook | undefined;
  /** Milliseconds; the machine's clock unless told. */
  readonly now?: () => number;
}

/** A bar that moves in place. */
export interface Progress extends Displayable {
  /** Says how far things are, and optionally what is happening now. */
  update(done: number, saying?: string): void;
  /** Draws the last state at once. */
  end(saying?: string): void;
}

/** A notebook redraws no more often than this. */
const redrawEveryMs = 100;
const barWidth = 24;

/**
 * Shows how far something is. In a notebook one bar updates in place; on a terminal one line does; elsewhere a line is
 * written each tenth. Nothing of the time it took is kept, so a notebook's output is the same on every run.
 *
 * @throws PawlError `bad-input` when `total` is not a positive number
 * @example
 * const bar = progress({ total: 70, label: 'code, seed 42' });
 * for await (const event of evolve(parts)) if (event.kind === 'selected') bar.update(++rounds);
 * bar.end();
 */
export function progress(options: ProgressOptions = {}): Progress {
  const { total, label = '' } = options;
  if (total !== undefined && !(total > 0 && Number.isFinite(total))) {
    throw new PawlError('bad-input', `progress: total is ${total}`, { hint: 'expected a number above 0' });
  }
  const now = options.now ?? (() => performance.now());
  const stream = options.stream ?? process.stderr;
  const displayId = randomUUID();
  let state = { done: 0, saying: '' };
  let drawnAt = -Infinity;
  let drawn = '';
  let ended = false;

  const words = (): string => {
    const share = total === undefined ? '' : ` (${Math.floor((state.done / total) * 100)} %)`;
    const of = total === undefined ? `${state.done}` : `${state.done} of ${total}${share}`;
    return [label, of, state.saying].filter((one) => one !== '').join(' · ');
  };
  const bundle = (): MimeBundle => ({
    data: {
      'text/html': (total === undefined
        ? markup`<span>${words()}</span>`
        : markup`<progress max="${total}" value="${state.done}" style="width:14em;vertical-align:middle"></progress> <span>${words()}</span>`
      ).text,
      'text/plain': words(),
    },
  });

  const inNotebook = (hook: DisplayHook, last: boolean): void => {
    const text = words();
    if (text === drawn || (!last && now() - drawnAt < redrawEveryMs)) return;
    hook.display(bundle(), { displayId, update: drawn !== '' });
    drawn = text;
    drawnAt = now();
  };
  const onTerminal = (last: boolean): void => {
    const filled = total === undefined ? 0 : Math.round(Math.min(1, state.done / total) * barWidth);
    const bar = total === undefined ? '' : `[${'#'.repeat(filled)}${'·'.repeat(barWidth - filled)}] `;
    stream.write(`\r\u001b[K${bar}${words()}${last ? '\n' : ''}`);
  };
  const inLines = (last: boolean): void => {
    const tenth = total === undefined ? String(state.done) : String(Math.floor((state.done / total) * 10));
    if (tenth === drawn && !last) return;
    drawn = tenth;
    stream.write(`${words()}\n`);
  };
  const draw = (last: boolean): void => {
    const hook = 'hook' in options ? options.hook : displayHook();
    if (hook !== undefined) inNotebook(hook, last);
    else if (stream.isTTY === true) onTerminal(last);
    else inLines(last);
  };

  return {
    update: (done, saying) => {
      if (ended) return;
      state = { done, saying: saying ?? state.saying };
      draw(false);
    },
    end: (saying) => {
      if (ended) return;
      ended = true;
      state = { ...state, saying: saying ?? state.saying };
      draw(true);
    },
    toMimeBundle: bundle,
  };
}
