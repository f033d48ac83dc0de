import { bootstrapInterval, unpairedBootstrapOfRuns } from '../../../stats/index.js';
import { type Box, isInside, isPoint, point } from '../box.js';
import { boxText, decimal } from '../number-text.js';
import { about, type BareLine, type CheckContext, judge, type PaperStatus, valueOf } from '../paper-line.js';
import type { PrintedPart } from '../printed-number.js';
import type { UnpairedBootstrapCheck } from '../published.js';
import { orders } from './hidden-pairing.js';
import { runsBehind } from './runs-behind.js';

/** The possible runs of an arm, and what rounding of its mean adds to either side. */
interface Arm {
  readonly sets: readonly (readonly number[])[];
  readonly slack: number;
  /** Whole counts behind the shares, when they settle the runs. */
  readonly counts: string | undefined;
}

/** A printed interval of a difference of means against the percentile bootstrap that resamples the runs of each arm. */
export function checkUnpairedBootstrap(check: UnpairedBootstrapCheck, context: CheckContext): BareLine[] {
  const level = check.level ?? 0.95;
  const [a, b] = [armOf(check.a, context), armOf(check.b, context)];
  const frame = about(check.of, context);
  const { printed } = valueOf(check.of, context);
  if (printed?.kind !== 'interval') throw new Error(`'${check.of}' was not validated`);
  if (a === undefined || b === undefined) {
    const arithmetic = 'the runs behind the means are not printed';
    return [{ ...frame, status: 'not derivable', recomputed: null, arithmetic, notes: [] }];
  }
  const results = a.sets.flatMap((aRuns) =>
    b.sets.map((bRuns) => unpairedBootstrapOfRuns(aRuns, bRuns, { level })),
  );
  const slack = a.slack + b.slack;
  const ends = (of: 'low' | 'high'): Box => ({
    low: Math.min(...results.map((result) => result[of])) - slack,
    high: Math.max(...results.map((result) => result[of])) + slack,
  });
  const [low, high] = [ends('low'), ends('high')];
  const settled = isPoint(low) && isPoint(high);
  const runs = `${a.sets[0]?.length ?? 0} + ${b.sets[0]?.length ?? 0} runs`;
  const from =
    a.counts === undefined || b.counts === undefined
      ? 'all runs with these means and sds'
      : `${a.counts} v ${b.counts}`;
  const outcomes = results[0]?.outcomes ?? 0;
  const interval = settled
    ? `[${decimal(low.low, 4)}, ${decimal(high.low, 4)}]`
    : `low end ${boxText(low)}, high end ${boxText(high)}`;
  return [
    {
      ...frame,
      status: worse(judge(low, printed.low, check), judge(high, printed.high, check)),
      recomputed: settled ? { low: low.low, high: high.low } : null,
      arithmetic: `unpaired percentile bootstrap over ${runs}, all ${outcomes} resamples, of ${from}: ${interval}`,
      notes: [
        ...(settled ? pairedNote(a, b, printed, level) : []),
        `with ${runs} it describes these runs and covers nothing at its level`,
      ],
    },
  ];
}

const order: readonly PaperStatus[] = [
  'recomputed',
  'consistent with rounding',
  'not derivable',
  'impossible',
];

function worse(a: PaperStatus, b: PaperStatus): PaperStatus {
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}

/** The runs of an arm: the counts behind it, else every three runs with the printed mean and sd. */
function armOf(reference: string, context: CheckContext): Arm | undefined {
  const behind = runsBehind(reference, context);
  if (behind !== undefined && behind.sets.length > 0) {
    const sets = behind.sets.map((counts) => counts.map((count) => count / behind.n));
    const counts = behind.sets.map((set) => set.join(',')).join(' or ');
    return { sets, slack: 0, counts: `${counts} of ${behind.n}` };
  }
  const { value, printed } = valueOf(reference, context);
  if (printed?.kind !== 'mean-sd' || value.runs !== 3) return undefined;
  const { mean, sd } = printed;
  return {
    sets: threeRunsWith(mean.value, [sd.box.low, sd.box.high]),
    slack: mean.box.high - mean.value,
    counts: undefined,
  };
}

/** Steps of the angle below; 10 degrees. */
const angles = 6;

/**
 * Three numbers with mean m and sample sd s are m + s·√(4/3)·cos(θ + 2πk/3), k = 0, 1, 2, for some θ; θ and −θ, and
 * θ + 2π/3, give the same three, so 0 ≤ θ ≤ π/3 holds them all.
 */
function threeRunsWith(mean: number, sds: readonly number[]): number[][] {
  return sds.flatMap((sd) =>
    Array.from({ length: angles + 1 }, (_, step) => {
      const angle = (step * Math.PI) / (3 * angles);
      return [0, 1, 2].map((k) => mean + sd * Math.sqrt(4 / 3) * Math.cos(angle + (2 * Math.PI * k) / 3));
    }),
  );
}

/** What resampling pairs of runs would have given, over every way the runs may be paired. */
function pairedNote(
  a: Arm,
  b: Arm,
  printed: { readonly low: PrintedPart; readonly high: PrintedPart },
  level: number,
): string[] {
  const [aRuns, bRuns] = [a.sets[0] ?? [], b.sets[0] ?? []];
  if (aRuns.length !== 3 || bRuns.length !== 3) return [];
  const intervals = orders(aRuns).map((order) =>
    bootstrapInterval(
      order.map((value, run) => value - (bRuns[run] ?? 0)),
      { method: 'percentile', exact: true, level },
    ),
  );
  const fitting = intervals.filter(
    ({ low, high }) => isInside(point(low), printed.low.box) && isInside(point(high), printed.high.box),
  );
  const highs = [...new Set(intervals.map(({ high }) => decimal(high, 4)))].sort();
  return fitting.length > 0
    ? [`a paired bootstrap could print the same for ${fitting.length} of ${intervals.length} pairings`]
    : [`a paired one cannot print this: its high end is ${highs.join(' or ')}, whatever the pairing`];
}
