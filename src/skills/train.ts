import type { Capsule, EvidenceLine } from '../roles/skill-loop.js';
import { attemptAll, scoresOf } from './attempt.js';
import type { Attempt, SkillContext } from './context.js';
import type { Evaluated } from './evaluate.js';
import type { SkillEvent } from './events.js';
import type { SkillRecord, SkillState } from './state.js';

/** A capsule with what the gate said. */
export interface GatedCapsule {
  readonly capsule: Capsule;
  readonly gateFailed: boolean;
}

/** What the train pass left behind. */
export interface Trained {
  readonly attempts: readonly Attempt[];
  readonly capsules: readonly GatedCapsule[];
  /** The library with this round's trials counted. */
  readonly library: readonly SkillRecord[];
  readonly events: readonly SkillEvent[];
}

/**
 * Phase 2: every train task once, graded by the training grader. Attempts become capsules by the capsule rule; graded attempts
 * count as trials of the skill that was in the prompt.
 */
export async function train(
  state: SkillState,
  evaluated: Evaluated,
  context: SkillContext,
): Promise<Trained> {
  const { settings, family } = context;
  const fresh = await attemptAll(context, state.round, 'train', context.train, evaluated.router);
  const grades = await context.grade(fresh.map(({ prepared }) => prepared));
  const trials = new Map<string, { trials: number; successes: number }>();
  const capsules: GatedCapsule[] = [];
  const count = { passed: 0, failed: 0, abstained: 0, gateFailures: 0 };

  const attempts = fresh.map((attempt, index): Attempt => {
    const grade = grades[index];
    if (grade === undefined) throw new RangeError(`no grade for train attempt ${index}`);
    const { prepared, skillId } = attempt;
    const gate = settings.repair.gate ? (family.capsuleGate?.(prepared) ?? null) : null;
    if (grade.verdict === 'ABSTAIN') count.abstained++;
    if (gate !== null) count.gateFailures++;
    const verdict =
      grade.verdict === 'ABSTAIN' && settings.abstainInTraining === 'pass' ? 'PASS' : grade.verdict;
    const ungraded = verdict === 'ABSTAIN' && gate === null;
    const failed = verdict === 'FAIL' || gate !== null;
    if (!ungraded) {
      if (failed) count.failed++;
      else count.passed++;
      if (skillId !== null) {
        const known = trials.get(skillId) ?? { trials: 0, successes: 0 };
        trials.set(skillId, {
          trials: known.trials + 1,
          successes: known.successes + (failed ? 0 : 1),
        });
      }
      if (failed || settings.capsuleRule === 'all-attempts') {
        const evidence: EvidenceLine[] = [
          ...(family.describe?.(prepared) ?? []),
          ...grade.evidence,
          ...(gate === null ? [] : [{ source: 'gate', ...gate } as const]),
        ];
        capsules.push({
          capsule: { item: prepared.item, skillId, verdict: grade.verdict, failed, evidence },
          gateFailed: gate !== null,
        });
      }
    }
    return { ...attempt, verdict: grade.verdict };
  });

  const library = state.library.map((record) => {
    const more = trials.get(record.skill.id);
    return more === undefined
      ? record
      : {
          ...record,
          trials: record.trials + more.trials,
          successes: record.successes + more.successes,
        };
  });
  return {
    attempts,
    capsules,
    library,
    events: [
      {
        kind: 'trained',
        ...count,
        routed: attempts.filter(({ skillId }) => skillId !== null).length,
        capsules: capsules.length,
        trueMean: scoresOf(fresh).mean,
      },
    ],
  };
}
