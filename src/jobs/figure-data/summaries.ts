import { groupByCell, skillSeries, type SkillSeries } from '../../analysis/run-data/cell-series.js';
import type { OpRow, RunData } from '../../analysis/run-data/rows.js';
import { graderRunsOf, paperFamilies, seriesOf } from '../../analysis/tables/select.js';
import type {
  AnchorSizeData,
  ForestData,
  GoodhartData,
  LifecycleData,
  OpStanding,
  RetentionData,
} from '../../figures/index.js';
import { liftRetention, runDifference, wilsonInterval, type RetentionDefinition } from '../../stats/index.js';
import { acrossRuns, overSeeds } from './over-seeds.js';

const families = paperFamilies.map(({ family }) => family);

/** Figure 4: the anchor-size replay on subsets of the ten anchors, as the paper does it. */
export function anchorSizeData(run: RunData, note: string): AnchorSizeData {
  const subsets = run.replay.filter(({ anchors, opinions }) => anchors === 'subset' && opinions > 0);
  const sizes = [...new Set(subsets.map(({ size }) => size))].sort((a, b) => a - b);
  return {
    note: `${note} Subsets of the same ten anchors overlap, and ten of ten is one subset: part of the shrinking spread is that alone.`,
    sizes: families.flatMap((family) =>
      sizes.flatMap((size) => {
        const values = subsets
          .filter((row) => row.family === family && row.size === size)
          .map(({ correct, opinions }) => correct / opinions)
          .sort((a, b) => a - b);
        const found = overSeeds(values);
        if (found === null) return [];
        const spread = values.reduce((sum, value) => sum + (value - found.mean) ** 2, 0);
        const at = (share: number): number => values[Math.round(share * (values.length - 1))] ?? found.mean;
        return [
          {
            family,
            anchors: size,
            subsamples: values.length,
            mean: found.mean,
            sd: values.length < 2 ? 0 : Math.sqrt(spread / (values.length - 1)),
            p05: at(0.05),
            p95: at(0.95),
          },
        ];
      }),
    ),
  };
}

/** Figure 5: the detectors of one run, from birth to retirement. */
export function lifecycleData(run: RunData, note: string): LifecycleData {
  const pools = groupByCell(run.ops.filter(({ arm }) => arm === 'evolution'));
  const pool = pools.find(([first]) => first?.family === 'code') ?? pools[0] ?? [];
  const [first] = pool;
  const rounds =
    first === undefined
      ? []
      : (graderRunsOf(run, first.family, 'evolution').find(([row]) => row?.seed === first.seed) ?? []);
  const lastRound = rounds.length;
  const selectedIn = (name: string, round: number): boolean =>
    new RegExp(`(^|[ (])${name.replace(/[.]/g, '\\.')}($|[ )])`).test(rounds[round]?.expression ?? '');
  return {
    note,
    title: first === undefined ? '' : `${first.family}, seed ${first.seed}`,
    lastRound,
    spans: pool.flatMap((op) => spansOf(op, lastRound, selectedIn)),
    retired: pool.flatMap(({ op, leftAt }) => (leftAt === null ? [] : [{ op, round: leftAt }])),
    rejected: rounds.map(({ round, rejected }) => ({ round, drafts: rejected })),
  };
}

/** Stretches of rounds in which an op stood alike. */
function spansOf(
  row: OpRow,
  lastRound: number,
  selectedIn: (name: string, round: number) => boolean,
): LifecycleData['spans'] {
  const origin = row.origin === 'miss' || row.origin === 'gap' ? row.origin : 'seed';
  const shadowUntil = origin === 'gap' ? (row.promotedAt ?? row.leftAt ?? lastRound) : row.bornAt;
  const standingAt = (round: number): OpStanding =>
    round < shadowUntil ? 'shadow' : selectedIn(row.op, round) ? 'selected' : 'active';
  const end = row.leftAt ?? lastRound;
  const spans: { op: string; origin: typeof origin; standing: OpStanding; from: number; to: number }[] = [];
  for (let round = row.bornAt; round < end; round++) {
    const standing = standingAt(round);
    const open = spans.at(-1);
    if (open?.standing === standing) open.to = round + 1;
    else spans.push({ op: row.op, origin, standing, from: round, to: round + 1 });
  }
  return spans;
}

/** Figure 6: differences between arms, the run being the unit. */
export function forestData(run: RunData, note: string): ForestData {
  const all = skillSeries(run);
  const measures = [
    { label: 'peak, locked', of: (one: SkillSeries): number => one.peak },
    { label: 'last ten, locked', of: (one: SkillSeries): number => one.lastTen },
    { label: 'last ten, untouched', of: (one: SkillSeries): number => one.untouchedLastTen },
  ];
  const pairs = [
    ['co', 'reference'],
    ['naive', 'co'],
    ['no-lifecycle', 'co'],
  ] as const;
  return {
    note: `${note} Intervals: Welch's t over runs, 95 %.`,
    quantity: 'difference in mean score',
    rows: families.flatMap((family) =>
      pairs.flatMap(([a, b]) =>
        measures.flatMap(({ label, of }) => {
          const first = seriesOf(all, family, a).map(of);
          const second = seriesOf(all, family, b).map(of);
          if (first.length < 2 || second.length < 2) return [];
          const { difference, low, high } = runDifference(first, second);
          return [
            {
              group: family,
              label: `${a} − ${b}, ${label}`,
              source: 'this run',
              difference,
              unit: `${first.length} + ${second.length} runs`,
              low,
              high,
            },
          ];
        }),
      ),
    ),
  };
}

/** Figure 7: the rubric, the tags without values, and what two judges say, before and after the repair. */
export function goodhartData(run: RunData, note: string): GoodhartData {
  const all = skillSeries(run);
  const states = [
    { repair: 'off', run: 'before the repair' },
    { repair: 'on', run: 'after the repair' },
  ] as const;
  return {
    note: `${note} Rubric and tags: co arm, mean, smallest and largest run. The task-aware rubric was written after reading the generic judge's reasons: a diagnostic audit, no independent confirmation.`,
    rounds: states.flatMap(({ repair, run: named }) => {
      const series = seriesOf(all, 'report', 'co', repair);
      const erased = series.map(({ rounds }) => rounds.map(({ erasedShare }) => erasedShare ?? 0));
      return [
        ...curve(
          named,
          'rubric score',
          series.map(({ test }) => test),
        ),
        ...curve(named, 'tags without value', erased),
      ];
    }),
    judges: states.flatMap(({ repair, run: named }) =>
      (['generic', 'task-aware'] as const).flatMap((judge) => {
        const pairs = run.preferences.filter((row) => row.repair === repair && row.rubric === judge);
        const decided = pairs.filter(({ winner }) => winner !== 'tie');
        const wins = decided.filter(({ winner }) => winner === 'evolved').length;
        if (decided.length === 0) return [];
        const clusters = decided.map(({ task }) => task);
        const { low, high } = wilsonInterval({
          values: decided.map(({ winner }) => (winner === 'evolved' ? 1 : 0)),
          clusters,
        });
        return [
          {
            run: named,
            judge,
            winRate: wins / decided.length,
            wins,
            decided: decided.length,
            pairs: pairs.length,
            low,
            high,
          },
        ];
      }),
    ),
  };
}

function curve(
  run: string,
  quantity: GoodhartData['rounds'][number]['quantity'],
  series: readonly (readonly number[])[],
): GoodhartData['rounds'] {
  return acrossRuns(series).flatMap((values, round) => {
    const found = overSeeds(values);
    return found === null ? [] : [{ run, round, quantity, ...found }];
  });
}

/** Figure 8: lift retention under each definition. */
export function retentionData(
  run: RunData,
  note: string,
  published: (family: string) => number | null,
): RetentionData {
  const all = skillSeries(run);
  return {
    note: `${note} Sets: Fieller's at 95 % (t interval for the mean of ratios), the run being the unit.`,
    rows: families.flatMap((family) => {
      const reference = seriesOf(all, family, 'reference');
      const co = seriesOf(all, family, 'co');
      if (reference.length === 0 || co.length !== reference.length) return [];
      const frozen = overSeeds(seriesOf(all, family, 'frozen').flatMap(({ test }) => test))?.mean;
      const definitions: readonly { name: string; definition: RetentionDefinition; last?: true }[] = [
        { name: "each arm's own round 0", definition: 'own-baseline' },
        { name: 'frozen baseline', definition: 'common-baseline' },
        { name: 'last ten rounds', definition: 'own-baseline', last: true },
        { name: 'peak over peak', definition: 'peak-over-peak' },
        { name: 'mean of ratios', definition: 'mean-of-ratios' },
      ];
      return definitions.flatMap(({ name, definition, last }) => {
        if (definition === 'common-baseline' && frozen === undefined) return [];
        const lift = (series: readonly SkillSeries[]): { baseline: number[]; peak: number[] } => ({
          baseline: series.map(({ round0 }) => round0),
          peak: series.map((one) => (last === true ? one.lastTen : one.peak)),
        });
        const arms = { reference: lift(reference), co: lift(co) };
        if (arms.reference.peak.every((peak, at) => peak <= (arms.reference.baseline[at] ?? 0))) return [];
        const { retention, interval } = liftRetention(arms, {
          definition,
          ...(definition === 'common-baseline' && frozen !== undefined ? { commonBaseline: frozen } : {}),
        });
        return [
          {
            family,
            definition: name,
            retention,
            interval: interval?.kind ?? 'none',
            low: interval !== null && 'low' in interval ? interval.low : null,
            high: interval !== null && 'high' in interval ? interval.high : null,
            published: name === "each arm's own round 0" ? published(family) : null,
          },
        ];
      });
    }),
  };
}
