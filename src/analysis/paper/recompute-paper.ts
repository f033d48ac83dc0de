import { checkAnchorAgreement } from './checks/anchor-agreement.js';
import { checkArithmetic, checkEqual, checkShare } from './checks/arithmetic.js';
import { checkCount, checkGrid } from './checks/count.js';
import { checkPeakOptimism } from './checks/peak-optimism.js';
import { checkReconstructSeeds } from './checks/reconstruct-seeds.js';
import { checkRetention } from './checks/retention.js';
import { checkUnpairedBootstrap } from './checks/unpaired-bootstrap.js';
import { checkMcNemar, checkTaskSignFlip } from './checks/verdict-tests.js';
import { about, type BareLine, type CheckContext, type PaperLine, type PaperStatus } from './paper-line.js';
import type { NotDerivableCheck, PaperCheck, PublishedPaper } from './published.js';
import { exactly, quantityOf, readValues } from './quantities.js';

/** How many numbers got which status. */
export type StatusCounts = Readonly<Record<PaperStatus, number>>;

/** A paper's numbers, recomputed. */
export interface PaperReport {
  readonly paper: { readonly title: string; readonly id: string | null };
  readonly lines: readonly PaperLine[];
  readonly summary: {
    /** Printed numbers, by status. */
    readonly printed: StatusCounts;
    /** Numbers that follow from the printed ones and are not printed themselves, by status. */
    readonly unprinted: StatusCounts;
    /** Choices of the authors, which nothing could contradict. */
    readonly settings: number;
  };
}

/** The group of numbers that no check names. */
const unrelated = 'Without a check';

/**
 * Recomputes the printed numbers of a paper from each other.
 *
 * Each check of the paper gives one line for each number it is about: recomputed (everything the inputs allow rounds
 * to the printed string), consistent with rounding (something does), impossible (nothing does) or not derivable (the
 * inputs are not printed, or only an assumption connects them). Numbers that no check names are not derivable.
 *
 * @param paper a validated published.json, see `readPublished`
 * @example
 * recomputePaper(readPublished()).lines.find((line) => line.id === 'spider-agreement')?.status // 'impossible'
 */
export function recomputePaper(paper: PublishedPaper): PaperReport {
  const values = readValues(paper);
  const context: CheckContext = {
    values,
    documents: paper.documents,
    quantity: (operand) => quantityOf(operand, values),
    exactly: (operand) => exactly(operand, values),
  };
  const checked = paper.checks.flatMap((check) => framed(check, runCheck(check, context)));
  const named = new Set(checked.map((line) => line.id?.split('.')[0]));
  const rest = paper.values
    .filter((value) => value.setting !== true && !named.has(value.id))
    .map((value): PaperLine => ({
      ...about(value.id, context),
      group: unrelated,
      status: 'not derivable',
      recomputed: null,
      arithmetic: 'no check is about this number',
      assuming: null,
      notes: [],
    }));
  const lines = [...checked, ...rest];
  return {
    paper: { title: paper.paper.title, id: paper.paper.id ?? null },
    lines,
    summary: {
      printed: countStatuses(statusOfEachValue(lines)),
      unprinted: countStatuses(lines.filter((line) => line.published === null).map((line) => line.status)),
      settings: paper.values.filter((value) => value.setting === true).length,
    },
  };
}

/** Runs one check by its kind. */
function runCheck(check: PaperCheck, context: CheckContext): BareLine[] {
  switch (check.kind) {
    case 'arithmetic':
      return checkArithmetic(check, context);
    case 'equal':
      return checkEqual(check, context);
    case 'count':
      return checkCount(check, context);
    case 'share':
      return checkShare(check, context);
    case 'grid':
      return checkGrid(check, context);
    case 'reconstruct-seeds':
      return checkReconstructSeeds(check, context);
    case 'retention':
      return checkRetention(check, context);
    case 'unpaired-bootstrap':
      return checkUnpairedBootstrap(check, context);
    case 'mcnemar':
      return checkMcNemar(check, context);
    case 'task-sign-flip':
      return checkTaskSignFlip(check, context);
    case 'peak-optimism':
      return checkPeakOptimism(check, context);
    case 'anchor-agreement':
      return checkAnchorAgreement(check, context);
    case 'not-derivable':
      return checkNotDerivable(check, context);
  }
}

/** Numbers whose inputs were not printed. */
function checkNotDerivable(check: NotDerivableCheck, context: CheckContext): BareLine[] {
  return check.of.map((reference) => ({
    ...about(reference, context),
    status: 'not derivable',
    recomputed: null,
    arithmetic: check.why,
    notes: [],
  }));
}

/** Adds to a check's lines what the check itself says. */
function framed(check: PaperCheck, lines: readonly BareLine[]): PaperLine[] {
  return lines.map((line) => ({
    ...line,
    group: check.group ?? '',
    assuming: check.assuming ?? null,
    notes: check.note === undefined ? line.notes : [...line.notes, check.note],
  }));
}

/** From what settles most about a number to what settles least. */
const weight: readonly PaperStatus[] = [
  'impossible',
  'recomputed',
  'consistent with rounding',
  'not derivable',
];

/** One status for each printed value, also where several relations speak about it. */
function statusOfEachValue(lines: readonly PaperLine[]): PaperStatus[] {
  const statuses = new Map<string, PaperStatus>();
  for (const { id, status } of lines) {
    if (id === null) continue;
    const value = id.split('.')[0] ?? id;
    const before = statuses.get(value);
    if (before === undefined || weight.indexOf(status) < weight.indexOf(before)) statuses.set(value, status);
  }
  return [...statuses.values()];
}

/** How often each status occurs. */
function countStatuses(statuses: readonly PaperStatus[]): StatusCounts {
  const count = (wanted: PaperStatus): number => statuses.filter((status) => status === wanted).length;
  return {
    recomputed: count('recomputed'),
    'consistent with rounding': count('consistent with rounding'),
    impossible: count('impossible'),
    'not derivable': count('not derivable'),
  };
}
