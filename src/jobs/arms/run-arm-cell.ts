import type { ArmParts } from '../../arms/bench.js';
import { judgeEvolved, type EvolvedPair } from '../../arms/judge-evolved.js';
import { applicability, isNarrow } from '../../arms/narrow-ops.js';
import { runArm } from '../../arms/run.js';
import { phasesOf } from '../../arms/schedule.js';
import type { ArmRound } from '../../arms/state.js';
import { prepareMaterial } from '../../evolution/evolve.js';
import type { OpSpec } from '../../grader/op.js';
import type { Json } from '../../json.js';
import type { Pack } from '../../pack/pack.js';
import type { StoredCell } from '../../store/cells.js';
import type { FinishedRound, StoredAttempt } from '../../store/rounds.js';
import { unlessStopped } from '../stopping.js';
import { booked, type World } from '../world.js';
import type { CellStore } from './cell-store.js';
import { lockedNote } from './locked-note.js';
import { notePack } from './note-pack.js';
import type { CellSpec } from './request.js';
import { armOf, evolutionSettings, skillSettings } from './settings.js';
import { storedStart } from './stored-arm.js';

/** What one arm's cell is run with. */
export interface ArmCellWork {
  readonly cell: StoredCell;
  readonly spec: Extract<CellSpec, { kind: 'arm' }>;
  readonly world: World;
  readonly pack: Pack;
  readonly store: CellStore;
  readonly signal: AbortSignal;
  /** Called after each round that is stored. */
  readonly onRound: () => void;
}

/** Runs one cell of an arm from its first round that is not stored, each round in one transaction; then asks the final judge. */
export async function runArmCell(work: ArmCellWork): Promise<void> {
  const { cell, spec, world, pack, store, signal, onRound } = work;
  const { family, roles, grading } = world;
  const seedOps = await unlessStopped(signal, opsToStartWith(work));
  const parts: ArmParts = {
    arm: armOf(spec),
    schedule: spec.schedule,
    seed: spec.seed,
    family,
    pack,
    roles,
    grading,
    evolution: evolutionSettings(family),
    skills: skillSettings(spec),
    seedOps,
  };
  notePack(store, cell.id, world, pack);
  if (parts.arm.trainingGrader === 'evolved') await noteLocked(work);

  const start = storedStart(store, cell.id, spec, seedOps);
  let before: ArmRound['state'] | undefined = start?.state;
  const rounds = runArm(parts, start);
  for (;;) {
    const next = await unlessStopped(
      signal,
      booked(world, nextPlace(spec, before), async () => rounds.next()),
    );
    if (next.done === true) break;
    const done = next.value;
    store.rounds.commit(
      { cell: cell.id, phase: done.phase, round: done.round },
      finishedRound(done, done.round === 0 ? undefined : before),
    );
    before = done.state;
    onRound();
  }
  await askFinalJudge(work);
}

/** The phase and round that come after a state: where the next calls are booked. */
function nextPlace(
  spec: ArmCellWork['spec'],
  before: ArmRound['state'] | undefined,
): { readonly phase: string; readonly round: number } {
  const phases = phasesOf(armOf(spec).trainingGrader, spec.schedule);
  const at = phases.findIndex(({ index }) => index === before?.phase);
  const current = phases[Math.max(0, at)];
  const goesOn = before === undefined || at === -1 || before.round < (current?.rounds ?? 0);
  const phase = goesOn ? current : phases[at + 1];
  return { phase: phase?.kind ?? 'final judge', round: goesOn ? (before?.round ?? 0) : 0 };
}

function finishedRound(
  { kind, state, events, attempts }: ArmRound,
  before: ArmRound['state'] | undefined,
): FinishedRound {
  const part = kind === 'grader' ? 'evolution' : 'skills';
  return {
    kind,
    state: state[part],
    ...(before === undefined ? {} : { previous: before[part] }),
    events,
    graded: [],
    ...(attempts.length === 0
      ? {}
      : {
          attempts: attempts.map(({ split, prepared: { item }, skillId, verdict, score }): StoredAttempt => ({
            split,
            task: item.task,
            output: item.output,
            skillId,
            verdict,
            score,
          })),
        }),
  };
}

/** The seed ops; without those that speak on few of the frozen solver's train outputs where the cell asks for that. */
async function opsToStartWith({ cell, spec, world, pack, store }: ArmCellWork): Promise<readonly OpSpec[]> {
  const { family, roles, grading } = world;
  if (!spec.options.withoutNarrowOps) return family.seedOps;
  const { train } = await prepareMaterial({ family, pack, roles, grading, seed: spec.seed });
  const found = await applicability(family.seedOps, train, grading);
  const narrow = found.filter(isNarrow);
  store.cells.note(cell.id, 'narrow-ops', narrow as unknown as Json);
  const names = new Set(narrow.map(({ op }) => op));
  return family.seedOps.filter(({ name }) => !names.has(name));
}

/** Notes the locked items and what the graders that nobody evolved say of them: what audits are compared with. */
async function noteLocked({ cell, spec, world, pack, store, signal }: ArmCellWork): Promise<void> {
  if (store.cells.noted(cell.id, 'locked') !== undefined) return;
  const { family, roles, grading } = world;
  const material = await unlessStopped(
    signal,
    prepareMaterial({ family, pack, roles, grading, seed: spec.seed }),
  );
  const note = await unlessStopped(signal, lockedNote(await material.locked(), family, grading));
  store.cells.note(cell.id, 'locked', note);
}

/** Outputs of round 0 against those of the peak round and of the last, where the family has a pairwise judge. */
async function askFinalJudge({ cell, spec, world, store, signal }: ArmCellWork): Promise<void> {
  const { family, roles } = world;
  const { trainingGrader } = armOf(spec);
  if (family.name !== 'report' || trainingGrader === 'none') return;
  if (store.cells.noted(cell.id, 'preferences') !== undefined) return;
  await store.settled();
  const places = phasesOf(trainingGrader, spec.schedule)
    .filter(({ kind }) => kind === 'skill')
    .flatMap(({ index, rounds }) => Array.from({ length: rounds }, (_, round) => ({ phase: index, round })));
  const tested = places.map((place) =>
    store.rounds.attempts({ cell: cell.id, ...place }).filter(({ split }) => split === 'test'),
  );
  const means = tested.map(meanScore);
  const peak = means.indexOf(Math.max(...means));
  const rows: Json[] = [];
  for (const [against, round] of [
    ['peak', peak],
    ['last', tested.length - 1],
  ] as const) {
    const pairs = pairsOf(tested[0] ?? [], tested[round] ?? []);
    const draw = `${spec.arm}/${family.name}/${spec.seed}/final/${against}`;
    const judging = booked(world, { phase: 'final judge' }, async () => judgeEvolved(pairs, roles, draw));
    const judged = await unlessStopped(signal, judging);
    rows.push(...judged.map((one): Json => ({ against, ...one, reasons: [...one.reasons] })));
  }
  store.cells.note(cell.id, 'preferences', rows);
}

function pairsOf(first: readonly StoredAttempt[], later: readonly StoredAttempt[]): readonly EvolvedPair[] {
  const outputOf = new Map(later.map(({ task, output }) => [task.id, output]));
  return first.flatMap(({ task, output }) => {
    const evolved = outputOf.get(task.id);
    return evolved === undefined ? [] : [{ task, baseline: output, evolved }];
  });
}

function meanScore(attempts: readonly StoredAttempt[]): number {
  const scores = attempts.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
