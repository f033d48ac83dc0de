import type { HintStyle, Skill, SkillDraft } from '../roles/skill-loop.js';
import type { SkillContext } from './context.js';
import type { Criticised } from './criticise.js';
import type { SkillEvent } from './events.js';
import { activeRecords, identityText, skillText, withSkill } from './library.js';
import { patternSimilarity, type CanonicalPatterns } from './patterns.js';
import { cosine, wordVector, type TermVector } from './similarity.js';
import type { SkillRecord, SkillState, StoredCriticism } from './state.js';
import type { Trained } from './train.js';

/** The library with what was written this round. */
export interface Synthesised {
  readonly library: readonly SkillRecord[];
  readonly events: readonly SkillEvent[];
}

interface PatternCluster {
  readonly pattern: string;
  readonly members: readonly StoredCriticism[];
}

/**
 * Phase 4: verdicts of the window with one pattern are a cluster. The largest clusters that no active skill covers get a skill
 * each, until as many are written as a round may add; what repeats an active skill, is too long or says nothing is not added, and
 * the next cluster has its turn.
 */
export async function synthesise(
  state: SkillState,
  trained: Trained,
  criticised: Criticised,
  context: SkillContext,
): Promise<Synthesised> {
  const { settings, roles, seed } = context;
  const clusters = clustersOf(criticised.window).filter(
    ({ members }) => members.length >= settings.synthesis.minimumCluster,
  );
  const active = activeRecords(trained.library);
  const covers = coverageBy(active, criticised.patterns, settings.similarity.covered);
  const open = clusters.filter(({ pattern }) => !covers(pattern));

  let library = trained.library;
  const events: SkillEvent[] = [];
  let written = 0;
  let asked = 0;
  for (const { pattern, members } of open) {
    if (written === settings.synthesis.newPerRound) break;
    asked++;
    const draft = await roles.writeSkill({
      pattern,
      failureClass: commonest(members.map(({ criticism }) => criticism.failureClass)),
      topic: commonest(members.map(({ topic }) => topic)),
      members,
      hints: hintsFor(members, context),
      usedNames: library.map(({ skill }) => skill.name),
      round: state.round,
      draw: `${seed.join('/')}/writer/${state.round}/${pattern}`,
    });
    const refusal = refusalOf(draft, activeRecords(library), context);
    if (draft === null || refusal !== null) {
      events.push({
        kind: 'not-written',
        pattern,
        reason: refusal?.reason ?? 'nothing-usable',
        detail: refusal?.detail ?? 'the writer had nothing to say',
      });
      continue;
    }
    written++;
    library = withSkill(library, draft, pattern, state.round);
    const skill = library.at(-1)?.skill;
    if (skill !== undefined) events.push({ kind: 'written', skill, pattern, members: members.length });
  }
  return {
    library,
    events: [
      {
        kind: 'clustered',
        clusters: clusters.length,
        covered: clusters.length - open.length,
        overLimit: open.length - asked,
      },
      ...events,
    ],
  };
}

/** Largest first; by name among equals. */
function clustersOf(window: readonly StoredCriticism[]): PatternCluster[] {
  const byPattern = new Map<string, StoredCriticism[]>();
  for (const one of window) {
    const members = byPattern.get(one.pattern);
    if (members === undefined) byPattern.set(one.pattern, [one]);
    else members.push(one);
  }
  return [...byPattern]
    .map(([pattern, members]) => ({ pattern, members }))
    .sort((a, b) => b.members.length - a.members.length || (a.pattern < b.pattern ? -1 : 1));
}

/** Tells whether an active skill was written for a pattern, or for one that is nearly the same. */
function coverageBy(
  active: readonly SkillRecord[],
  { nameOf }: CanonicalPatterns,
  threshold: number,
): (pattern: string) => boolean {
  const own = [...new Set(active.map((record) => nameOf(record.pattern)))];
  return (pattern) => own.some((one) => patternSimilarity(pattern, one) >= threshold);
}

function refusalOf(
  draft: SkillDraft | null,
  active: readonly SkillRecord[],
  { settings }: SkillContext,
): { readonly reason: 'duplicate' | 'too-long'; readonly detail: string } | null {
  if (draft === null) return null;
  const length = skillText(draft).length;
  if (length > settings.maximumCharacters)
    return { reason: 'too-long', detail: `${length} of ${settings.maximumCharacters} characters` };
  const own = wordVector(identityText(draft));
  const twin = active.find(({ skill }) => cosine(own, identityOf(skill)) >= settings.similarity.duplicate);
  return twin === undefined ? null : { reason: 'duplicate', detail: `says what ${twin.skill.id} says` };
}

const identities = new WeakMap<Skill, TermVector>();

function identityOf(skill: Skill): TermVector {
  let identity = identities.get(skill);
  if (identity === undefined) identities.set(skill, (identity = wordVector(identityText(skill))));
  return identity;
}

/** Which wording of hints a cluster gets: the repair rewrites them, as far as its scope reaches. */
function hintsFor(members: readonly StoredCriticism[], { settings, family }: SkillContext): HintStyle {
  const { hints, scope } = settings.repair;
  if (!hints) return 'as-scored';
  if (scope === 'gate-failures')
    return 2 * members.filter(({ gateFailed }) => gateFailed).length >= members.length
      ? 'value-plus-tag'
      : 'as-scored';
  const failureClass = commonest(members.map(({ criticism }) => criticism.failureClass));
  return failureClass !== null && (family.metricDiscipline ?? []).includes(failureClass)
    ? 'value-plus-tag'
    : 'as-scored';
}

/** The value that occurs most often, the first in order of the alphabet among equals; null where none is named. */
function commonest(values: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? null;
}
