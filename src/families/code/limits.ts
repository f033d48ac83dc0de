/** Steps of Python that stand for the time limit of a whole run (2 s); see docs/decisions/025-step-budget.md. */
export const runStepLimit = 1_000_000;

/** A reference may use a tenth of the limit (DEFINITIONS.md, "Packs and seeds"); tasks with a slower one are dropped. */
export const referenceStepLimit = 100_000;

/** Steps that every call may take, however few the reference takes. */
export const callStepLimit = 100_000;

/** A call may take this many times the steps of the reference's call. */
export const slowdown = 20;

/** Steps that running a module's top level may take. */
export const loadStepLimit = 100_000;

/** Wall-clock backstop for a user's tasks and for the embedded ones, in milliseconds for all calls of a run. */
export const userTimeLimitMs = 5_000;
export const packTimeLimitMs = 10_000;

/** Nodes that the value of one call, and all values of a run, may have. */
export const maxNodesPerCall = 50_000;
export const maxNodes = 400_000;

/** Characters of an output that is looked at; programs of this family have hundreds. */
export const maxSourceLength = 50_000;

/** Probes of an output, and the steps of one call on an example, on a probe, and of all calls of the root. */
export const probeCount = 10;
export const exampleStepLimit = 100_000;
export const probeStepLimit = 20_000;
export const rootStepLimit = 400_000;

/** Wall-clock backstop of the root, in milliseconds. */
export const rootTimeLimitMs = 10_000;

/** Facts of one output as JSON, in characters. */
export const maxFactsLength = 16_384;
