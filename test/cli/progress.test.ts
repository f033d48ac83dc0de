import { describe, expect, it } from 'vitest';
import { progressView } from '../../src/cli/progress.js';
import type { EvolveProgress } from '../../src/jobs/evolve-run.js';

const round = (seed: number, done: number): EvolveProgress => ({
  kind: 'round',
  seed,
  done,
  objective: 0.5,
  expression: 'a',
});

/** What is written when these steps are shown. */
function shown(isTTY: boolean, steps: readonly EvolveProgress[]): string[] {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const view = progressView(stream, { rounds: 20, seeds: 2 });
  for (const step of steps) view.show(step);
  view.end();
  return written;
}

describe('progress', () => {
  it('is sparse lines where there is no terminal', () => {
    const steps: EvolveProgress[] = [
      { kind: 'screening', done: 20, total: 40 },
      { kind: 'screening', done: 40, total: 40 },
      ...Array.from({ length: 20 }, (_, index) => round(42, index + 1)),
    ];
    expect(shown(false, steps)).toEqual([
      'screened 40 tasks\n',
      'seed 42: round 10 of 20, objective 0.5000\n',
      'seed 42: round 20 of 20, objective 0.5000\n',
    ]);
  });

  it('is one line that is drawn over on a terminal, and leaves nothing behind', () => {
    const written = shown(true, [round(42, 10), round(7, 20), round(42, 20)]);
    expect(written.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true);
    expect(written[0]).toContain(
      '[######··················] 10/40 rounds · seed 42: 10/20 · objective 0.500',
    );
    expect(written[2]).toContain('[########################] 40/40 rounds');
    expect(written.at(-1)).toBe('\r\u001b[K');
  });
});
