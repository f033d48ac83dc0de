import { evolveRound } from '../evolution/round.js';
import { makeItem, type PreparedItem, type Task } from '../grader/item.js';
import { evaluate } from '../skills/evaluate.js';
import { skillRound } from '../skills/round.js';
import { graderContext, prepareArm, skillContext, type ArmBench, type ArmParts } from './bench.js';
import { knowAnswers } from './count-calls.js';
import { erasedShare } from './erased-share.js';
import { phasesOf, type ArmPhase } from './schedule.js';
import { initialArmState, type ArmRound, type ArmState } from './state.js';

/** Where to go on: a stored state, and the train attempts that it refers to. */
export interface ArmStart {
  readonly state: ArmState;
  /** The outputs of the round that `state.trainFrom` names, task by task; not read where that is null. */
  readonly train?: readonly { readonly task: Task; readonly output: string }[];
}

/**
 * One arm of the Double Ratchet: for each phase of the schedule, grader rounds or skill rounds. Yields every round with the
 * state after it; start from a stored state to go on where an earlier run stopped, and the same bytes come out as without the
 * stop.
 *
 * @param from where to begin; at the beginning when left out
 * @throws PawlError `usage` for an impossible schedule
 * @example
 * for await (const { phase, round, kind, events } of runArm(parts)) console.log(phase, round, kind, events.length);
 */
export async function* runArm(parts: ArmParts, from?: ArmStart): AsyncGenerator<ArmRound, void, void> {
  const phases = phasesOf(parts.arm.trainingGrader, parts.schedule);
  const bench = await prepareArm(parts);
  let state = from?.state ?? initialArmState(bench.seedOps);
  let train = await trainOutputs(bench, from);
  // What was asked to prepare belongs to the first round; who goes on has it behind them.
  if (from !== undefined) bench.calls.take();

  for (const phase of phases.filter(({ index }) => index >= state.phase)) {
    const rounds =
      phase.kind === 'grader'
        ? graderPhase(state, phase, bench, train)
        : bench.parts.arm.trainingGrader === 'none'
          ? frozenPhase(state, phase, bench)
          : skillPhase(state, phase, bench);
    for await (const done of rounds) {
      state = done.state;
      if (done.kind === 'skill') train = trainItems(done);
      yield done;
    }
  }
}

/** The rounds of a grader phase that are still to do: the grader evolves on the latest train attempts, skills stand still. */
export async function* graderPhase(
  from: ArmState,
  phase: ArmPhase,
  bench: ArmBench,
  train: readonly PreparedItem[],
): AsyncGenerator<ArmRound, void, void> {
  const context = graderContext(bench, train);
  let state = from;
  for (let round = roundsDone(from, phase); round < phase.rounds; round++) {
    knowAnswers(bench.calls, {
      evolution: state.evolution,
      isNewTrain: round === 0,
      material: { ...bench.material, train },
      locked: bench.locked,
    });
    const { state: evolution, events } = await evolveRound(state.evolution, context);
    state = { ...state, phase: phase.index, round: round + 1, evolution };
    const calls = bench.calls.take();
    yield {
      phase: phase.index,
      round,
      kind: 'grader',
      state,
      events: [...events, { kind: 'calls', calls }],
      attempts: [],
    };
  }
}

/** The rounds of a skill phase that are still to do: the grader of its beginning grades train attempts, skills evolve. */
export async function* skillPhase(
  from: ArmState,
  phase: ArmPhase,
  bench: ArmBench,
): AsyncGenerator<ArmRound, void, void> {
  const context = skillContext(bench, from);
  let state = from;
  for (let round = roundsDone(from, phase); round < phase.rounds; round++) {
    const { state: skills, events, attempts } = await skillRound(state.skills, context);
    const place = { phase: phase.index, round };
    state = { ...state, phase: phase.index, round: round + 1, skills, trainFrom: place };
    const calls = bench.calls.take();
    yield {
      ...place,
      kind: 'skill',
      state,
      events: [...events, ...erasedShare(bench.parts.family, attempts), { kind: 'calls', calls }],
      attempts,
    };
  }
}

/** As many rounds without skills: what luck alone does. Only the evaluation pass is run, with an empty library. */
export async function* frozenPhase(
  from: ArmState,
  phase: ArmPhase,
  bench: ArmBench,
): AsyncGenerator<ArmRound, void, void> {
  const context = skillContext(bench, from);
  let state = from;
  for (let round = roundsDone(from, phase); round < phase.rounds; round++) {
    const { events, attempts } = await evaluate(state.skills, context);
    const skills = { ...state.skills, round: state.skills.round + 1 };
    state = { ...state, phase: phase.index, round: round + 1, skills };
    const calls = bench.calls.take();
    yield {
      phase: phase.index,
      round,
      kind: 'skill',
      state,
      events: [...events, ...erasedShare(bench.parts.family, attempts), { kind: 'calls', calls }],
      attempts,
    };
  }
}

/** Rounds of a phase that a state has behind it. */
function roundsDone(state: ArmState, phase: ArmPhase): number {
  return state.phase === phase.index ? state.round : 0;
}

/** The train outputs that a grader phase looks at: those of the skill phase before it, the frozen solver's before the first. */
async function trainOutputs(
  { material, parts }: ArmBench,
  from: ArmStart | undefined,
): Promise<readonly PreparedItem[]> {
  if (from === undefined || from.state.trainFrom === null) return material.train;
  const taskOf = new Map(parts.pack.train.map(({ task }) => [task.id, task]));
  const items = (from.train ?? []).map(({ task, output }) => makeItem(taskOf.get(task.id) ?? task, output));
  return parts.grading.prepare(items);
}

function trainItems({ attempts }: ArmRound): readonly PreparedItem[] {
  return attempts.filter(({ split }) => split === 'train').map(({ prepared }) => prepared);
}
