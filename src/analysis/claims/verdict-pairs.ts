import type { RunData, VerdictRow } from '../run-data/rows.js';

/** One locked item of one run on which two graders have an opinion. */
export interface VerdictPair {
  readonly seed: number;
  readonly item: string;
  readonly aRight: boolean;
  readonly bRight: boolean;
}

/** The locked items of a family on which both graders have an opinion, run by run; of evolution alone where it is there. */
export function verdictPairs(
  run: RunData,
  family: string,
  a: VerdictRow['grader'],
  b: VerdictRow['grader'],
): readonly VerdictPair[] {
  const own = run.verdicts.filter((row) => row.family === family && row.repair === 'on');
  const arm = own.some((row) => row.arm === 'evolution') ? 'evolution' : 'co';
  const said = own.filter((row) => row.arm === arm && row.verdict !== 'ABSTAIN');
  const key = (row: VerdictRow): string => `${row.seed} ${row.item}`;
  const others = new Map(said.filter((row) => row.grader === b).map((row) => [key(row), row]));
  return said
    .filter((row) => row.grader === a)
    .flatMap((row) => {
      const other = others.get(key(row));
      return other === undefined
        ? []
        : [
            {
              seed: row.seed,
              item: row.item,
              aRight: row.verdict === row.label,
              bRight: other.verdict === other.label,
            },
          ];
    });
}

/** Agreement of both graders in each run, over the items on which both have an opinion. */
export function agreementBySeed(
  pairs: readonly VerdictPair[],
): readonly { readonly seed: number; readonly a: number; readonly b: number; readonly n: number }[] {
  return [...new Set(pairs.map(({ seed }) => seed))].map((seed) => {
    const own = pairs.filter((pair) => pair.seed === seed);
    return {
      seed,
      a: own.filter(({ aRight }) => aRight).length / own.length,
      b: own.filter(({ bRight }) => bRight).length / own.length,
      n: own.length,
    };
  });
}
