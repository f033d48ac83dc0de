import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataPath } from '../../src/data-folder.js';
import { evolve } from '../../src/evolution/evolve.js';
import type { RoundEvent } from '../../src/evolution/events.js';
import { allGuards, parseGuards, type GraderGuards } from '../../src/evolution/guards.js';
import { defaultSettings } from '../../src/evolution/settings.js';
import type { Family } from '../../src/families/family.js';
import { createReportFamily } from '../../src/families/report/family.js';
import { memoryCache } from '../../src/grader/cache.js';
import { createGrading } from '../../src/grading/grading.js';
import { buildPack } from '../../src/pack/build-pack.js';
import { createSimulatedRoles } from '../../src/roles/simulated/simulated-roles.js';
import { createPythonSandbox } from '../../src/sandbox/python/pool.js';

/** The report family with one more op whose precondition real sections hardly ever meet: it speaks of quotations only. */
function familyWithNarrowOp(): Family {
  const family = createReportFamily();
  const source = readFileSync(
    dataPath('families', 'report', 'drafts', 'silent', 'quotes_a_person.py'),
    'utf8',
  );
  const narrow = {
    name: 'quotes_a_person',
    failureClass: 'invented-value',
    tier: 'static' as const,
    origin: 'seed' as const,
    bornAt: 0,
    check: { kind: 'python' as const, source },
    description: 'speaks only about sections that quote somebody',
  };
  return { ...family, seedOps: [...family.seedOps, narrow] };
}

const sandbox = createPythonSandbox({ children: 1 });
const family = familyWithNarrowOp();
const cache = memoryCache();
const roles = createSimulatedRoles({ family, sandbox, cache });
const grading = createGrading({ family, roles, sandbox, cache });
afterAll(async () => sandbox.close());

async function run(guards: GraderGuards, seed: number): Promise<RoundEvent[]> {
  const pack = await buildPack({ family, roles, grading, cache });
  const settings = { ...defaultSettings, guards, consensusWeight: family.consensusWeight };
  const events: RoundEvent[] = [];
  for await (const round of evolve({ family, pack, roles, grading, settings, seed }, 3))
    events.push(...round.events);
  return events;
}

const selections = (events: readonly RoundEvent[]): Extract<RoundEvent, { kind: 'selected' }>[] =>
  events.filter((event) => event.kind === 'selected');

describe('on real outputs', () => {
  beforeAll(async () => run(allGuards, 42));

  it('with fail-closed and the validity gate off, the objective becomes vacuous: 1.000 on no opinion at all', async () => {
    const events = await run(parseGuards('no-fail-closed,no-validity-gate'), 42);
    const last = selections(events).at(-1);
    expect(last?.expression).toBe('(any quotes_a_person)');
    expect(last?.objective).toBe(1);
    expect(last?.rescored?.devOpinions).toEqual({ fail: 0, clean: 0 });
    const audited = events.findLast((event) => event.kind === 'audited');
    expect(audited?.kind === 'audited' ? audited.audit?.expressionOnly : null).toMatchObject({
      agreement: null,
      opinions: 0,
      n: 96,
    });
  });

  it.each([42, 7])(
    'with guards on it cannot: seed %i never selects a grader without dev opinions',
    async (seed) => {
      const events = await run(allGuards, seed);
      expect(selections(events)).toHaveLength(3);
      for (const { rescored } of selections(events)) {
        expect((rescored?.devOpinions.fail ?? 0) + (rescored?.devOpinions.clean ?? 0)).toBeGreaterThan(0);
      }
      const refused = events.filter(
        (event) => event.kind === 'candidate' && event.expression === '(any quotes_a_person)',
      );
      expect(refused[0]).toMatchObject({ fate: 'refused: no dev opinion' });
    },
  );
});
