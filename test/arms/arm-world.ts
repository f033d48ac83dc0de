import { armNamed, type ArmName } from '../../src/arms/arm.js';
import type { ArmParts } from '../../src/arms/bench.js';
import type { SchedulePhase } from '../../src/arms/schedule.js';
import { runArm, type ArmStart } from '../../src/arms/run.js';
import type { ArmRound } from '../../src/arms/state.js';
import { defaultSettings } from '../../src/evolution/settings.js';
import { memoryCache } from '../../src/grader/cache.js';
import { buildPack } from '../../src/pack/build-pack.js';
import { ratchetSettings } from '../../src/skills/settings.js';
import { oneFakeWorld } from '../support/fake-world.js';

/** Two short double phases. */
export const shortSchedule: readonly SchedulePhase[] = [
  { grader: 2, skill: 3 },
  { grader: 1, skill: 2 },
];

/** An arm on the fake world, which needs neither Python nor a store. */
export async function armParts(arm: ArmName, more: Partial<ArmParts> = {}): Promise<ArmParts> {
  const { family, roles, grading } = await oneFakeWorld();
  const pack = await buildPack({ family, roles, grading, cache: memoryCache() });
  return {
    arm: armNamed(arm),
    schedule: shortSchedule,
    seed: 42,
    family,
    pack,
    roles,
    grading,
    evolution: { ...defaultSettings, consensusWeight: 1 },
    skills: ratchetSettings,
    ...more,
  };
}

/** All rounds of an arm. */
export async function roundsOf(parts: ArmParts, from?: ArmStart): Promise<ArmRound[]> {
  const rounds: ArmRound[] = [];
  for await (const round of runArm(parts, from)) rounds.push(round);
  return rounds;
}

/** What is stored of a round, as text. */
export function bytesOf({ phase, round, kind, state, events, attempts }: ArmRound): string {
  const tried = attempts.map(({ split, prepared, skillId, verdict, score }) => ({
    split,
    item: prepared.item.id,
    skillId,
    verdict,
    score,
  }));
  return JSON.stringify({ phase, round, kind, state, events, tried });
}
