import { reconstructSeeds } from '../../../stats/index.js';
import { decimal } from '../number-text.js';
import { about, type BareLine, type CheckContext, valueOf } from '../paper-line.js';
import type { ReconstructSeedsCheck } from '../published.js';
import { countsWithOtherDenominators } from './other-denominators.js';

/** How many sets of counts are written out. */
const shown = 3;
/** How many sets of counts the line holds for programs. */
const kept = 100;

/** The whole counts of each run that give a printed mean ± sd (GRIM, for a mean and an sd over runs). */
export function checkReconstructSeeds(check: ReconstructSeedsCheck, context: CheckContext): BareLine[] {
  const { value, printed } = valueOf(check.of, context);
  const n = check.n ?? value.n ?? 0;
  const runs = value.runs ?? 0;
  if (printed?.kind !== 'mean-sd') throw new Error(`'${check.of}' was not validated`);
  const mean = printed.mean.digits;
  const sd = printed.sd.digits;
  const kind = check.sd ?? 'sample';
  const { triples } = reconstructSeeds({ mean, sd, n, seeds: runs, sd_kind: kind });
  const frame = about(check.of, context);
  if (triples.length === 0) {
    const status = check.assuming === undefined ? 'impossible' : 'not derivable';
    const others = countsWithOtherDenominators({ mean: printed.mean, sd: printed.sd, n, runs, kind });
    const arithmetic = `no ${runs} counts of ${n} have this mean and ${kind} sd`;
    return [{ ...frame, status, recomputed: null, arithmetic, notes: others }];
  }
  const sets = triples.slice(0, shown).map((triple) => triple.join(','));
  const more = triples.length > shown ? ` and ${triples.length - shown} more` : '';
  const [first = []] = triples;
  const arithmetic =
    triples.length === 1
      ? `only ${first.join(',')} of ${n} give it: ${momentsText(first, n, kind)}`
      : `${sets.join(' or ')}${more} of ${n} give it`;
  return [
    {
      ...frame,
      status: 'consistent with rounding',
      recomputed: null,
      arithmetic,
      notes: [],
      counts: triples.slice(0, kept),
    },
  ];
}

/** Mean ± sd of counts out of n, with four decimals. */
function momentsText(counts: readonly number[], n: number, kind: 'sample' | 'population'): string {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const squares = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0);
  const sd = Math.sqrt(squares / (counts.length - (kind === 'sample' ? 1 : 0)));
  return `${decimal(mean / n, 4)} ± ${decimal(sd / n, 4)}`;
}
