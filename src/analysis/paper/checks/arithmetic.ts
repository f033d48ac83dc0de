import { type Box, isPoint, overlaps } from '../box.js';
import { estimate, evaluate, parseFormula, write } from '../expression.js';
import { boxText, percentText, plainNumber, pointsText } from '../number-text.js';
import {
  about,
  type BareLine,
  type CheckContext,
  judge,
  reported,
  tieNote,
  unprinted,
} from '../paper-line.js';
import type { ArithmeticCheck, EqualCheck, ShareCheck } from '../published.js';
import { partAt } from '../quantities.js';

/** How a formula's result is written. */
type As = NonNullable<ArithmeticCheck['as']>;

const texts: Readonly<Record<As, (value: number) => string>> = {
  number: plainNumber,
  percent: percentText,
  points: pointsText,
};

/** A printed number against a formula over others; without a printed number, a new one. */
export function checkArithmetic(check: ArithmeticCheck, context: CheckContext): BareLine[] {
  const printed = check.of === undefined ? undefined : partAt(check.of, context.values).part;
  const result = computed(
    check.expression,
    context,
    check.as ?? (printed?.percent === true ? 'percent' : 'number'),
  );
  const { box } = result;
  if (check.of === undefined || printed === undefined) {
    const status = Number.isFinite(box.low) && Number.isFinite(box.high) ? 'recomputed' : 'not derivable';
    const frame = unprinted(check.label ?? check.expression);
    return [{ ...frame, status, recomputed: reported(box), arithmetic: result.arithmetic, notes: [] }];
  }
  return [
    {
      ...about(check.of, context),
      status: judge(box, printed, check),
      recomputed: reported(box),
      arithmetic: result.arithmetic,
      notes: tieNote(box, printed.box),
    },
  ];
}

interface Computed {
  readonly box: Box;
  /** The formula with its quantities. */
  readonly written: string;
  /** Its value, with what rounding leaves open. */
  readonly value: string;
  /** Both, as an equation. */
  readonly arithmetic: string;
}

function computed(expression: string, { quantity }: CheckContext, as: As): Computed {
  const formula = parseFormula(expression);
  const box = evaluate(formula, quantity);
  const written = write(formula, quantity);
  const middle = texts[as](estimate(formula, quantity));
  const [low, high] = [texts[as](box.low), texts[as](box.high)];
  const range = as === 'number' ? boxText(box) : low === high ? low : `${low} to ${high}`;
  const value = isPoint(box) ? middle : `${middle} (${range} within rounding)`;
  const alone = formula.kind !== 'operation' && written === plainNumber(estimate(formula, quantity));
  return { box, written, value, arithmetic: alone ? value : `${written} = ${value}` };
}

/** Two formulas that should give the same number. */
export function checkEqual(check: EqualCheck, context: CheckContext): BareLine[] {
  const left = computed(check.left, context, 'number');
  const right = computed(check.right, context, 'number');
  const same = overlaps(left.box, right.box);
  const frame = unprinted(check.label);
  if (!same) {
    const status = check.assuming === undefined ? 'impossible' : 'not derivable';
    const arithmetic = `${left.arithmetic}, but ${right.arithmetic}`;
    return [{ ...frame, status, recomputed: null, arithmetic, notes: [] }];
  }
  const exact = isPoint(left.box) && isPoint(right.box);
  const chain = [left.written, left.value, right.written].filter(
    (text, index, all) => text !== all[index - 1],
  );
  return [
    {
      ...frame,
      status: exact ? 'recomputed' : 'consistent with rounding',
      recomputed: reported(isPoint(left.box) ? left.box : right.box),
      arithmetic: chain.join(' = '),
      notes: [],
    },
  ];
}

/** A share from its part and whole. */
export function checkShare(check: ShareCheck, context: CheckContext): BareLine[] {
  const [part, whole] = [context.exactly(check.part), context.exactly(check.whole)];
  const computed: Box = { low: part / whole, high: part / whole };
  const printed = partAt(check.of, context.values).part;
  return [
    {
      ...about(check.of, context),
      status: judge(computed, printed, check),
      recomputed: reported(computed),
      arithmetic: `${part}/${whole} = ${boxText(computed)}`,
      notes: tieNote(computed, printed.box),
    },
  ];
}
