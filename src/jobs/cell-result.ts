import type { AuditRecord, RoundEvent } from '../evolution/events.js';
import type { EvolutionState, Scores } from '../evolution/state.js';
import { makeGraderFile, type GraderFile } from '../grader/grader-file.js';
import type { OwnRoot } from '../grader/own-root.js';
import type { JsonObject } from '../json.js';
import type { StoredCell } from '../store/cells.js';
import type { Store } from '../store/store.js';
import type { CellBaselines } from './evolve-cell.js';

/** A grader that nobody evolved, on the same locked items. */
export interface BaselineResult {
  readonly expression: string;
  readonly audit: AuditRecord;
}

/** What one seed came to. Built from the store alone. */
export interface CellResult {
  readonly seed: number;
  readonly configHash: string;
  readonly rounds: number;
  readonly expression: string | null;
  /** The stored best-so-far. */
  readonly objective: number | null;
  /** The parts of the selected expression's score on the last round's pool. */
  readonly rescored: Scores | null;
  /** Anchors on which the expression has an opinion, by label. */
  readonly devCoverage: Readonly<
    Record<'fail' | 'clean', { readonly opinions: number; readonly of: number }>
  > | null;
  readonly audit: AuditRecord | null;
  readonly handSeed: BaselineResult;
  readonly bareJudge: BaselineResult;
  readonly births: number;
  readonly rejections: number;
  readonly promotions: number;
  readonly retirements: number;
  /** Ops at the end, by status. */
  readonly pool: Readonly<Record<'active' | 'shadow' | 'retired', number>>;
  /** Faults of each op over all outputs that it was run on, by reason; sorted by name. */
  readonly opFaults: readonly { readonly op: string; readonly faults: Readonly<Record<string, number>> }[];
  readonly graderHash: string | null;
  readonly pack: JsonObject;
}

/** The part of a cell's config that results repeat. */
export interface CellConfig {
  readonly family: string;
  readonly roles: { readonly kind: string; readonly name: string; readonly version: string };
  readonly engines: Readonly<Record<string, string>>;
  readonly settings: JsonObject;
  /** Of a user's own family. */
  readonly own?: OwnRoot;
}

/** Reads what a cell came to after a number of rounds, all of which must be stored. */
export function cellResult(
  store: Store,
  cell: StoredCell,
  rounds: number,
): { readonly result: CellResult; readonly grader: GraderFile | null } {
  const counts = { births: 0, rejections: 0, promotions: 0, retirements: 0 };
  const faults = new Map<string, Readonly<Record<string, number>>>();
  let state: EvolutionState | undefined;
  let scores: Scores | null = null;
  let audit: AuditRecord | null = null;
  for (const round of store.rounds.iterate(cell.id, 0, rounds)) {
    state = round.state as unknown as EvolutionState;
    for (const event of round.events as unknown as readonly RoundEvent[]) {
      if (event.kind === 'drafted') {
        if (event.fate === 'rejected') counts.rejections++;
        else if (event.fate !== 'none') counts.births++;
      } else if (event.kind === 'promoted') counts.promotions++;
      else if (event.kind === 'retired') counts.retirements++;
      else if (event.kind === 'curated') scores = event.scores;
      else if (event.kind === 'audited') audit = event.audit;
      // An op is run on the same outputs each round: the last count stands for it, a sum would count rounds.
      else if (event.kind === 'op-faults') faults.set(event.name, event.faults);
    }
  }

  const pack = store.cells.noted(cell.id, 'pack') as JsonObject;
  const baselines = store.cells.noted(cell.id, 'baselines') as unknown as Record<
    keyof CellBaselines,
    BaselineResult
  >;
  const anchors = pack['anchors'] as unknown as Readonly<Record<'fail' | 'clean', number>>;
  const selection = store.cells.noted(cell.id, `leaves/${rounds}`) as JsonObject | null | undefined;
  const grader = graderOf(cell, rounds, state, scores, audit, selection ?? null);
  const status = (wanted: 'active' | 'shadow' | 'retired'): number =>
    state?.pool.filter((op) => op.status === wanted).length ?? 0;
  return {
    grader,
    result: {
      seed: cell.seed,
      configHash: cell.configHash,
      rounds,
      expression: state?.incumbent ?? null,
      objective: state?.bestObjective ?? null,
      rescored: scores,
      devCoverage:
        scores === null
          ? null
          : {
              fail: { opinions: scores.devOpinions.fail, of: anchors.fail },
              clean: { opinions: scores.devOpinions.clean, of: anchors.clean },
            },
      audit,
      handSeed: baselines.handSeed,
      bareJudge: baselines.bareJudge,
      ...counts,
      pool: { active: status('active'), shadow: status('shadow'), retired: status('retired') },
      opFaults: [...faults].sort(([a], [b]) => (a < b ? -1 : 1)).map(([op, of]) => ({ op, faults: of })),
      graderHash: grader?.hash ?? null,
      pack,
    },
  };
}

/** The selected grader as a file: expression, its ops, how it was selected, its audit. */
function graderOf(
  cell: StoredCell,
  rounds: number,
  state: EvolutionState | undefined,
  scores: Scores | null,
  audit: AuditRecord | null,
  selection: JsonObject | null,
): GraderFile | null {
  if (state === undefined || state.incumbent === null) return null;
  const config = cell.config as unknown as CellConfig;
  return makeGraderFile({
    family: {
      name: cell.family,
      version: config.family,
      ...(config.own === undefined ? {} : { own: config.own }),
    },
    expression: state.incumbent,
    pool: state.pool.map(({ spec }) => spec),
    engines: config.engines,
    provenance: {
      arm: cell.arm,
      seed: cell.seed,
      rounds,
      objective: state.bestObjective,
      rescored: scores as JsonObject | null,
      roles: { ...config.roles },
      configHash: cell.configHash,
      selection,
    },
    audit: audit as JsonObject | null,
  });
}
