import type { ArmName } from '../../arms/arm.js';
import { PawlError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import { armsRequestFromJson, phasesOfSpec, specsOf, type CellSpec, type ForkPoint } from './request.js';

/** Where to fork: a run and the number of skill rounds that are taken over. */
export interface ForkAt {
  readonly run: string;
  readonly rounds: number;
}

type ArmSpec = Extract<CellSpec, { kind: 'arm' }>;

/**
 * Reads where to fork.
 *
 * @throws PawlError `usage`
 * @example
 * parseFork('r3@50') // { run: 'r3', rounds: 50 }
 */
export function parseFork(text: string): ForkAt {
  const match = /^(r[1-9]\d*)@(\d{1,6})$/.exec(text);
  if (match === null)
    throw new PawlError('usage', `--fork: expected RUN@ROUND, got '${text}'`, {
      hint: 'e.g. r3@50: the first fifty skill rounds of run r3',
    });
  return { run: match[1] ?? '', rounds: Number(match[2]) };
}

/**
 * Finds what a fork begins with: the cells of one family and arm of a stored run.
 *
 * @param choose which family and arm, where the run has several
 * @throws PawlError `usage` where the choice is not clear or the round lies beyond the end, `not-found` for an unknown run
 */
export function findFork(
  store: Pick<Store, 'runs' | 'cells' | 'rounds'>,
  { run: id, rounds }: ForkAt,
  choose: { readonly families: readonly string[] | undefined; readonly arms: readonly ArmName[] | undefined },
): { readonly specs: readonly ArmSpec[]; readonly fork: ForkPoint } {
  const run = store.runs.get(id);
  if (run.command === 'evolve')
    throw new PawlError('usage', `${id} evolved graders alone: only arms with skill rounds are forked`, {
      hint: "start from a state instead: evolve(parts, rounds, from) in a notebook, or 'pawl evolve --guards …'",
    });
  const stored = specsOf(armsRequestFromJson(run.request));
  const ids = store.runs.cellsOf(id).map(({ cell }) => cell);
  const found = stored.flatMap((spec, index) =>
    spec.kind === 'arm' &&
    (choose.families?.includes(spec.family) ?? true) &&
    (choose.arms?.includes(spec.arm) ?? true)
      ? [{ spec, cell: store.cells.get(ids[index] ?? 0) }]
      : [],
  );
  const kinds = new Map(
    found.map((one) => [`${one.spec.family} ${one.cell.arm} ${one.cell.configHash}`, one]),
  );
  const [first] = kinds.values();
  if (first === undefined)
    throw new PawlError('usage', `${id} holds no such arm`, { hint: `see 'pawl runs show ${id}'` });
  if (kinds.size > 1) {
    const list = [...kinds.values()].map(({ spec }) => `${spec.family} ${spec.arm}`);
    throw new PawlError('usage', `${id} holds several arms: ${[...new Set(list)].join(', ')}`, {
      hint: 'a fork goes on from one: add --family and --arm',
    });
  }

  const skillPhases = phasesOfSpec(first.spec).filter(({ kind }) => kind === 'skill');
  const all = skillPhases.reduce((sum, phase) => sum + phase.rounds, 0);
  if (rounds >= all)
    throw new PawlError('usage', `--fork: round ${rounds} is beyond the end of ${id}`, {
      hint: `its arms have ${all} skill rounds: fork at 0 to ${all - 1}`,
    });
  const taken = takenOver(first.spec, rounds);
  for (const { spec, cell } of found) {
    const missing = taken.find(([phase, count]) => store.rounds.count(cell.id, phase) < count);
    if (missing !== undefined)
      throw new PawlError('usage', `--fork: seed ${spec.seed} of ${id} has not come to round ${rounds}`, {
        hint: `finish it first: pawl runs resume ${id}`,
      });
  }
  return {
    specs: found.map(({ spec }) => spec),
    fork: { from: first.cell.configHash, arm: first.cell.arm, rounds: taken },
  };
}

/** The rounds of each phase that so many skill rounds have behind them. */
function takenOver(spec: ArmSpec, rounds: number): ForkPoint['rounds'] {
  const taken: [number, number][] = [];
  let left = rounds;
  for (const phase of phasesOfSpec(spec)) {
    if (left === 0) break;
    const count = phase.kind === 'grader' ? phase.rounds : Math.min(left, phase.rounds);
    taken.push([phase.index, count]);
    if (phase.kind === 'skill') left -= count;
  }
  return taken;
}
