import { PawlError } from '../errors.js';
import { readOwnFolder, type OwnFolder, type PlacedRow } from '../families/own/read-folder.js';
import type { OwnSettings } from '../families/own/settings.js';
import type { OpVerdict, Label } from '../verdict.js';
import { hashedUnit } from '../random.js';
import type { PythonSandbox } from '../sandbox/python/python-sandbox.js';
import { lookAtRows, pythonOps, type LookedAt } from './own-check.js';
import { dropMoved, moveToAnchors, type GivenLabel } from './own-files.js';

/** Who is asked for a label. */
export interface Labeller {
  /**
   * Shows an output and waits.
   *
   * @returns a label, `skip` for the next output, or `quit`
   */
  ask(question: LabelQuestion): Promise<GivenLabel | 'skip' | 'quit'>;
  /** After a label is saved. */
  saved(question: LabelQuestion, given: GivenLabel): void;
}

/** An output to label. What the detectors say of it is shown only afterwards, so that they do not label it. */
export interface LabelQuestion {
  readonly placed: PlacedRow;
  readonly settings: OwnSettings;
  /** Anchors so far, and how many are wanted. */
  readonly have: Readonly<Record<Label, number>>;
  readonly wanted: number;
  readonly verdicts: readonly { readonly op: string; readonly verdict: OpVerdict }[];
}

/** How a labelling ended. */
export interface Labelled {
  readonly have: Readonly<Record<Label, number>>;
  readonly wanted: number;
  readonly labelledNow: number;
  /** Nothing is left to ask about. */
  readonly exhausted: boolean;
}

const fewestOfALabel = 2;
const mostOfALabel = 10;

/**
 * Asks for labels until a family has its anchors, the most informative outputs first, and saves after each: a labelling that is
 * broken off goes on where it stopped. A labelled row leaves train.
 *
 * @throws PawlError `bad-input` when the folder cannot be read, or has no outputs or detectors
 */
export async function labelOwnFamily(
  path: string,
  options: { readonly wanted: number; readonly sandbox: PythonSandbox; readonly labeller: Labeller },
): Promise<Labelled> {
  const { wanted, sandbox, labeller } = options;
  let folder = readable(path);
  if (dropMoved(folder) > 0) folder = readable(path);
  const ops = pythonOps(folder.ops);
  const looked = await lookAtRows(folder.rows.train, ops, settingsOf(folder), sandbox);
  const asked = new Map<string, LookedAt>(looked.map((one) => [keyOf(one.placed), one]));
  const chosen: string[] = [];
  let labelledNow = 0;

  for (;;) {
    const have = countAnchors(folder);
    if (isEnough(have, wanted)) return { have, wanted, labelledNow, exhausted: false };
    const scarce = have.FAIL < have.PASS ? 'FAIL' : 'PASS';
    const next = mostInformative([...asked.values()], chosen, scarce);
    if (next === null) return { have, wanted, labelledNow, exhausted: true };
    asked.delete(keyOf(next.placed));
    const question: LabelQuestion = {
      placed: next.placed,
      settings: settingsOf(folder),
      have,
      wanted,
      verdicts: ops.map(({ name }, index) => ({
        op: name,
        verdict: next.findings[index]?.verdict ?? 'ABSTAIN',
      })),
    };
    const given = await labeller.ask(question);
    if (given === 'quit') return { have, wanted, labelledNow, exhausted: false };
    if (given === 'skip') continue;
    // Lines move when a row leaves, so its place is looked up in the file as it is now.
    const now = folder.rows.train.find((placed) => keyOf(placed) === keyOf(next.placed));
    if (now === undefined)
      throw new PawlError('bad-input', `${next.placed.place}: the row is gone from the file`);
    moveToAnchors(folder, now, given);
    chosen.push(patternOf(next));
    labelledNow += 1;
    labeller.saved(question, given);
    folder = readable(path);
  }
}

/**
 * The output of which labels say the most: where the detectors contradict each other, or say nothing. Outputs on which they
 * say the same as on one that was labelled count half for each; of equal ones the side of the scarcer label comes first.
 */
function mostInformative(
  rows: readonly LookedAt[],
  labelled: readonly string[],
  scarce: Label,
): LookedAt | null {
  const ranked = rows
    .map((one) => {
      const count = (verdict: OpVerdict): number =>
        one.findings.filter((finding) => finding.verdict === verdict).length;
      const [fired, clean] = [count('DRAWBACK'), count('CLEAN')];
      // 1 where as many detectors fire as clear the output, or none has an opinion; 0 where all agree.
      const doubt = 1 - Math.abs(fired - clean) / Math.max(1, one.findings.length);
      const pattern = patternOf(one);
      const known = labelled.filter((before) => before === pattern).length;
      const likely: Label = fired > 0 ? 'FAIL' : 'PASS';
      return { one, score: doubt / 2 ** known, wanted: likely === scarce };
    })
    .sort(
      (a, b) =>
        Number(b.wanted) - Number(a.wanted) ||
        b.score - a.score ||
        hashedUnit('label', a.one.placed.row.id) - hashedUnit('label', b.one.placed.row.id),
    );
  return ranked[0]?.one ?? null;
}

function patternOf({ findings }: LookedAt): string {
  return findings.map(({ verdict }) => verdict).join();
}

/** Ten in all, and at least two of each: with one class alone nothing can be selected. */
function isEnough({ FAIL, PASS }: Readonly<Record<Label, number>>, wanted: number): boolean {
  if (FAIL >= mostOfALabel || PASS >= mostOfALabel) return true;
  return FAIL + PASS >= wanted && FAIL >= fewestOfALabel && PASS >= fewestOfALabel;
}

function countAnchors({ rows }: OwnFolder): Record<Label, number> {
  const count = (label: Label): number => rows.anchors.filter(({ row }) => row.label === label).length;
  return { FAIL: count('FAIL'), PASS: count('PASS') };
}

function keyOf({ row }: PlacedRow): string {
  return JSON.stringify([row.id, row.prompt, row.output]);
}

function settingsOf({ settings }: OwnFolder): OwnSettings {
  if (settings === null) throw new PawlError('bad-input', 'family.json cannot be used');
  return settings;
}

/** The folder, if it can be labelled: files that cannot be read, and nothing else, are in the way. */
function readable(path: string): OwnFolder {
  const folder = readOwnFolder(path);
  const problems = folder.problems.map(({ place, message }) => `${place}: ${message}`);
  if (folder.rows.train.length === 0 && problems.length === 0 && folder.rows.anchors.length === 0)
    problems.push('train.jsonl: no outputs to label');
  if (pythonOps(folder.ops).length === 0 && problems.length === 0)
    problems.push('ops: no detectors; which outputs are informative is what they disagree on');
  if (problems.length > 0) throw new PawlError('bad-input', problems.join('\n'));
  return folder;
}
