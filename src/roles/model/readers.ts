import { z } from 'zod';
import { unscoredReason, type Item } from '../../grader/item.js';
import type { OpFinding } from '../../grader/op.js';
import { random } from '../../random.js';
import type { ClassifyRequest, JudgeRequest, PreferRequest, Preference, SoftLabel } from '../roles.js';
import type { Criticism, CriticiseRequest } from '../skill-loop.js';
import { dataBlock, outputBlock, skillText, taskBlock } from './data-block.js';
import type { RoleParts } from './role-parts.js';

const labelSchema = z.strictObject({
  reason: z.string(),
  label: z.enum(['PASS', 'FAIL']),
  failureClasses: z.array(z.string()),
});

/** A teacher who compares an output with the reference; null where nothing comes that is a label. */
export function modelTeacher({
  asker,
  prompts,
  shared,
}: RoleParts): (request: { readonly item: Item; readonly draw: string }) => Promise<SoftLabel | null> {
  return async ({ item, draw }) => {
    if (unscoredReason(item.output) !== null) return null;
    const slots = {
      reading: shared.reading,
      taxonomy: shared.taxonomyList,
      dataRule: shared.dataRule,
      task: taskBlock(item.task),
      reference: dataBlock(
        'reference',
        item.task.reference ?? 'There is no reference: judge by the task alone.',
      ),
      output: outputBlock(item),
    };
    const asked = await asker.structured({
      role: 'teacher',
      prompt: shared.onTask(prompts.fill('teach', slots, shared.from), item.task),
      maxTokens: 1_024,
      draw,
      schema: labelSchema,
      check: ({ failureClasses }) => shared.unknownClass(failureClasses),
    });
    if (asked.outcome === 'unscored') return null;
    const { label, failureClasses, reason } = asked.value;
    return { label, failureClasses: label === 'PASS' ? [] : [...new Set(failureClasses)].sort(), reason };
  };
}

const classSchema = z.strictObject({ reason: z.string(), failureClass: z.string() });

/** An observer of unlabelled outputs; null where it sees no failure, and where no answer comes. */
export function modelObserver({
  asker,
  prompts,
  shared,
}: RoleParts): (request: ClassifyRequest) => Promise<string | null> {
  return async ({ item, facts, draw }) => {
    if (unscoredReason(item.output) !== null) return null;
    const slots = {
      reading: shared.reading,
      taxonomy: shared.taxonomyList,
      dataRule: shared.dataRule,
      task: taskBlock(item.task),
      output: outputBlock(item),
      facts: dataBlock('facts', JSON.stringify(facts)),
    };
    const asked = await asker.structured({
      role: 'observer',
      prompt: shared.onTask(prompts.fill('classify', slots, shared.from), item.task),
      maxTokens: 1_024,
      draw,
      schema: classSchema,
      check: ({ failureClass }) => shared.unknownClass(failureClass === 'none' ? [] : [failureClass]),
    });
    return asked.outcome === 'value' && asked.value.failureClass !== 'none' ? asked.value.failureClass : null;
  };
}

const answerSchema = z.strictObject({ reason: z.string(), answer: z.enum(['yes', 'no', 'cannot-tell']) });

/**
 * A judge of one question about one output: yes is a drawback. Whether it reads the task or the output first, and in which
 * order the answers are offered, is drawn, so that no position has a standing advantage.
 */
export function modelJudge({
  asker,
  prompts,
  shared,
}: RoleParts): (request: JudgeRequest) => Promise<OpFinding> {
  return async ({ question, item, draw }) => {
    const none = unscoredReason(item.output);
    if (none !== null) return { verdict: 'ABSTAIN', reason: 'unscored', detail: none };
    const order = random('model-judge', item.id, question, draw);
    const slots = {
      reading: shared.reading,
      dataRule: shared.dataRule,
      answers: order.shuffle(['"yes"', '"no"', '"cannot-tell"']).join(' or '),
      parts: order.shuffle([taskBlock(item.task), outputBlock(item)]).join('\n\n'),
      question,
    };
    const asked = await asker.structured({
      role: 'judge',
      prompt: shared.onTask(prompts.fill('judge', slots, shared.from), item.task),
      maxTokens: 1_024,
      draw,
      schema: answerSchema,
    });
    if (asked.outcome === 'unscored') return { verdict: 'ABSTAIN', reason: 'unscored', detail: asked.reason };
    switch (asked.value.answer) {
      case 'yes':
        return { verdict: 'DRAWBACK' };
      case 'no':
        return { verdict: 'CLEAN' };
      case 'cannot-tell':
        return { verdict: 'ABSTAIN', reason: 'precondition' };
    }
  };
}

const preferenceSchema = z.strictObject({
  reasons: z.array(z.string()),
  winner: z.enum(['first', 'second', 'tie']),
});

/** A pairwise judge. The caller fixes which text comes first; the order of the rubric's points is drawn. No answer is a tie. */
export function modelPreference({
  asker,
  prompts,
  shared,
}: RoleParts): (request: PreferRequest) => Promise<Preference> {
  return async ({ task, first, second, rubric, draw }) => {
    const none = unscoredReason(first) ?? unscoredReason(second);
    if (none !== null) return { winner: 'tie', reasons: [`unscored: ${none}`] };
    const file = `prefer-${rubric}`;
    const points = prompts.text(file).split('\n');
    const slots = {
      dataRule: shared.dataRule,
      rubric: random('model-rubric', task.id, rubric, draw).shuffle(points).join('\n'),
      task: taskBlock(task),
      first: dataBlock('first', first),
      second: dataBlock('second', second),
    };
    const asked = await asker.structured({
      role: 'final',
      prompt: shared.onTask(prompts.fill('prefer', slots, [file, 'data-rule']), task),
      maxTokens: 1_024,
      draw,
      schema: preferenceSchema,
    });
    return asked.outcome === 'value'
      ? { winner: asked.value.winner, reasons: asked.value.reasons.slice(0, 6) }
      : { winner: 'tie', reasons: [`unscored: ${asked.reason}`] };
  };
}

const criticismSchema = z.strictObject({
  reason: z.string(),
  influence: z.enum(['HELPED', 'HURT', 'NEUTRAL', 'INAPPLICABLE']),
  pattern: z.string(),
  failureClass: z.string(),
  confidence: z.enum(['LOW', 'MEDIUM', 'HIGH']),
});

/** A critic of one capsule. Without an answer it names no pattern, so that nothing is learned from it. */
export function modelCritic({
  asker,
  prompts,
  shared,
}: RoleParts): (request: CriticiseRequest) => Promise<Criticism> {
  return async ({ capsule, skill, draw }) => {
    const { item, evidence, verdict, failed } = capsule;
    const lines = evidence.map(({ source, text }) => `${source}: ${text}`);
    const slots = {
      reading: shared.reading,
      taxonomy: shared.taxonomyList,
      dataRule: shared.dataRule,
      task: taskBlock(item.task),
      output: outputBlock(item),
      verdict: `${verdict}; the attempt counts as ${failed ? 'failed' : 'passed'}`,
      evidence: dataBlock('evidence', lines.length === 0 ? 'none' : lines.join('\n')),
      skill: skill === null ? 'There was no advice.' : dataBlock('advice', skillText(skill)),
    };
    const asked = await asker.structured({
      role: 'critic',
      prompt: shared.onTask(prompts.fill('criticise', slots, shared.from), item.task),
      maxTokens: 1_024,
      draw,
      schema: criticismSchema,
      check: ({ failureClass }) => shared.unknownClass(failureClass === 'none' ? [] : [failureClass]),
    });
    if (asked.outcome === 'unscored') {
      const reason = `unscored: ${asked.reason}`;
      return { influence: 'NEUTRAL', pattern: '', failureClass: null, confidence: 'LOW', reason };
    }
    const { failureClass, pattern, ...rest } = asked.value;
    return {
      ...rest,
      pattern: pattern.trim().slice(0, 80),
      failureClass: failureClass === 'none' ? null : failureClass,
    };
  };
}
