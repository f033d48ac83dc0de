import type { EvolveProgress } from '../jobs/evolve-run.js';

/** Where progress goes: standard error, as a bar on a terminal and as sparse lines elsewhere. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows how far a run has come. */
export interface ProgressView {
  show(progress: EvolveProgress): void;
  /** Leaves the terminal as a line of text would. */
  end(): void;
}

const barWidth = 24;
/** Without a terminal: a line a seed every so many rounds. */
const linesEvery = 10;

/**
 * Progress of a run over all of its seeds.
 *
 * @param rounds - rounds of each seed
 * @param seeds - how many seeds
 */
export function progressView(
  stream: ProgressStream,
  {
    rounds,
    seeds,
    spending = () => '',
  }: {
    readonly rounds: number;
    readonly seeds: number;
    /** What real models have cost so far, given the share that is done. */
    readonly spending?: (fraction: number) => string;
  },
): ProgressView {
  const done = new Map<number, number>();
  let drawn = false;
  const draw = (fraction: number, text: string): void => {
    const filled = Math.round(Math.min(1, fraction) * barWidth);
    stream.write(
      `\r\u001b[K[${'#'.repeat(filled)}${'·'.repeat(barWidth - filled)}] ${text}${spending(fraction)}`,
    );
    drawn = true;
  };
  const end = (): void => {
    if (drawn) stream.write('\r\u001b[K');
    drawn = false;
  };

  const bar = (progress: EvolveProgress): void => {
    if (progress.kind === 'screening') {
      draw(progress.done / progress.total, `screening tasks ${progress.done}/${progress.total}`);
    } else if (progress.kind === 'round') {
      const all = [...done.values()].reduce((sum, count) => sum + count, 0);
      const objective = progress.objective === null ? '' : ` · objective ${progress.objective.toFixed(3)}`;
      draw(
        all / (rounds * seeds),
        `${all}/${rounds * seeds} rounds · seed ${progress.seed}: ${progress.done}/${rounds}${objective}`,
      );
    }
  };
  const lines = (progress: EvolveProgress): void => {
    if (progress.kind === 'screening') {
      if (progress.done === progress.total) stream.write(`screened ${progress.total} tasks${spending(1)}\n`);
    } else if (progress.kind === 'round' && (progress.done % linesEvery === 0 || progress.done === rounds)) {
      const objective =
        progress.objective === null ? 'no grader yet' : `objective ${progress.objective.toFixed(4)}`;
      const all = [...done.values()].reduce((sum, count) => sum + count, 0);
      const spent = spending(all / (rounds * seeds));
      stream.write(`seed ${progress.seed}: round ${progress.done} of ${rounds}, ${objective}${spent}\n`);
    }
  };

  return {
    show: (progress) => {
      if (progress.kind === 'began') {
        for (const seed of progress.reused) done.set(seed, rounds);
      }
      if (progress.kind === 'round') done.set(progress.seed, progress.done);
      if (stream.isTTY === true) bar(progress);
      else lines(progress);
    },
    end,
  };
}
