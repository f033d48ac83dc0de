// Kills `pawl evolve` at random moments and resumes: tsx test/faults/kill-resume.ts [moments = 20]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { random } from '../../src/random.js';
import { evolveWhole, killAndResume, warmStore, type Exported } from '../support/kill-and-resume.js';

async function main(): Promise<number> {
  const moments = Number(process.argv[2] ?? 20);
  if (!Number.isInteger(moments) || moments < 1) {
    process.stderr.write(`moments: expected a whole number of at least 1, got '${process.argv[2]}'\n`);
    return 2;
  }
  const root = mkdtempSync(join(tmpdir(), 'pawl-kill-'));
  const folder = (name: string): string => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  try {
    const cold = await evolveWhole(folder('whole'));
    warmStore(join(root, 'whole'), folder('whole-warm'), 1 / 16);
    const warm = await evolveWhole(join(root, 'whole-warm'));
    let wrong = 0;
    report(`uninterrupted: ${seconds(cold.ms)} cold, ${seconds(warm.ms)} warm`);
    wrong += compare('warm', cold, warm);

    for (let moment = 0; moment < moments; moment++) {
      // Every fourth starts from nothing and is killed by the clock: most of it is screening, before the first round.
      const isCold = moment % 4 === 0;
      const place = folder(`killed-${moment}`);
      if (!isCold) warmStore(join(root, 'whole'), place, 1 / 16);
      const draw = random('kill-resume', moment);
      const when = isCold
        ? { rounds: 0, afterMs: draw.next() * cold.ms }
        : { rounds: draw.below(8), afterMs: draw.next() * 0.1 * warm.ms };
      const run = await killAndResume(place, when);
      const rounds =
        run.rounds === undefined ? 'before the run began' : `with ${run.rounds} of 8 rounds stored`;
      const label = `${isCold ? 'cold' : 'warm'}: ${run.killed ? `killed ${rounds}` : 'had ended'}`;
      wrong += compare(label, cold, run);
      rmSync(place, { recursive: true });
    }
    report(wrong === 0 ? `${moments} moments, every export equal` : `${wrong} of ${moments} differ`);
    return wrong === 0 ? 0 : 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

interface Compared {
  readonly exported: Exported;
  readonly result: unknown;
}

function compare(label: string, whole: Compared, run: Compared): number {
  const names = [...new Set([...Object.keys(whole.exported), ...Object.keys(run.exported)])];
  const differing = names.filter((name) => whole.exported[name] !== run.exported[name]);
  if (!isDeepStrictEqual(whole.result, run.result)) differing.push('the printed result');
  report(`${differing.length === 0 ? 'equal' : `DIFFERENT (${differing.join(', ')})`}: ${label}`);
  return differing.length === 0 ? 0 : 1;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

void main().then((code) => {
  process.exitCode = code;
});
