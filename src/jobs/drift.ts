import { PawlError } from '../errors.js';
import type { GraderFile } from '../grader/grader-file.js';
import type { Profile } from '../grading/profile.js';
import { adjustPValues } from '../stats/index.js';
import { gradeOutputs, type GraderEnvironment } from './grade-outputs.js';
import type { OutputsFile } from './output-rows.js';
import { selectionOf } from './selection.js';
import { compareRates, type Rate } from './two-rates.js';

/** What is watched: the grader's verdicts, the consensus of its ops, and how often each op fires. */
export interface DriftFigure {
  /** `abstains`, `fails`, `split` (ops contradict each other), `silent` (every op abstains), or `fires: <op>`. */
  readonly what: string;
  readonly before: Rate;
  readonly now: Rate;
  /** Fisher's exact test, and Holm's adjustment over all figures. */
  readonly pValue: number;
  readonly adjusted: number;
  /** The change is both too large for chance and large enough to matter. */
  readonly drifted: boolean;
}

/** What a drift check came to. */
export interface DriftResult {
  readonly grader: { readonly hash: string; readonly family: string; readonly expression: string };
  /** What the new outputs are compared with. */
  readonly against: 'train outputs of the selection' | 'outputs';
  readonly before: Profile;
  readonly now: Profile;
  readonly figures: readonly DriftFigure[];
  /** Why new anchors are needed; empty where nothing says so. */
  readonly needsAnchors: readonly string[];
  readonly level: number;
  readonly leastChange: number;
}

/** How a drift check decides. */
export interface DriftRule {
  /** Adjusted p-values up to this count, e.g. 0.05. */
  readonly level: number;
  /** Changes of a rate below this do not matter, e.g. 0.05. */
  readonly leastChange: number;
}

/** A grader that says nothing on more outputs than this needs anchors, whatever it did before. */
const mostAbstaining = 0.2;

/**
 * Compares what a grader says of new outputs with what it said of those that it was selected on, or of an older file.
 *
 * @throws PawlError `usage` when there is nothing to compare with; what grading throws
 */
export async function checkDrift(
  options: GraderEnvironment &
    DriftRule & {
      readonly grader: GraderFile;
      readonly outputs: OutputsFile;
      readonly against: OutputsFile | null;
    },
): Promise<DriftResult> {
  const { grader, outputs, against, level, leastChange } = options;
  const profileOf = async (file: OutputsFile): Promise<Profile> =>
    (await gradeOutputs({ ...options, file, onRows: () => undefined })).summary.profile;
  const before = against === null ? selectionOf(grader)?.train : await profileOf(against);
  if (before === undefined) {
    throw new PawlError(
      'usage',
      'the grader does not say what it said of the outputs that it was selected on',
      {
        hint: 'compare with older outputs: --against FILE',
      },
    );
  }
  return judgeDrift(grader, before, await profileOf(outputs), {
    level,
    leastChange,
    against: against === null ? 'train outputs of the selection' : 'outputs',
  });
}

/** The decision alone: two profiles in, figures and reasons out. */
export function judgeDrift(
  { hash, family, expression }: Pick<GraderFile, 'hash' | 'family' | 'expression'>,
  before: Profile,
  now: Profile,
  { level, leastChange, against }: DriftRule & Pick<DriftResult, 'against'>,
): DriftResult {
  const pairs: (readonly [string, number, number])[] = [
    ['abstains', before.verdicts.abstain, now.verdicts.abstain],
    ['fails', before.verdicts.fail, now.verdicts.fail],
    ['split', before.split, now.split],
    ['silent', before.silent, now.silent],
    ...now.ops.map(
      ({ op, drawback }) =>
        [`fires: ${op}`, before.ops.find((one) => one.op === op)?.drawback ?? 0, drawback] as const,
    ),
  ];
  const rates = pairs.map(([what, old, fresh]) => ({
    what,
    before: { count: old, of: before.items },
    now: { count: fresh, of: now.items },
  }));
  const pValues = rates.map((rate) => compareRates(rate.before, rate.now));
  const { adjusted } = adjustPValues(pValues, 'holm');
  const figures = rates.map((rate, index): DriftFigure => {
    const change = Math.abs(share(rate.now) - share(rate.before));
    const p = adjusted[index] ?? 1;
    return {
      ...rate,
      pValue: pValues[index] ?? 1,
      adjusted: p,
      drifted: p <= level && change >= leastChange,
    };
  });
  return {
    grader: { hash, family: family.name, expression },
    against,
    before,
    now,
    figures,
    needsAnchors: reasons(figures, now),
    level,
    leastChange,
  };
}

function reasons(figures: readonly DriftFigure[], now: Profile): string[] {
  const said = ({ before, now: fresh }: DriftFigure): string =>
    `${percent(before)} before, ${percent(fresh)} now`;
  const found = figures.flatMap((figure): string[] => {
    if (!figure.drifted) return [];
    const rises = share(figure.now) > share(figure.before);
    switch (figure.what) {
      case 'abstains':
        return rises ? [`the grader has no opinion more often (${said(figure)})`] : [];
      case 'silent':
        return rises ? [`more outputs on which no detector says anything (${said(figure)})`] : [];
      case 'split':
        return rises ? [`the detectors contradict each other more often (${said(figure)})`] : [];
      case 'fails':
        return [`the share of FAIL has changed (${said(figure)}): is it the outputs, or the grader?`];
      default:
        return [
          `'${figure.what.slice('fires: '.length)}' fires ${rises ? 'more' : 'less'} often (${said(figure)})`,
        ];
    }
  });
  const abstaining = { count: now.verdicts.abstain, of: now.items };
  if (share(abstaining) > mostAbstaining && !found.some((one) => one.startsWith('the grader has no opinion')))
    found.push(`the grader has no opinion on ${percent(abstaining)} of the new outputs`);
  return found;
}

function share({ count, of }: Rate): number {
  return count / of;
}

/** A rate as people read it. */
function percent(rate: Rate): string {
  return `${(100 * share(rate)).toFixed(1)} % of ${rate.of}`;
}
