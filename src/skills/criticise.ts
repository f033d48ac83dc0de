import type { Influence } from '../roles/skill-loop.js';
import type { SkillContext } from './context.js';
import type { SkillEvent } from './events.js';
import { canonicalise, type CanonicalPatterns } from './patterns.js';
import type { SkillState, StoredCriticism } from './state.js';
import type { Trained } from './train.js';

/** What the critic said, with canonical patterns. */
export interface Criticised {
  /** The window: verdicts of the last rounds, this one included. */
  readonly window: readonly StoredCriticism[];
  readonly patterns: CanonicalPatterns;
  readonly events: readonly SkillEvent[];
}

/** Phase 3: one verdict a capsule; patterns that say nearly the same become one. */
export async function criticise(
  state: SkillState,
  trained: Trained,
  context: SkillContext,
): Promise<Criticised> {
  const { roles, family, seed, settings } = context;
  const skillOf = new Map(state.library.map(({ skill }) => [skill.id, skill]));
  const words = seed.join('/');
  const verdicts = await Promise.all(
    trained.capsules.map(({ capsule }) =>
      roles.criticise({
        capsule,
        skill: capsule.skillId === null ? null : (skillOf.get(capsule.skillId) ?? null),
        taxonomy: family.taxonomy,
        draw: `${words}/critic/${state.round}/${capsule.item.task.id}`,
      }),
    ),
  );
  const influences: Record<Influence, number> = { HELPED: 0, HURT: 0, NEUTRAL: 0, INAPPLICABLE: 0 };
  for (const { influence } of verdicts) influences[influence]++;

  const named = verdicts.map(({ pattern }) => pattern).filter((pattern) => pattern !== '');
  const patterns = canonicalise(state.patterns, named, settings.similarity.pattern);
  const fresh = verdicts.flatMap((criticism, index): StoredCriticism[] => {
    // A verdict without a pattern can join no cluster.
    if (criticism.pattern === '') return [];
    const gated = trained.capsules[index];
    if (gated === undefined) throw new RangeError(`no capsule ${index}`);
    const { capsule, gateFailed } = gated;
    return [
      {
        round: state.round,
        itemId: capsule.item.id,
        taskId: capsule.item.task.id,
        topic: capsule.item.task.topic,
        skillId: capsule.skillId,
        failed: capsule.failed,
        gateFailed,
        evidence: capsule.evidence,
        criticism,
        pattern: patterns.nameOf(criticism.pattern),
      },
    ];
  });
  const since = state.round - settings.synthesis.windowRounds;
  const recent = state.window.filter(({ round }) => round > since);
  return {
    window: [...recent.map((one) => renamed(one, patterns)), ...fresh],
    patterns,
    events: [{ kind: 'criticised', influences }],
  };
}

/** A stored verdict under the name that its pattern goes by now. */
function renamed(stored: StoredCriticism, { nameOf }: CanonicalPatterns): StoredCriticism {
  const pattern = nameOf(stored.pattern);
  return pattern === stored.pattern ? stored : { ...stored, pattern };
}
