import { countCalls, knowAnswers } from '../arms/count-calls.js';
import { audit } from '../evolution/audit.js';
import type { LockedItem, RoundContext } from '../evolution/context.js';
import { initialState, prepareRounds } from '../evolution/evolve.js';
import type { AuditRecord } from '../evolution/events.js';
import { evolveRound } from '../evolution/round.js';
import type { EvolutionState } from '../evolution/state.js';
import { makeGraderFile } from '../grader/grader-file.js';
import { grade } from '../grading/grade.js';
import type { Json } from '../json.js';
import type { Pack } from '../pack/pack.js';
import type { StoredCell } from '../store/cells.js';
import type { GradedOutput } from '../store/rounds.js';
import type { Label } from '../verdict.js';
import type { CellStore } from './arms/cell-store.js';
import { lockedNote } from './arms/locked-note.js';
import { notePack } from './arms/note-pack.js';
import { settingsOf, type EvolveRequest } from './evolve-request.js';
import { leafReport } from './leaf-record.js';
import { unlessStopped } from './stopping.js';
import { booked, type World } from './world.js';

/** What one cell is evolved with. */
export interface CellWork {
  readonly cell: StoredCell;
  readonly request: EvolveRequest;
  readonly world: World;
  readonly pack: Pack;
  readonly store: Omit<CellStore, 'settled'>;
  readonly signal: AbortSignal;
  readonly onRound: (round: number, state: EvolutionState) => void;
}

/** The facts of a cell that do not change from round to round. */
export interface CellBaselines {
  readonly handSeed: { readonly expression: string; readonly audit: Json };
  readonly bareJudge: { readonly expression: string; readonly audit: Json };
}

/**
 * Evolves one cell from its last stored round to the number of rounds that is asked for. Each round lands in one
 * transaction with its state, its events and what the selected grader says of every output; what is not committed is
 * done again.
 */
export async function evolveCell(work: CellWork): Promise<void> {
  const { cell, request, world, pack, store, signal, onRound } = work;
  const done = store.rounds.count(cell.id, 0);
  let state = lastState(work, done);
  const calls = countCalls(world.roles);

  // Questions of the loop are counted, in front of whatever remembers answers; what is looked up beside it is not.
  const beside = await unlessStopped(
    signal,
    prepareRounds({
      family: world.family,
      pack,
      roles: calls.roles,
      grading: world.grading,
      settings: settingsOf(request, world.family),
      seed: cell.seed,
    }),
  );
  const context: RoundContext = { ...beside, runner: calls.counted(beside.runner) };
  const locked = await unlessStopped(signal, context.locked());
  await noteFacts(work, beside, locked);

  // What was asked to prepare belongs to the first round; the graders that nobody evolved are beside the loop.
  const { solve } = calls.take();
  const preparing = done === 0 && solve !== undefined ? { solve } : {};

  for (let round = done; round < request.rounds; round++) {
    const from = state;
    knowAnswers(calls, { evolution: from, isNewTrain: round === 0, material: context, locked });
    const result = await unlessStopped(
      signal,
      booked(world, { round }, async () => evolveRound(from, context)),
    );
    const asked = calls.take();
    const graded = await unlessStopped(signal, gradedOutputs(result.state, beside, locked, world));
    const leaves = await unlessStopped(signal, leafReport(result.state, beside));
    store.cells.note(cell.id, `leaves/${round + 1}`, leaves as unknown as Json);
    store.rounds.commit(
      { cell: cell.id, phase: 0, round },
      {
        kind: 'grader',
        state: result.state,
        events: [
          ...result.events,
          { kind: 'calls', calls: round === 0 ? { ...asked, ...preparing } : asked },
        ],
        graded,
      },
    );
    state = result.state;
    onRound(round, state);
  }
}

function lastState({ cell, store, world }: CellWork, done: number): EvolutionState {
  const last = store.rounds.get({ cell: cell.id, phase: 0, round: done - 1 });
  return last === undefined ? initialState(world.family.seedOps) : (last.state as unknown as EvolutionState);
}

/** Notes the pack and how the two graders that nobody evolved do on the locked items. */
async function noteFacts(
  { cell, store, world, pack, signal }: CellWork,
  context: RoundContext,
  locked: readonly LockedItem[],
): Promise<void> {
  if (store.cells.noted(cell.id, 'baselines') !== undefined) return;
  const { family } = world;
  const auditOf = async (expression: string): Promise<Json> =>
    (await unlessStopped(
      signal,
      expression === '' ? nobodyAudited(locked) : audit(expression, family.seedOps, locked, context.runner),
    )) as unknown as Json;
  const handSeed = await auditOf(family.handSeed);
  const bareJudge = await auditOf(family.bareJudge);
  const lockedItems = await unlessStopped(signal, lockedNote(locked, family, context.runner));
  store.transaction(() => {
    notePack(store, cell.id, world, pack);
    store.cells.note(cell.id, 'locked', lockedItems);
    store.cells.note(cell.id, 'baselines', {
      handSeed: { expression: family.handSeed, audit: handSeed },
      bareJudge: { expression: family.bareJudge, audit: bareJudge },
    });
  });
}

/** The audit of a baseline that does not exist (a family without a bare judge): no opinion on anything. */
async function nobodyAudited(locked: readonly LockedItem[]): Promise<AuditRecord> {
  const n = locked.filter(({ label }) => label !== null).length;
  const share = (wanted: Label): number =>
    locked.filter(({ label }) => label === wanted).length / Math.max(1, n);
  const figure = { agreement: null, correct: 0, opinions: 0, abstained: n, n };
  return {
    expressionOnly: figure,
    wholeGrader: figure,
    alwaysPass: share('PASS'),
    alwaysFail: share('FAIL'),
    unscored: locked.length - n,
  };
}

/** What the selected grader, exported, says of the anchors, the train outputs and the locked outputs. */
async function gradedOutputs(
  { incumbent, pool }: EvolutionState,
  { dev, train, runner }: RoundContext,
  locked: readonly LockedItem[],
  { family, grading }: World,
): Promise<readonly GradedOutput[]> {
  const rows = [
    ...dev.map(({ prepared }) => ({ split: 'dev', prepared, label: null })),
    ...train.map((prepared) => ({ split: 'train', prepared, label: null })),
    ...locked.map(({ prepared, label }) => ({
      split: 'test',
      prepared,
      label: label ?? ('unscored' as const),
    })),
  ];
  const items = rows.map(({ prepared }) => prepared.item);
  const grades =
    incumbent === null
      ? []
      : await grade(
          makeGraderFile({
            family,
            expression: incumbent,
            pool: pool.map(({ spec }) => spec),
            engines: grading.engines,
          }),
          items,
          // The verdicts that the round has just looked up, once more.
          {
            prepare: (all) => grading.prepare(all),
            run: (ops, all) => runner.run(ops, all),
          },
        );
  return rows.map(({ split, prepared: { item }, label }, index) => ({
    split,
    task: item.task,
    output: item.output,
    verdict: grades[index]?.verdict ?? null,
    label,
  }));
}
