import { about, type BareLine, type CheckContext, type PaperStatus } from '../paper-line.js';
import type { CountCheck, GridCheck } from '../published.js';
import { countsOnGrid, partAt } from '../quantities.js';
import { boxText, decimal, plainNumber } from '../number-text.js';
import { point } from '../box.js';

/** A printed count against a sum of products of named factors: 864 = 3 arms × 3 seeds × 2 rounds × 48 sections. */
export function checkCount(check: CountCheck, context: CheckContext): BareLine[] {
  const printed = context.exactly(check.of);
  const per = check.per === undefined ? undefined : { ...check.per, count: context.exactly(check.per.count) };
  const wanted = per === undefined ? printed : printed / per.count;
  const terms = check.terms.map(({ factors }) => ({
    count: factors.reduce((product, factor) => product * context.exactly(factor.count), 1),
    text: factors.map((factor) => `${plainNumber(context.exactly(factor.count))} ${factor.what}`).join(' × '),
  }));
  const total = terms.reduce((sum, term) => sum + term.count, 0);
  const difference = wanted - total;
  const sum = `${terms.map((term) => term.text).join(' + ')} = ${plainNumber(total)}`;
  const given =
    per === undefined ? '' : `${printed}/${per.count} ${per.what} = ${plainNumber(wanted)}; named: `;
  return [
    {
      ...about(check.of, context),
      status: countStatus(difference, check),
      recomputed: per === undefined ? total : total * per.count,
      arithmetic: `${given}${sum}`,
      notes:
        difference === 0
          ? []
          : [`${plainNumber(Math.abs(difference))} ${difference > 0 ? 'not named' : 'too many'}`],
    },
  ];
}

/** A shortage is impossible only when the documents name every term. */
function countStatus(difference: number, check: CountCheck): PaperStatus {
  if (difference === 0) return 'recomputed';
  const explained = check.assuming !== undefined || (difference > 0 && check.complete === false);
  return explained ? 'not derivable' : 'impossible';
}

/** Shares of a known number of things: some whole count must round to what was printed. */
export function checkGrid(check: GridCheck, context: CheckContext): BareLine[] {
  return check.of.map((reference) => {
    const { part } = partAt(reference, context.values);
    const grid = context.values.get(reference)?.value.grid ?? 1;
    const counts = countsOnGrid(part.box, grid);
    const [first, last] = [counts[0], counts.at(-1)];
    const frame = about(reference, context);
    if (first === undefined || last === undefined) {
      const below = Math.floor(part.value * grid);
      const neighbours = [below, below + 1]
        .map((count) => `${count}/${grid} = ${decimal(count / grid, 4)}`)
        .join(', ');
      const status = check.assuming === undefined ? 'impossible' : 'not derivable';
      return {
        ...frame,
        status,
        recomputed: null,
        arithmetic: `no count of ${grid} rounds to it: ${neighbours}`,
        notes: [],
      };
    }
    const recomputed = counts.length === 1 ? first / grid : { low: first / grid, high: last / grid };
    const which = counts.length === 1 ? `${first}/${grid}` : `${first}…${last} of ${grid}`;
    const value = boxText(
      counts.length === 1 ? point(first / grid) : { low: first / grid, high: last / grid },
    );
    return {
      ...frame,
      status: 'consistent with rounding',
      recomputed,
      arithmetic: `${which} = ${value}`,
      notes: [],
    };
  });
}
