import type { OpSpec } from '../grader/op.js';
import { birthProblem, type Birth } from './birth-gate.js';
import { gatherClusters, type GatheredCluster } from './clusters.js';
import type { RoundContext } from './context.js';
import type { RoundEvent } from './events.js';
import type { Sensed } from './sense.js';
import type { EvolutionState, OpRecord, OpStatus } from './state.js';
import { addOps, runOne, type Tables } from './tables.js';

/** The pool after growth, with the tables that hold the new ops too. */
export interface Grown {
  readonly pool: readonly OpRecord[];
  readonly lastBirth: EvolutionState['lastBirth'];
  /** Misses and gaps by failure class, two members or more. */
  readonly clusters: readonly GatheredCluster[];
  readonly tables: Tables;
  readonly events: readonly RoundEvent[];
}

/**
 * Step 2 of Algorithm 1: one typed op a recurring cluster of misses or gaps. What passes the birth gate and was born of an
 * anchor miss is active at once; what was born of unlabelled gaps waits in the shadow.
 */
export async function grow(state: EvolutionState, sensed: Sensed, context: RoundContext): Promise<Grown> {
  const { settings } = context;
  const clusters = await gatherClusters(sensed.misses, sensed.gaps, context);
  const open = clusters.filter(({ failureClass, origin }) => {
    const last = state.lastBirth[`${failureClass}|${origin}`];
    return last === undefined || state.round - last > settings.draftPause;
  });

  const born: OpRecord[] = [];
  const lastBirth: Record<string, number> = { ...state.lastBirth };
  const events: RoundEvent[] = [];
  for (const cluster of open.slice(0, settings.drafts)) {
    const usedNames = [...state.pool, ...born].map(({ spec }) => spec.name);
    const written = await draftFor(cluster, usedNames, state.round, context);
    // What a drafter says of its op's history is not taken on trust.
    const { failureClass, origin } = cluster;
    const draft: OpSpec | null =
      written === null ? null : { ...written, failureClass, origin, bornAt: state.round };
    const birth = await examine(draft, cluster, usedNames, context);
    const fate =
      draft === null ? 'none' : birth.problem !== null ? 'rejected' : statusAtBirth(cluster, context);
    events.push({
      kind: 'drafted',
      name: draft?.name ?? '(none)',
      failureClass: cluster.failureClass,
      origin: cluster.origin,
      clusterSize: cluster.items.length,
      firedOnCluster: birth.firedOnCluster,
      firedOnKnownGood: birth.firedOnKnownGood,
      fate,
      reason: birth.problem ?? 'passed the birth gate',
    });
    if (fate === 'none' || fate === 'rejected' || draft === null) continue;
    born.push({ spec: draft, status: fate, nonPositiveRounds: 0, left: null, promotedAt: null });
    lastBirth[`${cluster.failureClass}|${cluster.origin}`] = state.round;
  }

  const { tables, faults } = await addOps(
    sensed.tables,
    born.map(({ spec }) => spec),
    context,
  );
  return { pool: [...state.pool, ...born], lastBirth, clusters, tables, events: [...events, ...faults] };
}

async function draftFor(
  { failureClass, origin, items }: GatheredCluster,
  usedNames: readonly string[],
  round: number,
  context: RoundContext,
): Promise<OpSpec | null> {
  const members = items.map(({ item, root }) => ({ item, facts: root.facts }));
  const draw = [...context.seed, round, 'draft', failureClass, origin].join('/');
  return context.roles.draftOp({ cluster: { failureClass, origin, members }, usedNames, round, draw });
}

function statusAtBirth(
  { origin }: GatheredCluster,
  { settings }: RoundContext,
): Extract<OpStatus, 'active' | 'shadow'> {
  return origin === 'gap' && settings.guards.shadowTier ? 'shadow' : 'active';
}

/** Runs a draft on its own cluster and on the known-good outputs (the clean anchors). */
async function examine(
  draft: OpSpec | null,
  cluster: GatheredCluster,
  usedNames: readonly string[],
  context: RoundContext,
): Promise<Birth> {
  if (draft === null) return { firedOnCluster: 0, firedOnKnownGood: 0, problem: 'nothing was drafted' };
  const knownGood = context.dev.filter(({ label }) => label.label === 'PASS').map(({ prepared }) => prepared);
  const findings = await runOne(draft, [...cluster.items, ...knownGood], context);
  const fired = findings.map(({ verdict }) => verdict === 'DRAWBACK');
  const firedOnCluster = fired.slice(0, cluster.items.length).filter(Boolean).length;
  const firedOnKnownGood = fired.slice(cluster.items.length).filter(Boolean).length;
  const problem = birthProblem({
    draft,
    usedNames,
    taxonomy: context.family.taxonomy,
    gate: context.settings.guards.birthGate,
    clusterSize: cluster.items.length,
    firedOnCluster,
    firedOnKnownGood,
  });
  return { firedOnCluster, firedOnKnownGood, problem };
}
