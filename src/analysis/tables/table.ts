/** A cell: what is shown, and the numbers behind it for programs. */
export interface TableCell {
  readonly text: string;
  /** The estimate in the unit of its column; left out for words. */
  readonly value?: number;
  readonly low?: number;
  readonly high?: number;
  /** What the estimate is a share or a mean of. */
  readonly n?: number;
}

/** A column; `paper` marks printed values that stand beside this run's. */
export interface TableColumn {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly source: 'run' | 'paper' | 'label';
}

/** A finished table: every format shows the same cells. */
export interface PawlTable {
  /** 1 to 5. */
  readonly number: number;
  readonly title: string;
  /** Who played the roles, over what, what the intervals are. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
  /** What has to be said beside the numbers. */
  readonly notes: readonly string[];
}
