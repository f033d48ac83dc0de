import type { Task } from '../../grader/item.js';

/** One real artefact made from a task's reference: the faults in it and the edits that put them there. */
export interface Variant {
  readonly output: string;
  /** The classes of the applied faults, from the family's taxonomy, sorted; empty for a restyling of the reference. */
  readonly faults: readonly string[];
  /** The edits in the order in which they were applied, e.g. `['dropped-guard', 'rename-locals']`, for people. */
  readonly edits: readonly string[];
  /** True when the faults do not show in what the solver was shown, e.g. in the visible examples of a task. */
  readonly unseen: boolean;
}

/** Which variants of a task are wanted. */
export interface CatalogueRequest {
  readonly task: Task;
  /** Failure classes in the order of preference: the first `slots` of them that fit the task are used. */
  readonly preference: readonly string[];
  readonly slots: number;
}

/** Everything that the simulated solver can ever write for a task. */
export interface Catalogue {
  /** The classes that were used, in the order of preference; fewer than `slots` where the task offers no more. */
  readonly classes: readonly string[];
  /**
   * At most 64 variants with distinct outputs, in a fixed order: restylings first, then single faults, then pairs. There
   * is at least one restyling, and at least one single fault for each of `classes`; a pair may be missing.
   */
  readonly variants: readonly Variant[];
}

/**
 * The family-specific half of a simulated solver: how the reference of a task becomes real artefacts, right and wrong.
 * Everything else (who is susceptible to what, when a fault strikes, what a skill changes) is general machinery and
 * knows no Python, SQL or report. A model must be deterministic: equal requests give equal catalogues on any machine.
 */
export interface FaultModel {
  /** Changes whenever a catalogue could: part of cache keys and of the roles' identity. */
  readonly version: string;
  /** The failure classes that the model can apply. */
  readonly classes: readonly string[];
  /**
   * @throws PawlError `bad-input` when the task has no reference or the reference cannot be read, `sandbox` when the
   * sandbox fails
   */
  catalogue(request: CatalogueRequest): Promise<Catalogue>;
}

/** DEFINITIONS, "Simulated solver": caches must carry a run of a hundred rounds. */
export const maximumOutputs = 64;
