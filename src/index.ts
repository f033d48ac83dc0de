/**
 * Pawl: graders that evolve.
 *
 * The public API in reading order: words, graders, who is asked, grading, packs, one round of evolution step by step,
 * and statistics. Heavy parts (the Python sandbox, the databases) load when they are first used.
 *
 * @packageDocumentation
 */

// Words: verdicts, errors, random streams, hashes.
export type { Label, OpVerdict, Verdict } from './verdict.js';
export { toVerdict } from './verdict.js';
export type { PawlErrorCode } from './errors.js';
export { exitCodeOf, PawlError } from './errors.js';
export type { Random } from './random.js';
export { hashedUnit, random } from './random.js';
export { canonicalJson, contentHash, sha256 } from './hash.js';
export { version } from './version.js';

// Graders: items, ops, expressions, bit planes, grader files.
export type { Facts, Item, PreparedItem, RootFinding, Task } from './grader/item.js';
export { makeItem } from './grader/item.js';
export type { AbstainReason, Check, OpFinding, OpOrigin, OpRunner, OpSpec, OpTier } from './grader/op.js';
export type { Expression } from './grader/expression.js';
export { leavesOf, withoutOp } from './grader/expression.js';
export { parseExpression } from './grader/parse-expression.js';
export { printExpression } from './grader/print-expression.js';
export type { Planes, VerdictTable } from './grader/planes.js';
export { planesOf, verdictAt, verdictsOf, verdictTable } from './grader/planes.js';
export { evaluate } from './grader/evaluate.js';
export type { GraderFile } from './grader/grader-file.js';
export {
  formatGraderFile,
  loadGraderFile,
  makeGraderFile,
  parseGraderFile,
  saveGraderFile,
} from './grader/grader-file.js';
export { checkPool } from './grader/pool.js';
export type { Cache } from './grader/cache.js';
export { memoryCache } from './grader/cache.js';

// The sandbox: untrusted Python in children without rights. Nothing starts before the first job.
export type {
  IsolationReport,
  PythonJob,
  PythonOutcome,
  PythonSandbox,
} from './sandbox/python/python-sandbox.js';
export { createPythonSandbox } from './sandbox/python/pool.js';

// Families: what is solved, and what is true of it.
export type { Family, SplitSizes, Truth } from './families/family.js';
export type { CodeFamilyOptions } from './families/code/family.js';
export { createCodeFamily } from './families/code/family.js';
export { loadCodeTaskFile } from './families/code/load-task-file.js';
export { createReportFamily } from './families/report/family.js';
export type { EvidenceCard } from './families/report/card.js';
export type { SectionFacts } from './families/report/read-section.js';
export { readSection } from './families/report/read-section.js';
export type { Rubric } from './families/report/rubric.js';
export { scoreRubric } from './families/report/rubric.js';
export { missesOf } from './families/report/misses.js';
export type { Erasure } from './families/report/value-erasure.js';
export { valueErasure } from './families/report/value-erasure.js';
export { compareResults } from './families/sql/comparison/compare-results.js';
export { createSqlFamily } from './families/sql/family.js';
export { openDatabase, openWarehouse } from './families/sql/open-warehouse.js';
export { loadSpiderTasks } from './families/sql/spider/load-spider.js';
export { openSnowflake } from './families/sql/spider/snowflake.js';
export type { SqlVisible } from './families/sql/task.js';
export { sqlVisible } from './families/sql/task.js';
export { snowflakeToDuckdb } from './families/sql/transpile.js';

// Roles: who is asked. Offline they are simulated, and say so.
export type {
  Cluster,
  ComposeRequest,
  DraftRequest,
  JudgeRequest,
  Preference,
  PreferRequest,
  Roles,
  Skill,
  SoftLabel,
  SolveRequest,
} from './roles/roles.js';
export type { SimulatedRolesOptions } from './roles/simulated/simulated-roles.js';
export { createSimulatedRoles } from './roles/simulated/simulated-roles.js';
export type { PairVerdict } from './roles/both-orders.js';
export { compareBothOrders } from './roles/both-orders.js';

// Grading: root, ops and truth with caches; grading outputs with an exported grader.
export type { Grading } from './grading/grading.js';
export { createGrading } from './grading/grading.js';
export type { Drawback, Grade, OpGrade } from './grading/grade.js';
export { grade } from './grading/grade.js';

// Packs: screening, anchors, splits.
export type { Anchor, Pack, ScreenedTask } from './pack/pack.js';
export { buildPack } from './pack/build-pack.js';

// Evolution: Algorithm 1 as one call, as five, and as a stream of rounds.
export type { EvolutionState, OpRecord, Scores } from './evolution/state.js';
export type { RoundContext, RoundResult } from './evolution/context.js';
export type { AuditFigure, AuditRecord, RoundEvent } from './evolution/events.js';
export type { GraderGuards } from './evolution/guards.js';
export { allGuards, parseGuards } from './evolution/guards.js';
export type { EvolutionSettings } from './evolution/settings.js';
export { defaultSettings } from './evolution/settings.js';
export type { EvolutionParts } from './evolution/evolve.js';
export { evolve, initialState, prepareRounds } from './evolution/evolve.js';
export { evolveRound } from './evolution/round.js';
export { sense } from './evolution/sense.js';
export { grow } from './evolution/grow.js';
export { select } from './evolution/select.js';
export { curate } from './evolution/curate.js';
export { audit } from './evolution/audit.js';

// Skills: the Ratchet loop, one round as five named phases.
export type {
  Capsule,
  CriticiseRequest,
  Criticism,
  RouteRequest,
  SkillDraft,
  WriteSkillRequest,
} from './roles/skill-loop.js';
export type { Attempt, SkillContext, SkillRoundResult, TrainingGrader } from './skills/context.js';
export type { SkillEvent } from './skills/events.js';
export type { SkillGuards, SkillSettings } from './skills/settings.js';
export { ratchetSettings } from './skills/settings.js';
export type { SkillRecord, SkillState } from './skills/state.js';
export { emptySkillState } from './skills/state.js';
export { skillRound } from './skills/round.js';

// Arms: a training grader and a set of guards, run over the schedule as a stream of rounds.
export type { Arm, ArmName } from './arms/arm.js';
export { arms } from './arms/arm.js';
export { paperSchedule } from './arms/schedule.js';
export * from './arms/run.js';
export * from './arms/state.js';

// Real models: every role through the Messages API, with one client that stores answers and overruns no cap.
export type { ModelRolesOptions } from './roles/model/model-roles.js';
export { createModelRoles } from './roles/model/model-roles.js';
export type { ModelClient, ModelClientParts } from './roles/model/model-client.js';
export { createModelClient } from './roles/model/model-client.js';
export { createMessagesApi } from './roles/model/messages-api.js';
export { readEndpoint } from './roles/model/credentials.js';
export type { CallStore } from './roles/model/call-store.js';
export { memoryCallStore } from './roles/model/call-store.js';
export type { ModelCast } from './roles/model/cast.js';
export { paperCast, parseCast } from './roles/model/cast.js';
export type { PriceList } from './roles/model/prices.js';
export { costMicroUsd, readPrices } from './roles/model/prices.js';

// A family of your own, and graders in use.
export type { LoadGraderOptions, RowGrader } from './jobs/load-grader.js';
export { loadGrader } from './jobs/load-grader.js';
export type { OwnFamily } from './families/own/family.js';
export { createOwnFamily } from './families/own/family.js';
export { readOwnFolder } from './families/own/read-folder.js';
export { checkOwnFamily } from './jobs/own-check.js';

// Analysis: recomputing published numbers, and a run's results as tables and claims beside them.
export * from './analysis/paper/index.js';
export type { RunData } from './analysis/run-data/rows.js';
export { readRunData } from './analysis/run-data/csv.js';
export type { PawlTable } from './analysis/tables/table.js';
export { makeTables } from './analysis/tables/tables.js';
export { formatTable } from './analysis/tables/format-table.js';
export type { Claim, ClaimOutcome, DecidedClaim } from './analysis/claims/claim.js';
export { claims, decideClaims } from './analysis/claims/claims.js';

// Figures: finished numbers to SVG and PNG; vega and resvg load on use.
export * from './figures/index.js';
export { figureDataOf } from './jobs/figure-data/figure-data.js';

// Displays for notebooks: values with toMimeBundle().
export * from './notebook/display/index.js';

// Statistics: exact where others sample.
export * from './stats/index.js';
