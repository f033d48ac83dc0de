import { boxText, decimal } from '../number-text.js';
import { type Box, point } from '../box.js';
import { about, type BareLine, type CheckContext } from '../paper-line.js';
import type { AnchorAgreementCheck } from '../published.js';
import { partAt } from '../quantities.js';

/** A recall over the items of a class with an opinion; a class without any has recall 0. */
interface Recall {
  readonly right: number;
  readonly of: number;
}

/** Dev agreement is a weighted mean of two recalls over a handful of anchors, so it has few possible values. */
export function checkAnchorAgreement(check: AnchorAgreementCheck, context: CheckContext): BareLine[] {
  const [failWeight, cleanWeight] = [
    context.exactly(check.weightOfFailures),
    context.exactly(check.weightOfClean),
  ];
  const [failures, clean] = [context.exactly(check.failures), context.exactly(check.clean)];
  const values = recallsUpTo(failures).flatMap((fail) =>
    recallsUpTo(clean).map((ofClean) => ({
      fail,
      ofClean,
      value: (failWeight * share(fail) + cleanWeight * share(ofClean)) / (failWeight + cleanWeight),
    })),
  );
  return check.of.map((reference) => {
    const { part } = partAt(reference, context.values);
    const fitting = values.filter(({ value }) => isIn(value, part.box));
    const frame = about(reference, context);
    const [first] = fitting;
    if (first === undefined) {
      const nearest = [...values].sort(
        (a, b) => Math.abs(a.value - part.value) - Math.abs(b.value - part.value),
      )[0];
      const arithmetic = `no two recalls over ${failures} + ${clean} anchors give it; the nearest is ${decimal(nearest?.value ?? 0, 4)}`;
      const status = check.assuming === undefined ? 'impossible' : 'not derivable';
      return { ...frame, status, recomputed: null, arithmetic, notes: [] };
    }
    const { fail, ofClean } = first;
    const written = `(${failWeight} × ${fail.right}/${fail.of} + ${cleanWeight} × ${ofClean.right}/${ofClean.of})/${failWeight + cleanWeight}`;
    const others = new Set(fitting.map(({ value }) => value.toFixed(9))).size - 1;
    const notes = others > 0 ? [`${others} other values also print as this`] : [];
    const arithmetic = `${written} = ${boxText(point(first.value))}`;
    return { ...frame, status: 'consistent with rounding', recomputed: null, arithmetic, notes };
  });
}

/** Every recall over up to `items` opinions, each value once, with the fewest abstentions. */
function recallsUpTo(items: number): Recall[] {
  const recalls = new Map<number, Recall>();
  for (let of = items; of >= 1; of--) {
    for (let right = 0; right <= of; right++) {
      if (!recalls.has(right / of)) recalls.set(right / of, { right, of });
    }
  }
  return [...recalls.values()].sort((a, b) => b.of - a.of);
}

function share({ right, of }: Recall): number {
  return right / of;
}

function isIn(value: number, box: Box): boolean {
  return value >= box.low - 1e-10 && value <= box.high + 1e-10;
}
