import { liftRetention } from '../../../stats/index.js';
import { type Box, isPoint, middle } from '../box.js';
import { boxText, decimal, plainNumber, wholePercent } from '../number-text.js';
import {
  about,
  type BareLine,
  type CheckContext,
  judge,
  reported,
  unprinted,
  valueOf,
} from '../paper-line.js';
import type { PublishedLift, RetentionCheck } from '../published.js';
import { partAt, type Quantity } from '../quantities.js';
import { hiddenPairing } from './hidden-pairing.js';

type Family = RetentionCheck['families'][number];
type Arms = Family['under'][string];

interface Computed {
  readonly family: Family;
  readonly definition: string;
  readonly arms: Arms;
  /** From the numbers as printed, or from exact counts. */
  readonly estimate: number;
  /** What rounding of the inputs leaves open. */
  readonly box: Box;
  readonly arithmetic: string;
}

/**
 * Lift retention under every definition given. A family's line shows the definition that gives the printed value in
 * all families; the other definitions follow with what they would have given.
 */
export function checkRetention(check: RetentionCheck, context: CheckContext): BareLine[] {
  const computed = check.families.flatMap((family) =>
    Object.entries(family.under).map(([definition, arms]) => compute(family, definition, arms, context)),
  );
  const fits = (one: Computed): boolean => {
    const { part } = partAt(one.family.of, context.values);
    const status = judge(one.box, part, check);
    return status === 'recomputed' || status === 'consistent with rounding';
  };
  const names = [...new Set(computed.map((one) => one.definition))];
  const inAll = names.filter((name) =>
    check.families.every((family) =>
      computed.some((one) => one.family === family && one.definition === name && fits(one)),
    ),
  );
  return check.families.flatMap((family) => {
    const own = computed.filter((one) => one.family === family);
    const adopted = own.find((one) => one.definition === inAll[0]) ?? own.find(fits);
    const others = own.filter((one) => one !== adopted);
    return [
      printedLine(family, adopted, own, inAll, check, context),
      ...others.map((one) => otherLine(one, fits(one), context)),
      ...hiddenPairing(family, adopted?.arms, context),
    ];
  });
}

/** The line of the printed value. */
function printedLine(
  family: Family,
  adopted: Computed | undefined,
  all: readonly Computed[],
  inAll: readonly string[],
  check: RetentionCheck,
  context: CheckContext,
): BareLine {
  const frame = about(family.of, context);
  if (adopted === undefined) {
    const tried = all.map((one) => `${one.definition}: ${decimal(100 * one.estimate, 1)}%`).join('; ');
    const arithmetic = `none of ${all.length} definitions gives it (${tried})`;
    return { ...frame, status: 'not derivable', recomputed: null, arithmetic, notes: [] };
  }
  const only = inAll.length === 1 && check.families.length > 1;
  const notes = only
    ? [`'${adopted.definition}' is the one definition that gives the printed value in every family`]
    : [];
  return {
    ...frame,
    status: judge(adopted.box, partAt(family.of, context.values).part, check),
    recomputed: reported(adopted.box),
    arithmetic: `${adopted.definition}: ${adopted.arithmetic}`,
    notes: [...notes, ...startNote(adopted.arms, context)],
  };
}

/** The line of a definition that is not the paper's. */
function otherLine(one: Computed, fits: boolean, context: CheckContext): BareLine {
  const printed = valueOf(one.family.of, context).value.printed;
  const finite = Number.isFinite(one.box.low) && Number.isFinite(one.box.high);
  return {
    ...unprinted(`${one.family.name} lift retention, ${one.definition}`),
    status: finite ? 'recomputed' : 'not derivable',
    recomputed: reported(one.box),
    arithmetic: one.arithmetic,
    notes: [fits ? `would also print as ${printed}` : `not the printed ${printed}`],
  };
}

/** Retention of one family under one definition. */
function compute(family: Family, definition: string, arms: Arms, context: CheckContext): Computed {
  const operands = [arms.co.peak, arms.co.baseline ?? 0, arms.reference.peak, arms.reference.baseline ?? 0];
  const [coPeak, coStart, peak, start] = operands.map(context.quantity) as [
    Quantity,
    Quantity,
    Quantity,
    Quantity,
  ];
  const shared = arms.co.baseline !== undefined && arms.co.baseline === arms.reference.baseline;
  const estimate = retain(
    [middle(coPeak.box), middle(coStart.box), middle(peak.box), middle(start.box)],
    arms,
    shared,
  );
  const box = rangeOfRetention([coPeak, coStart, peak, start], arms, shared);
  return {
    family,
    definition,
    arms,
    estimate,
    box,
    arithmetic: ratioText([coPeak, coStart, peak, start], arms, estimate, box),
  };
}

type Four<T> = readonly [coPeak: T, coStart: T, peak: T, start: T];

/** The ratio by stats/, under the definition that the arms' shape names; NaN when there is no reference lift. */
function retain([coPeak, coStart, peak, start]: Four<number>, arms: Arms, shared: boolean): number {
  if (peak - start <= 0) return NaN;
  const lifts = { reference: { baseline: start, peak }, co: { baseline: coStart, peak: coPeak } };
  if (shared) return liftRetention(lifts, { definition: 'common-baseline', commonBaseline: start }).retention;
  const bare = arms.reference.baseline === undefined && arms.co.baseline === undefined;
  return liftRetention(lifts, { definition: bare ? 'peak-over-peak' : 'own-baseline' }).retention;
}

/** The ratio is monotone in each input, so its extremes lie at the corners of the boxes. */
function rangeOfRetention(quantities: Four<Quantity>, arms: Arms, shared: boolean): Box {
  const ends = quantities.map(({ box }) => (isPoint(box) ? [box.low] : [box.low, box.high]));
  const [coPeaks = [], coStarts = [], peaks = [], starts = []] = ends;
  const ratios = coPeaks.flatMap((coPeak) =>
    peaks.flatMap((peak) =>
      starts.flatMap((start) =>
        (shared ? [start] : coStarts).map((coStart) => retain([coPeak, coStart, peak, start], arms, shared)),
      ),
    ),
  );
  if (ratios.some(Number.isNaN)) return { low: -Infinity, high: Infinity };
  return { low: Math.min(...ratios), high: Math.max(...ratios) };
}

/** (55 − 33)/(58 − 38) = 22/20 = 1.1000, in counts where all share a grid. */
function ratioText(quantities: Four<Quantity>, arms: Arms, estimate: number, box: Box): string {
  const counts = quantities.map((quantity) => quantity.counts);
  const grid = counts[0]?.of;
  const bare = arms.reference.baseline === undefined && arms.co.baseline === undefined;
  const onGrid =
    grid !== undefined && counts.every((count, index) => count?.of === grid || (bare && index % 2 === 1));
  const value = (index: number): number => {
    const quantity = quantities[index];
    return onGrid ? (counts[index]?.count ?? 0) : middle(quantity?.box ?? { low: 0, high: 0 });
  };
  const written = (index: number): string =>
    onGrid ? String(value(index)) : (quantities[index]?.text ?? '');
  const lift = (at: number): string =>
    onGrid ? plainNumber(value(at) - value(at + 1)) : decimal(value(at) - value(at + 1), 3);
  const raw = bare
    ? `${written(0)}/${written(2)}`
    : `(${written(0)} − ${written(1)})/(${written(2)} − ${written(3)}) = ${lift(0)}/${lift(2)}`;
  const spread = isPoint(box) ? '' : `, ${boxText(box)} within rounding`;
  return `${raw} = ${decimal(estimate, 4)} (${wholePercent(estimate)})${spread}`;
}

/** Says so when a retention above 1 comes from a lower start and not from a higher peak. */
function startNote({ co, reference }: Arms, { quantity }: CheckContext): string[] {
  const at = (operand: PublishedLift['peak'] | undefined): number =>
    operand === undefined ? 0 : middle(quantity(operand).box);
  const behind = at(reference.peak) - at(co.peak);
  const lower = at(reference.baseline) - at(co.baseline);
  if (behind <= 0 || lower <= behind) return [];
  return [
    `co peaks ${decimal(100 * behind, 1)} points below the reference; the ratio passes 1 because co starts ` +
      `${decimal(100 * lower, 1)} points lower`,
  ];
}
