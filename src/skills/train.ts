import { unscoredReason, type PreparedItem } from '../grader/item.js';
import type { Capsule, EvidenceLine } from '../roles/skill-loop.js';
import { attemptAll, scoresOf } from './attempt.js';
import type { Attempt, SkillContext, TrainingGrade } from './context.js';
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
 * count as trials of the skill that was in the prompt. The gate fails an attempt whatever its grade, but is no grade itself: an
 * ungraded attempt that it fails is a capsule and no trial.
 */
export async function train(
  state: SkillState,
  evaluated: Evaluated,
  context: SkillContext,
): Promise<Trained> {
  const fresh = await attemptAll(context, state.round, 'train', context.train, evaluated.router);
  const grades = await context.grade(fresh.map(({ prepared }) => prepared));
  const trials = new Map<string, Trials>();
  const capsules: GatedCapsule[] = [];
  const count = { passed: 0, failed: 0, abstained: 0, gateFailures: 0 };

  const attempts = fresh.map((attempt, index): Attempt => {
    const grade = grades[index];
    if (grade === undefined) throw new RangeError(`no grade for train attempt ${index}`);
    const { prepared, skillId } = attempt;
    const { graded, failed, gate } = outcomeOf(prepared, grade, context);
    if (grade.verdict === 'ABSTAIN') count.abstained++;
    if (gate !== null) count.gateFailures++;
    if (graded) count[failed ? 'failed' : 'passed']++;
    if (graded && skillId !== null) {
      const known = trials.get(skillId) ?? { trials: 0, successes: 0 };
      trials.set(skillId, { trials: known.trials + 1, successes: known.successes + (failed ? 0 : 1) });
    }
    if (failed || (graded && context.settings.capsuleRule === 'all-attempts')) {
      const evidence = evidenceOf(prepared, grade, gate, context);
      capsules.push({
        capsule: { item: prepared.item, skillId, verdict: grade.verdict, failed, evidence },
        gateFailed: gate !== null,
      });
    }
    return { ...attempt, verdict: grade.verdict };
  });

  return {
    attempts,
    capsules,
    library: state.library.map((record) => withTrials(record, trials.get(record.skill.id))),
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

interface Trials {
  readonly trials: number;
  readonly successes: number;
}

type GateFailure = Omit<EvidenceLine, 'source'>;

/** Whether an attempt counts as graded and as failed, and what the gate found. What brought no output is neither right nor wrong. */
function outcomeOf(
  prepared: PreparedItem,
  { verdict }: TrainingGrade,
  { settings, family }: SkillContext,
): { readonly graded: boolean; readonly failed: boolean; readonly gate: GateFailure | null } {
  if (unscoredReason(prepared.item.output) !== null) return { graded: false, failed: false, gate: null };
  const gate = settings.repair.gate ? (family.capsuleGate?.(prepared) ?? null) : null;
  const graded = verdict !== 'ABSTAIN' || settings.abstainInTraining === 'pass';
  return { graded, failed: verdict === 'FAIL' || gate !== null, gate };
}

/** The error text of a capsule: facts of root and execution, then what the grader adds, then what the gate found. */
function evidenceOf(
  prepared: PreparedItem,
  grade: TrainingGrade,
  gate: GateFailure | null,
  { family }: SkillContext,
): readonly EvidenceLine[] {
  return [
    ...(family.describe?.(prepared) ?? []),
    ...grade.evidence,
    ...(gate === null ? [] : [{ source: 'gate', ...gate } as const]),
  ];
}

function withTrials(record: SkillRecord, more: Trials | undefined): SkillRecord {
  if (more === undefined) return record;
  return {
    ...record,
    trials: record.trials + more.trials,
    successes: record.successes + more.successes,
  };
}
