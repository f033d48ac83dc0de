import { z } from 'zod';
import { unscoredOutput, unscoredReason } from '../../grader/item.js';
import type { OpSpec } from '../../grader/op.js';
import type { ComposeRequest, DraftRequest, SolveRequest } from '../roles.js';
import type { RouteRequest, SkillDraft, WriteSkillRequest } from '../skill-loop.js';
import { unscoredBecause } from './ask.js';
import { dataBlock, outputBlock, skillText, taskBlock } from './data-block.js';
import { draftProblem, type WrittenOp } from './draft-check.js';
import { fillText } from './prompts.js';
import type { RoleParts } from './role-parts.js';

/** The solver: free text, from which the fenced block is taken where the family wants one. */
export function modelSolver({
  asker,
  prompts,
  shared,
}: RoleParts): (request: SolveRequest) => Promise<string> {
  return async ({ task, skill, draw }) => {
    const advice =
      skill === null
        ? ''
        : fillText(prompts.text('solve-skill'), { skill: dataBlock('advice', skillText(skill)) });
    const slots = { format: shared.format, dataRule: shared.dataRule, task: taskBlock(task), skill: advice };
    const answer = await asker.text({
      role: 'solver',
      prompt: shared.onTask(prompts.fill('solve', slots, [...shared.from, 'solve-skill']), task),
      maxTokens: 8_192,
      draw,
    });
    if (answer.outcome !== 'answered') return unscoredOutput(unscoredBecause(answer));
    const output = unfenced(answer.text);
    if (output.trim() === '') return unscoredOutput('an empty answer');
    // Nobody can write an output that passes for an attempt which brought none.
    return unscoredReason(output) === null ? output : ` ${output}`;
  };
}

/**
 * The content of the only fenced block, or of the longest of several; the whole text without one.
 *
 * @example
 * unfenced('Here:\n```sql\nSELECT 1\n```') // 'SELECT 1'
 */
export function unfenced(text: string): string {
  const blocks = [...text.matchAll(/^```[^\n`]*\n([^]*?)^```\s*$/gm)].map((match) => match[1] ?? '');
  const longest = blocks.sort((a, b) => b.length - a.length)[0];
  return (longest ?? text).replace(/^\n+|\s+$/g, '');
}

const draftSchema = z.strictObject({
  name: z.string(),
  tier: z.enum(['static', 'execution', 'judge']),
  description: z.string(),
  check: z.string(),
}) satisfies z.ZodType<WrittenOp>;

/** Outputs of a cluster that are shown to whoever writes for it. */
const membersShown = 6;

/** A writer of detectors; what it writes is looked at in the sandbox before the birth gate sees it. */
export function modelDrafter({
  asker,
  prompts,
  shared,
  sandbox,
}: RoleParts): (request: DraftRequest) => Promise<OpSpec | null> {
  return async (request) => {
    const { cluster, usedNames, round, draw } = request;
    const members = cluster.members
      .slice(0, membersShown)
      .map(({ item, facts }, index) =>
        [
          `Output ${index + 1}:`,
          taskBlock(item.task),
          outputBlock(item),
          dataBlock('facts', JSON.stringify(facts)),
        ].join('\n'),
      );
    const slots = {
      reading: shared.reading,
      dataRule: shared.dataRule,
      failureClass: cluster.failureClass,
      usedNames: usedNames.join(', '),
      members: members.join('\n\n'),
    };
    const asked = await asker.structured({
      role: 'drafter',
      prompt: prompts.fill('draft-op', slots, shared.from),
      maxTokens: 4_000,
      draw,
      schema: draftSchema,
      check: async (op) => draftProblem(op, request, sandbox),
    });
    if (asked.outcome === 'unscored') return null;
    const { name, tier, description, check } = asked.value;
    return {
      name,
      failureClass: cluster.failureClass,
      tier,
      origin: cluster.origin,
      bornAt: round,
      check: tier === 'judge' ? { kind: 'question', question: check } : { kind: 'python', source: check },
      description: description.slice(0, 300),
    };
  };
}

const expressionsSchema = z.strictObject({ expressions: z.array(z.string()) });

/** A composer of graders. What does not parse is refused by selection, with the reason. */
export function modelComposer({
  asker,
  prompts,
}: RoleParts): (request: ComposeRequest) => Promise<readonly string[]> {
  return async ({ catalogue, gapClasses, elites, count, draw }) => {
    if (catalogue.length === 0 || count === 0) return [];
    const list = (lines: readonly string[]): string => (lines.length === 0 ? '(none)' : lines.join('\n'));
    const slots = {
      catalogue: list(
        catalogue.map(
          ({ name, failureClass, tier, description }) =>
            `- ${name} [${failureClass}, ${tier}]: ${description}`,
        ),
      ),
      gaps: gapClasses.map((gap) => `${gap.failureClass} ${gap.count}`).join(', ') || '(none)',
      elites: list(
        elites.map(
          ({ expression, objective, missClasses, falseAlarms }) =>
            `- ${expression} – objective ${objective.toFixed(4)}, misses ${missClasses.join(', ') || 'nothing'}, ${falseAlarms} false alarms`,
        ),
      ),
      count: String(count),
    };
    const asked = await asker.structured({
      role: 'composer',
      prompt: prompts.fill('compose', slots),
      maxTokens: 2_000,
      draw,
      schema: expressionsSchema,
    });
    if (asked.outcome === 'unscored') return [];
    return [...new Set(asked.value.expressions.map((text) => text.trim()))].slice(0, count);
  };
}

const skillSchema = z.strictObject({
  usable: z.boolean(),
  name: z.string(),
  intent: z.string(),
  description: z.string(),
  signalsMatch: z.array(z.string()),
  preconditions: z.array(z.string()),
  appliesWhen: z.string(),
  keyInsight: z.string(),
  commonPitfalls: z.array(z.string()),
  verifyBeforeReturning: z.array(z.string()),
});

/** A writer of skills from a cluster of attempts. */
export function modelWriter({
  asker,
  prompts,
  shared,
}: RoleParts): (request: WriteSkillRequest) => Promise<SkillDraft | null> {
  return async ({ pattern, failureClass, topic, members, hints, usedNames, draw }) => {
    const shown = members.slice(0, membersShown).map(({ topic: of, failed, evidence, criticism }, index) => {
      const lines = evidence.map(({ source, text }) => `${source}: ${text}`).join('\n');
      return [
        `Attempt ${index + 1} (topic ${of}, ${failed ? 'failed' : 'passed'}):`,
        dataBlock('evidence', lines === '' ? 'none' : lines),
        dataBlock('criticism', criticism.reason),
      ].join('\n');
    });
    const hintFile = `write-skill-${hints}`;
    const slots = {
      reading: shared.reading,
      hints: prompts.text(hintFile),
      dataRule: shared.dataRule,
      pattern: dataBlock('pattern', pattern),
      failureClass: failureClass ?? 'not known',
      topic: topic ?? 'several',
      usedNames: usedNames.length === 0 ? '(none)' : dataBlock('names', usedNames.join('\n')),
      members: shown.join('\n\n'),
    };
    const asked = await asker.structured({
      role: 'writer',
      prompt: prompts.fill('write-skill', slots, [...shared.from, hintFile]),
      maxTokens: 2_000,
      draw,
      schema: skillSchema,
      check: ({ usable, name, keyInsight }) =>
        usable && (name.trim() === '' || keyInsight.trim() === '') ? 'name or keyInsight is empty' : null,
    });
    if (asked.outcome === 'unscored' || !asked.value.usable) return null;
    const {
      usable: _,
      appliesWhen,
      keyInsight,
      commonPitfalls,
      verifyBeforeReturning,
      ...about
    } = asked.value;
    return {
      ...about,
      tags: [
        ...(failureClass === null ? [] : [`class:${failureClass}`]),
        ...(topic === null ? [] : [`topic:${topic}`]),
      ],
      guidance: { appliesWhen, keyInsight, commonPitfalls, verifyBeforeReturning },
    };
  };
}

const routeSchema = z.strictObject({ reason: z.string(), choice: z.string() });

/** A router over at most twenty skills; no answer is no skill. */
export function modelRouter({
  asker,
  prompts,
  shared,
}: RoleParts): (request: RouteRequest) => Promise<string | null> {
  return async ({ task, skills, draw }) => {
    if (skills.length === 0) return null;
    const numbered = skills.map(({ name, intent, description, preconditions, guidance }, index) =>
      [
        `${index + 1}. ${name}: ${intent} ${description}`,
        `   applies when: ${guidance.appliesWhen}`,
        ...(preconditions.length === 0 ? [] : [`   preconditions: ${preconditions.join('; ')}`]),
      ].join('\n'),
    );
    const slots = {
      dataRule: shared.dataRule,
      task: taskBlock(task),
      skills: dataBlock('advice', numbered.join('\n')),
    };
    const known = skills.map((_, index) => String(index + 1));
    const asked = await asker.structured({
      role: 'router',
      prompt: shared.onTask(prompts.fill('route', slots, ['data-rule']), task),
      maxTokens: 512,
      draw,
      schema: routeSchema,
      check: ({ choice }) =>
        choice === 'none' || known.includes(choice)
          ? null
          : `choice must be "none" or one of ${known.join(', ')}`,
    });
    if (asked.outcome === 'unscored' || asked.value.choice === 'none') return null;
    return skills[Number(asked.value.choice) - 1]?.id ?? null;
  };
}
