import { roundsOf, type CellSpec } from '../jobs/arms/request.js';
import type { ArmsProgress } from '../jobs/arms/run.js';
import type { ProgressStream } from './progress.js';

/** Shows how far a run of arms has come: one line a finished cell, and on a terminal a bar below. */
export interface ArmsProgressView {
  show(progress: ArmsProgress): void;
  /** Leaves the terminal as a line of text would. */
  end(): void;
}

const barWidth = 24;

/** A cell in a few words. */
export function cellWords(spec: CellSpec): string {
  if (spec.kind === 'evolution') return `${spec.family} evolution ${spec.seed}`;
  const { gate, hints, scope } = spec.options.repair;
  const repair =
    gate && hints && scope === 'metric-discipline'
      ? ''
      : !gate && !hints
        ? ' without the repair'
        : ` gate ${gate ? 'on' : 'off'}, hints ${hints ? scope : 'off'}`;
  return `${spec.family} ${spec.arm} ${spec.seed}${repair}`;
}

/** Makes a view; rounds of cells that are reused count as done. */
export function armsProgressView(
  stream: ProgressStream,
  /** What real models have cost so far, given the share that is done. */
  spending: (fraction: number) => string = () => '',
): ArmsProgressView {
  let cells = 0;
  let cellsDone = 0;
  let rounds = 0;
  let roundsDone = 0;
  let drawn = false;
  const end = (): void => {
    if (drawn) stream.write('\r\u001b[K');
    drawn = false;
  };
  const draw = (fraction: number, text: string): void => {
    if (stream.isTTY !== true) return;
    const filled = Math.round(Math.min(1, fraction) * barWidth);
    stream.write(
      `\r\u001b[K[${'#'.repeat(filled)}${'·'.repeat(barWidth - filled)}] ${text}${spending(fraction)}`,
    );
    drawn = true;
  };
  const drawRounds = (): void =>
    draw(
      rounds === 0 ? 0 : roundsDone / rounds,
      `${cellsDone} of ${cells} cells, ${roundsDone} of ${rounds} rounds`,
    );

  return {
    show: (progress) => {
      switch (progress.kind) {
        case 'began':
          cells = progress.specs.length;
          cellsDone = progress.reused.length;
          rounds = progress.specs.reduce((sum, spec) => sum + roundsOf(spec), 0);
          roundsDone = progress.reused.reduce((sum, spec) => sum + roundsOf(spec), 0);
          return;
        case 'screening':
          if (stream.isTTY === true)
            draw(progress.done / progress.total, `screening tasks ${progress.done}/${progress.total}`);
          else if (progress.done === progress.total) stream.write(`screened ${progress.total} tasks\n`);
          return;
        case 'round':
          roundsDone += 1;
          drawRounds();
          return;
        case 'cell':
          cellsDone += 1;
          end();
          stream.write(
            `${String(cellsDone).padStart(4)} of ${cells}  ${cellWords(progress.spec)}${spending(rounds === 0 ? 1 : roundsDone / rounds)}\n`,
          );
          drawRounds();
      }
    },
    end,
  };
}
