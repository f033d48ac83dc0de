import { sha256 } from '../hash.js';
import type { ForeignRow } from '../input/foreign-row.js';
import { hashedUnit } from '../random.js';
import type { Label } from '../verdict.js';

/** Anchors of each label, and the share of the other labelled prompts that becomes locked test material. */
const anchorsOfALabel = 5;
const fewestOfALabel = 2;
const testShare = 0.4;

/** Rows by the file that they go to. */
export interface DealtRows {
  readonly train: readonly ForeignRow[];
  readonly anchors: readonly ForeignRow[];
  readonly test: readonly ForeignRow[];
}

/**
 * Deals the rows of a result file to the files of a family: up to five anchors of each label, of ten different prompts; of the
 * other prompts some are locked with their labels, the rest is unlabelled train. All outputs of a prompt stay together, so that
 * no locked prompt is trained on. The order comes from hashes of the prompts: the same file gives the same folder.
 *
 * @returns no anchors where there are not two of each label: then they have to be labelled
 */
export function dealForeignRows(given: readonly ForeignRow[]): DealtRows {
  const prompts = new Map<string, ForeignRow[]>();
  const seen = new Set<string>();
  for (const row of given) {
    const key = sha256(row.prompt);
    const own = sha256(JSON.stringify([row.prompt, row.output.trim()]));
    if (seen.has(own)) continue;
    seen.add(own);
    prompts.set(key, [...(prompts.get(key) ?? []), row]);
  }
  const byOutput = (rows: readonly ForeignRow[]): ForeignRow[] =>
    [...rows].sort((a, b) => hashedUnit('deal', a.output) - hashedUnit('deal', b.output));
  const order = [...prompts]
    .map(([key, rows]) => [key, byOutput(rows)] as const)
    .sort(([a], [b]) => hashedUnit('deal', a) - hashedUnit('deal', b));

  const anchors: Record<Label, ForeignRow[]> = { FAIL: [], PASS: [] };
  const anchored = new Set<string>();
  // The scarcer label chooses first, so that a prompt with both serves it.
  const count = (label: Label): number => given.filter((row) => row.label === label).length;
  const labels: Label[] = count('FAIL') <= count('PASS') ? ['FAIL', 'PASS'] : ['PASS', 'FAIL'];
  for (const label of labels) {
    for (const [key, rows] of order) {
      const row = rows.find((one) => one.label === label);
      if (row === undefined || anchored.has(key) || anchors[label].length >= anchorsOfALabel) continue;
      anchored.add(key);
      anchors[label].push(row);
    }
  }
  const enough = anchors.FAIL.length >= fewestOfALabel && anchors.PASS.length >= fewestOfALabel;
  const chosen = enough ? [...anchors.PASS, ...anchors.FAIL] : [];

  const rest = order.filter(([key]) => !enough || !anchored.has(key));
  const lockable = rest.filter(([, rows]) => rows.some(({ label }) => label !== null));
  const locked = new Set(
    lockable.slice(0, enough ? Math.floor(testShare * lockable.length) : 0).map(([key]) => key),
  );
  const test = rest.flatMap(([key, rows]) =>
    locked.has(key) ? rows.filter(({ label }) => label !== null) : [],
  );
  const train = order.flatMap(([key, rows]) =>
    locked.has(key) ? [] : rows.filter((row) => !chosen.includes(row)),
  );
  return { train, anchors: chosen, test };
}
