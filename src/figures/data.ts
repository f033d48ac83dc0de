/**
 * What each figure is drawn from: finished numbers in tidy rows (one observation a row, as they stand in a CSV). A figure
 * groups, scales and places; it never computes a statistic. Families, arms and definitions appear in the order of the rows.
 */

/** What every figure must say: who played the roles, how many runs, what an interval is. Printed under the figure. */
export interface FigureNote {
  readonly note: string;
}

/** A number with its interval; null where none is to be had. */
export interface Estimated {
  readonly low: number | null;
  readonly high: number | null;
}

/** Figure 1. The schedule and sizes that the drawing names. */
export interface ArchitectureData extends FigureNote {
  /** Rounds of each phase, in turn, e.g. grader 15/8/5/2 and skill 25/25/25/25. */
  readonly schedule: readonly { readonly grader: number; readonly skill: number }[];
  readonly devAnchors: number;
}

/** Figure 2. The stored best-so-far objective of grader evolution alone, and what the locked items say. */
export interface ObjectiveData extends FigureNote {
  /** The mean over seeds with its interval, a row a family and round. */
  readonly rounds: readonly ({
    readonly family: string;
    readonly round: number;
    readonly mean: number;
  } & Estimated)[];
  /** The seeds themselves, drawn thin. */
  readonly seeds: readonly {
    readonly family: string;
    readonly seed: number;
    readonly round: number;
    readonly objective: number;
  }[];
  /** Agreement with the locked labels; `n` items with an opinion, over all seeds. */
  readonly agreement: readonly ({
    readonly family: string;
    /** e.g. 'evolved, peak' or 'bare judge' */
    readonly grader: string;
    readonly agreement: number | null;
    readonly n: number;
  } & Estimated)[];
}

/** Figure 3a. Held-out score a skill round. */
export interface LearningCurveData extends FigureNote {
  readonly rounds: readonly ({
    readonly family: string;
    readonly arm: string;
    readonly round: number;
    readonly mean: number;
  } & Estimated)[];
  /** Flat lines to compare with, e.g. the frozen solver. */
  readonly baselines: readonly { readonly family: string; readonly label: string; readonly score: number }[];
  /** Rounds at which a grader phase came between, e.g. 25, 50, 75. */
  readonly graderPhasesAt: readonly number[];
}

/** What the guard figure follows; agreement is null where the grader gave no opinion. */
export type GuardQuantity = 'objective' | 'train pass rate' | 'locked agreement';

/** Figure 3b. What happens to the grader with and without its guards. */
export interface GuardCollapseData extends FigureNote {
  readonly rounds: readonly ({
    readonly family: string;
    readonly arm: string;
    readonly quantity: GuardQuantity;
    readonly round: number;
    /** Null: no grader of this arm gave an opinion in this round. */
    readonly mean: number | null;
  } & Estimated)[];
}

/** Figure 4. Locked agreement of the grader that fewer anchors would have chosen. */
export interface AnchorSizeData extends FigureNote {
  readonly sizes: readonly {
    readonly family: string;
    readonly anchors: number;
    readonly subsamples: number;
    readonly mean: number;
    /** Standard deviation over subsamples. */
    readonly sd: number;
    /** Ends of the middle 90 % of the subsamples. */
    readonly p05: number;
    readonly p95: number;
  }[];
}

/** How an op stands for a while. */
export type OpStanding = 'shadow' | 'active' | 'selected';

/** Figure 5. One run's detectors from birth to retirement. */
export interface LifecycleData extends FigureNote {
  readonly title: string;
  readonly lastRound: number;
  /** A row a stretch of rounds [from, to) in which an op stood alike. */
  readonly spans: readonly {
    readonly op: string;
    readonly origin: 'seed' | 'miss' | 'gap';
    readonly standing: OpStanding;
    readonly from: number;
    readonly to: number;
  }[];
  /** Ops that left, and when. */
  readonly retired: readonly { readonly op: string; readonly round: number }[];
  /** Drafts refused at the birth gate, a row a round. */
  readonly rejected: readonly { readonly round: number; readonly drafts: number }[];
}

/** Figure 6. Differences between arms. */
export interface ForestData extends FigureNote {
  /** What the axis shows, e.g. 'difference in held-out score'. */
  readonly quantity: string;
  readonly rows: readonly ({
    readonly group: string;
    /** e.g. 'co − reference, peak' */
    readonly label: string;
    /** Whose number it is: 'this run' is drawn full, anything else hollow. */
    readonly source: string;
    readonly difference: number;
    /** What was resampled or counted, e.g. '3 runs'. */
    readonly unit: string;
  } & Estimated)[];
}

/** Figure 7. The rubric is gamed, the outside judge objects, the repair. */
export interface GoodhartData extends FigureNote {
  readonly rounds: readonly ({
    /** e.g. 'before the repair', 'after the repair' */
    readonly run: string;
    readonly round: number;
    readonly quantity: 'rubric score' | 'tags without value';
    readonly mean: number;
  } & Estimated)[];
  /** How often a judge preferred the evolved output to the same section before evolution, over decided pairs. */
  readonly judges: readonly ({
    readonly run: string;
    readonly judge: string;
    readonly winRate: number;
    readonly wins: number;
    readonly decided: number;
    readonly pairs: number;
  } & Estimated)[];
}

/** Figure 8. One lift, several definitions. */
export interface RetentionData extends FigureNote {
  readonly rows: readonly {
    readonly family: string;
    readonly definition: string;
    /** As a ratio: 1.06 is 106 %. */
    readonly retention: number;
    /**
     * The confidence set: bounded; exclusive (everything outside low…high, because the denominator may be zero);
     * unbounded (everything); or none where single runs are not known.
     */
    readonly interval: 'bounded' | 'exclusive' | 'unbounded' | 'none';
    readonly low: number | null;
    readonly high: number | null;
    /** The published value of this definition, or null. */
    readonly published: number | null;
  }[];
}

/** Every figure's data by its name. */
export interface FigureData {
  readonly '1': ArchitectureData;
  readonly '2': ObjectiveData;
  readonly '3a': LearningCurveData;
  readonly '3b': GuardCollapseData;
  readonly '4': AnchorSizeData;
  readonly '5': LifecycleData;
  readonly '6': ForestData;
  readonly '7': GoodhartData;
  readonly '8': RetentionData;
}

/** What a figure is called. */
export type FigureName = keyof FigureData;
