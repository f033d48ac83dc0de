import { type Box, isPoint, overlaps } from '../box.js';
import { evaluate, parseFormula, write } from '../expression.js';
import { boxText, percentText } from '../number-text.js';
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

/** A printed number against a formula over others; without a printed number, a new one. */
export function checkArithmetic(check: ArithmeticCheck, context: CheckContext): BareLine[] {
  const formula = parseFormula(check.expression);
  const box = evaluate(formula, context.quantity);
  const percent =
    check.as === 'percent' || (check.of !== undefined && partAt(check.of, context.values).part.percent);
  const written = write(formula, context.quantity);
  const arithmetic = equation(written, percent ? percentText(box) : boxText(box));
  if (check.of === undefined) {
    const status = Number.isFinite(box.low) && Number.isFinite(box.high) ? 'recomputed' : 'not derivable';
    return [
      {
        ...unprinted(check.label ?? check.expression),
        status,
        recomputed: reported(box),
        arithmetic,
        notes: [],
      },
    ];
  }
  const { part } = partAt(check.of, context.values);
  return [
    {
      ...about(check.of, context),
      status: judge(box, part, check),
      recomputed: reported(box),
      arithmetic,
      notes: tieNote(box, part.box),
    },
  ];
}

/** left = right, without repeating a number that is its own formula. */
function equation(written: string, result: string): string {
  return written === result ? result : `${written} = ${result}`;
}

/** Two formulas that should give the same number. */
export function checkEqual(check: EqualCheck, context: CheckContext): BareLine[] {
  const [left, right] = [parseFormula(check.left), parseFormula(check.right)];
  const [a, b] = [evaluate(left, context.quantity), evaluate(right, context.quantity)];
  const same = overlaps(a, b);
  const [leftText, rightText] = [write(left, context.quantity), write(right, context.quantity)];
  const arithmetic = same
    ? `${leftText} = ${boxText(a)} = ${rightText}`
    : `${leftText} = ${boxText(a)}, but ${rightText} = ${boxText(b)}`;
  const settled: Box = isPoint(a) ? a : b;
  const status = same
    ? isPoint(a) && isPoint(b)
      ? 'recomputed'
      : 'consistent with rounding'
    : check.assuming === undefined
      ? 'impossible'
      : 'not derivable';
  return [
    { ...unprinted(check.label), status, recomputed: same ? reported(settled) : null, arithmetic, notes: [] },
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
