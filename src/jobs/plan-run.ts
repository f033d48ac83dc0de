import { arms } from '../arms/arm.js';
import type { Family } from '../families/family.js';
import { memoryCache } from '../grader/cache.js';
import { makeItem, type Task } from '../grader/item.js';
import { defaultSettings } from '../evolution/settings.js';
import { modelRoles, type ModelCast, type ModelRole } from '../roles/model/cast.js';
import type { ModelCall } from '../roles/model/model-call.js';
import { createModelRoles } from '../roles/model/model-roles.js';
import { costMicroUsd, type PriceList } from '../roles/model/prices.js';
import { ratchetSettings } from '../skills/settings.js';
import { phasesOfSpec, type CellSpec } from './arms/request.js';
import { openWorld } from './open-world.js';
import type { World } from './world.js';

/** How often each part is asked. */
export type PlannedCalls = Readonly<Record<ModelRole, number>>;

/** What one part of a run is likely to need. */
export interface PlannedRole {
  readonly role: ModelRole;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where the model has no known price. */
  readonly costMicroUsd: number | null;
}

/** An estimate of a run with real models. */
export interface RunPlan {
  readonly families: readonly {
    readonly family: string;
    readonly cells: number;
    readonly roles: readonly PlannedRole[];
  }[];
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where a model that is asked has no known price. */
  readonly costMicroUsd: number | null;
}

/** Tasks whose prompts are measured. */
const tasksMeasured = 5;
/** Characters a token in English and code, on the safe side. */
const charactersPerToken = 3.5;
/** What structured answers take, by experience with answers of their form: an assumption, not a measurement. */
const answerTokens: Readonly<Record<Exclude<ModelRole, 'solver'>, number>> = {
  teacher: 120,
  observer: 90,
  drafter: 500,
  composer: 150,
  judge: 110,
  critic: 150,
  writer: 400,
  router: 70,
  final: 140,
};

/**
 * Estimates what a run asks of real models before anything is paid: calls at the most from the schedule (stored answers and
 * abstentions make them fewer), tokens from the real prompts of a few tasks.
 */
export async function planRun(
  specs: readonly CellSpec[],
  options: { readonly cast: ModelCast; readonly schemas: boolean; readonly prices: PriceList },
): Promise<RunPlan> {
  const families: RunPlan['families'][number][] = [];
  for (const name of new Set(specs.map(({ family }) => family))) {
    const ofFamily = specs.filter(({ family }) => family === name);
    const world = await openWorld({
      family: name,
      tasks: null,
      ops: null,
      children: 1,
      cache: memoryCache(),
    });
    try {
      const calls = sumOf([screeningCalls(world.family), ...cellCalls(ofFamily, world.family)]);
      const sizes = await measurePrompts(world, options);
      const roles = modelRoles.map((role): PlannedRole => {
        const { input, output } = sizes[role];
        const [inputTokens, outputTokens] = [calls[role] * input, calls[role] * output];
        const price = options.prices.models[options.cast[role]];
        const usage = { input: inputTokens, cacheWrite: 0, cacheRead: 0, output: outputTokens };
        const cost = price === undefined ? null : costMicroUsd(usage, price);
        return {
          role,
          model: options.cast[role],
          calls: calls[role],
          inputTokens,
          outputTokens,
          costMicroUsd: cost,
        };
      });
      families.push({ family: name, cells: ofFamily.length, roles: roles.filter((one) => one.calls > 0) });
    } finally {
      await world.close();
    }
  }
  const all = families.flatMap(({ roles }) => roles);
  const sum = (of: (role: PlannedRole) => number): number => all.reduce((total, role) => total + of(role), 0);
  return {
    families,
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costMicroUsd: all.some((role) => role.costMicroUsd === null)
      ? null
      : sum((role) => role.costMicroUsd ?? 0),
  };
}

const nobody: PlannedCalls = Object.fromEntries(modelRoles.map((role) => [role, 0])) as PlannedCalls;

function sumOf(parts: readonly Partial<PlannedCalls>[]): PlannedCalls {
  return Object.fromEntries(
    modelRoles.map((role) => [role, parts.reduce((total, part) => total + (part[role] ?? 0), 0)]),
  ) as PlannedCalls;
}

/** Five samples a task, one more a train task, and labels until ten anchors are found (about three outputs an anchor). */
function screeningCalls({ tasks, splitSizes: { train, dev } }: Family): Partial<PlannedCalls> {
  return { solver: 5 * tasks.length + train, teacher: Math.min(tasks.length, 3 * dev) };
}

/** The cells of a family. What arms of one seed share (frozen outputs and their judging) is asked once. */
function cellCalls(specs: readonly CellSpec[], family: Family): Partial<PlannedCalls>[] {
  const { train, dev, test, untouched } = family.splitSizes;
  const questions = family.seedOps.filter(({ check }) => check.kind === 'question').length;
  const locked = test * family.auditItemsPerTask;
  const evolves = (spec: CellSpec): boolean =>
    spec.kind === 'evolution' || arms.find(({ name }) => name === spec.arm)?.trainingGrader === 'evolved';
  const seeds = new Set(specs.filter(evolves).map(({ seed }) => seed)).size;
  const material = {
    solver: seeds * (train + locked),
    judge: seeds * questions * (train + locked) + questions * dev,
  };
  return [
    nobody,
    material,
    ...specs.flatMap((spec) => {
      const grader =
        arms.find(({ name }) => spec.kind === 'arm' && name === spec.arm)?.trainingGrader ?? 'evolved';
      const phases = phasesOfSpec(spec).map(({ kind, rounds }): Partial<PlannedCalls> => {
        if (kind === 'grader') {
          // A drafted class rests for some rounds, so drafts come in waves of at most `drafts`.
          const waves = Math.ceil(rounds / (defaultSettings.draftPause + 1));
          return {
            composer: rounds,
            drafter: waves * defaultSettings.drafts,
            observer: train,
            judge: questions * train,
          };
        }
        const tried = test + untouched + (grader === 'none' ? 0 : train);
        const learns = grader !== 'none';
        return {
          solver: rounds * tried,
          router: learns ? rounds * tried : 0,
          critic: learns ? rounds * train : 0,
          writer: learns ? rounds * ratchetSettings.synthesis.newPerRound : 0,
          judge: grader === 'truth' || !learns ? 0 : rounds * train,
        };
      });
      const judged = spec.kind === 'arm' && family.name === 'report' && grader !== 'none';
      // Peak and last round, two rubrics, both orders.
      return [...phases, judged ? { final: 2 * 2 * 2 * test } : {}];
    }),
  ];
}

/** Mean prompt and answer of each part, in tokens, over a few tasks; nothing is sent. */
async function measurePrompts(
  { family, sandbox }: World,
  { cast, schemas }: { readonly cast: ModelCast; readonly schemas: boolean },
): Promise<Readonly<Record<ModelRole, { readonly input: number; readonly output: number }>>> {
  const asked: ModelCall[] = [];
  const roles = createModelRoles({
    family,
    sandbox,
    baseUrl: '',
    cast,
    schemas,
    client: {
      call: async (call) => {
        asked.push(call);
        return { outcome: 'refused', text: '', stopReason: 'refusal', servedBy: null, usage: null };
      },
    },
  });
  const step = Math.max(1, Math.floor(family.tasks.length / tasksMeasured));
  const tasks = family.tasks.filter((_, index) => index % step === 0).slice(0, tasksMeasured);
  for (const task of tasks) {
    const output = task.reference ?? task.prompt;
    const item = makeItem(task, output);
    const { facts } = await family.root(item);
    const failureClass = family.taxonomy[0] ?? '';
    const members = Array.from({ length: 4 }, () => ({ item, facts }));
    const evidence = [{ source: 'root' as const, text: 'what was found in the output '.repeat(4) }];
    const capsule = { id: '', item, skillId: null, verdict: 'FAIL' as const, failed: true, evidence };
    await roles.solve({ task, skill: null, draw: '' });
    await roles.teach({ item, draw: '' });
    await roles.classify({ item, facts, draw: '' });
    await roles.judge({ question: 'Is it wrong?', failureClass, item, draw: '' });
    await roles.draftOp({
      cluster: { failureClass, origin: 'miss', members },
      usedNames: [],
      round: 0,
      draw: '',
    });
    await roles.criticise({ capsule, skill: null, taxonomy: family.taxonomy, draw: '' });
    await roles.prefer({ task, first: output, second: output, rubric: 'task-aware', draw: '' });
    await askAboutSkills(roles, task);
  }
  await roles.compose({
    catalogue: family.seedOps.map(({ name, failureClass, tier, description }) => ({
      name,
      failureClass,
      tier,
      description,
    })),
    gapClasses: [],
    elites: [],
    count: defaultSettings.composerCandidates,
    draw: '',
  });
  const answer = tokens(
    tasks.reduce((sum, { reference }) => sum + (reference?.length ?? 1_000), 0) / tasks.length,
  );
  return Object.fromEntries(
    modelRoles.map((role) => {
      const sizes = asked.filter((call) => call.role === role).map(sizeOf);
      const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
      return [role, { input: tokens(mean), output: role === 'solver' ? answer : answerTokens[role] }];
    }),
  ) as Record<ModelRole, { input: number; output: number }>;
}

async function askAboutSkills(roles: ReturnType<typeof createModelRoles>, task: Task): Promise<void> {
  const text = 'a sentence of advice about what to mind '.repeat(3);
  const skills = Array.from({ length: 10 }, (_, index) => ({
    id: String(index),
    name: 'Advice',
    version: 1,
    intent: text,
    description: text,
    signalsMatch: [],
    preconditions: [text],
    tags: [],
    guidance: { appliesWhen: text, keyInsight: text, commonPitfalls: [text], verifyBeforeReturning: [text] },
    status: 'ACTIVE' as const,
  }));
  await roles.route({ task, skills, draw: '' });
  const criticism = {
    influence: 'NEUTRAL',
    pattern: text,
    failureClass: null,
    confidence: 'LOW',
    reason: text,
  } as const;
  const evidence = [{ source: 'root' as const, text: text.repeat(2) }];
  const member = { taskId: task.id, topic: task.topic, failed: true, evidence, criticism };
  await roles.writeSkill({
    pattern: text,
    failureClass: null,
    topic: task.topic,
    members: [member, member, member, member],
    hints: 'as-scored',
    usedNames: [],
    round: 0,
    draw: '',
  });
}

function sizeOf({ system, turns, schema }: ModelCall): number {
  return (
    system.length +
    turns.reduce((sum, { content }) => sum + content.length, 0) +
    JSON.stringify(schema).length
  );
}

function tokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
