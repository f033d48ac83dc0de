import type { SkillContext } from './context.js';
import type { Evaluated } from './evaluate.js';
import type { SkillEvent } from './events.js';
import { activeRecords, scoreOf } from './library.js';
import type { BestRound, LeavingReason, SkillRecord, SkillState } from './state.js';
import type { Synthesised } from './synthesise.js';

/** The library as the next round finds it. */
export interface Curated {
  readonly library: readonly SkillRecord[];
  readonly best: BestRound | null;
  readonly roundsBelow: number;
  readonly events: readonly SkillEvent[];
}

/**
 * Phase 5: skills leave by merit (enough trials, low score), by the cap (lowest score first), or because the held-out score
 * stayed below the best round's for too long, whose library then comes back. Nothing is deleted.
 */
export function curate(
  state: SkillState,
  evaluated: Evaluated,
  synthesised: Synthesised,
  { settings }: SkillContext,
): Curated {
  const { guards, retirement, activeCap } = settings;
  const events: SkillEvent[] = [];
  let library = synthesised.library;
  const leave = (record: SkillRecord, reason: LeavingReason, detail: string): void => {
    library = library.map((one) =>
      one.skill.id === record.skill.id ? departed(one, state.round, reason, detail) : one,
    );
    events.push({
      kind: 'left',
      skillId: record.skill.id,
      reason,
      trials: record.trials,
      score: scoreOf(record),
      detail,
    });
  };

  if (guards.skillRetirement) {
    for (const record of activeRecords(library)) {
      const score = scoreOf(record);
      if (record.trials >= retirement.trials && score !== null && score <= retirement.score)
        leave(
          record,
          'merit',
          `${record.successes} of ${record.trials} routed trials passed: ${score.toFixed(3)} ≤ ${retirement.score}`,
        );
    }
  }
  if (guards.activeCap) {
    const over = activeRecords(library).length - activeCap;
    for (const record of byScore(activeRecords(library)).slice(0, Math.max(0, over)))
      leave(record, 'cap', `lowest score of more than ${activeCap} active skills`);
  }

  const { heldOut } = evaluated;
  const watch = watched(state, evaluated, settings.rollback.margin);
  const { best } = watch;
  // A round without a held-out score decides nothing.
  if (!guards.rollback || heldOut === null || best === null || watch.roundsBelow < settings.rollback.rounds)
    return { library, ...watch, events };

  const wanted = new Set(best.active);
  const archived = activeRecords(library).filter(({ skill }) => !wanted.has(skill.id));
  for (const record of archived) leave(record, 'rollback', `not in the library of round ${best.round}`);
  const restored = library.filter(({ skill }) => wanted.has(skill.id) && skill.status !== 'ACTIVE');
  const back = new Set(restored.map(({ skill }) => skill.id));
  library = library.map((one) =>
    back.has(one.skill.id) ? { ...one, skill: { ...one.skill, status: 'ACTIVE' }, left: null } : one,
  );
  events.push({
    kind: 'rolled-back',
    toRound: best.round,
    best: best.score,
    current: heldOut,
    restored: [...back],
    archived: archived.map(({ skill }) => skill.id),
  });
  return { library, best, roundsBelow: 0, events };
}

/** The running best of the held-out score with its library, and for how many rounds it has been missed by the margin. */
function watched(
  state: SkillState,
  { heldOut }: Evaluated,
  margin: number,
): { readonly best: BestRound | null; readonly roundsBelow: number } {
  if (heldOut === null) return { best: state.best, roundsBelow: state.roundsBelow };
  // The score belongs to the library that was active during the pass, before this round changed it.
  const active = activeRecords(state.library).map(({ skill }) => skill.id);
  if (state.best === null || heldOut > state.best.score)
    return { best: { round: state.round, score: heldOut, active }, roundsBelow: 0 };
  // Scores are means of counts: a whisker of rounding must not decide.
  const below = state.best.score - heldOut > margin + 1e-9;
  return { best: state.best, roundsBelow: below ? state.roundsBelow + 1 : 0 };
}

/** Lowest score first; an untried skill counts as 0, and of equals the older one leaves. */
function byScore(records: readonly SkillRecord[]): readonly SkillRecord[] {
  return records
    .map((record, index) => ({ record, index, score: scoreOf(record) ?? 0 }))
    .sort((a, b) => a.score - b.score || a.index - b.index)
    .map(({ record }) => record);
}

function departed(record: SkillRecord, round: number, reason: LeavingReason, detail: string): SkillRecord {
  return {
    ...record,
    skill: { ...record.skill, status: 'DEPRECATED' },
    left: { round, reason, detail },
  };
}
