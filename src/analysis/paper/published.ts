/** A number that a paper printed, with its place. */
export interface PublishedValue {
  /** Lower-case words with dashes; checks refer to it. */
  readonly id: string;
  readonly label: string;
  /** The string that was printed. */
  readonly printed: string;
  /** A key of `documents`. */
  readonly document: string;
  /** Section, table or figure. */
  readonly place: string;
  /** What is counted; 'text' for a cell that is no number. */
  readonly unit: string;
  /** Items behind one run's value. */
  readonly n?: number | undefined;
  /** Runs (seeds) behind a mean. */
  readonly runs?: number | undefined;
  /** The value is a whole number of 1/grid: items times runs for a mean of shares. */
  readonly grid?: number | undefined;
  /** A choice of the authors, not a measurement: nothing to recompute. */
  readonly setting?: boolean | undefined;
}

/** A number, or the id of a value with an optional part: `id`, `id.sd`, `id.low`, `id.whole` … */
export type Operand = number | string;

/** What every check may say. */
export interface CheckNotes {
  /** What the arithmetic takes for granted beyond the printed numbers. A mismatch is then no impossibility. */
  readonly assuming?: string | undefined;
  /** A remark printed with the line. */
  readonly note?: string | undefined;
}

export interface ArithmeticCheck extends CheckNotes {
  readonly kind: 'arithmetic';
  /** The printed number; left out for a number that the paper does not print, which then needs a label. */
  readonly of?: string | undefined;
  readonly label?: string | undefined;
  /** + − × / and brackets over numbers and {ids}. */
  readonly expression: string;
  readonly as?: 'number' | 'percent' | 'points' | undefined;
}

export interface EqualCheck extends CheckNotes {
  readonly kind: 'equal';
  readonly label: string;
  readonly left: string;
  readonly right: string;
}

export interface CountCheck extends CheckNotes {
  readonly kind: 'count';
  readonly of: string;
  /** The printed count is divided by this first. */
  readonly per?: { readonly count: Operand; readonly what: string } | undefined;
  /** The sum of products that should give it. */
  readonly terms: readonly {
    readonly factors: readonly { readonly count: Operand; readonly what: string }[];
  }[];
  /** False when the documents may not name every term: a shortage is then not derivable, not impossible. */
  readonly complete?: boolean | undefined;
}

export interface ShareCheck extends CheckNotes {
  readonly kind: 'share';
  readonly of: string;
  readonly part: Operand;
  readonly whole: Operand;
}

export interface GridCheck extends CheckNotes {
  readonly kind: 'grid';
  readonly of: readonly string[];
}

export interface ReconstructSeedsCheck extends CheckNotes {
  readonly kind: 'reconstruct-seeds';
  readonly of: string;
  /** Items a run; the value's n unless given. */
  readonly n?: number | undefined;
  readonly sd?: 'sample' | 'population' | undefined;
}

/** Start and end of an arm; without a baseline the ratio is of the peaks. */
export interface PublishedLift {
  readonly baseline?: Operand | undefined;
  readonly peak: Operand;
}

export interface RetentionCheck extends CheckNotes {
  readonly kind: 'retention';
  readonly families: readonly {
    readonly name: string;
    readonly of: string;
    /** Under each definition's name: the two arms. */
    readonly under: Readonly<
      Record<string, { readonly reference: PublishedLift; readonly co: PublishedLift }>
    >;
  }[];
}

export interface UnpairedBootstrapCheck extends CheckNotes {
  readonly kind: 'unpaired-bootstrap';
  /** A printed interval of mean a − mean b. */
  readonly of: string;
  /** Two printed mean±sd over runs. */
  readonly a: string;
  readonly b: string;
  readonly level?: number | undefined;
}

export interface McNemarCheck extends CheckNotes {
  readonly kind: 'mcnemar';
  readonly of: string;
  readonly corrected: Operand;
  readonly broken: Operand;
}

export interface TaskSignFlipCheck extends CheckNotes {
  readonly kind: 'task-sign-flip';
  readonly of: string;
  readonly corrected: Operand;
  readonly broken: Operand;
  readonly tasks: Operand;
  readonly runs: Operand;
}

export interface PeakOptimismCheck extends CheckNotes {
  readonly kind: 'peak-optimism';
  readonly label: string;
  readonly tasks: Operand;
  readonly rounds: Operand;
  /** The pass rate that never changes. */
  readonly rate: Operand;
  /** Tasks that never pass; the others share the rest. 0 unless given. */
  readonly neverPassed?: Operand | undefined;
}

export interface AnchorAgreementCheck extends CheckNotes {
  readonly kind: 'anchor-agreement';
  readonly of: readonly string[];
  readonly failures: Operand;
  readonly clean: Operand;
  readonly weightOfFailures: Operand;
  readonly weightOfClean: Operand;
}

export interface NotDerivableCheck extends CheckNotes {
  readonly kind: 'not-derivable';
  readonly of: readonly string[];
  readonly why: string;
}

/** A relation that printed numbers should satisfy. */
export type PaperCheck = { readonly group?: string | undefined } & (
  | ArithmeticCheck
  | EqualCheck
  | CountCheck
  | ShareCheck
  | GridCheck
  | ReconstructSeedsCheck
  | RetentionCheck
  | UnpairedBootstrapCheck
  | McNemarCheck
  | TaskSignFlipCheck
  | PeakOptimismCheck
  | AnchorAgreementCheck
  | NotDerivableCheck
);

/** A paper's printed numbers and the relations between them: the content of a published.json. */
export interface PublishedPaper {
  readonly $schema?: string | undefined;
  readonly format: 'pawl-published/1';
  readonly paper: { readonly title: string; readonly id?: string | undefined };
  readonly documents: Readonly<Record<string, string>>;
  readonly values: readonly PublishedValue[];
  readonly checks: readonly PaperCheck[];
}
