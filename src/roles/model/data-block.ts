import { sha256 } from '../../hash.js';
import { visibleTask, type Item, type Task } from '../../grader/item.js';
import type { Json } from '../../json.js';
import type { Skill } from '../skill-loop.js';

/** Longer pieces of data are cut in the middle, with a note: one item cannot crowd out the others. */
const longest = 24_000;

/**
 * Encloses data in a tag that the data cannot close: its name is a hash of the data.
 *
 * @example
 * dataBlock('output', 'x') // '<output-2d711642b726>\nx\n</output-2d711642b726>'
 */
export function dataBlock(label: string, text: string): string {
  const tag = `${label}-${sha256(text).slice(0, 12)}`;
  const shown =
    text.length <= longest
      ? text
      : `${text.slice(0, longest / 2)}\n… (${text.length - longest} characters left out) …\n${text.slice(-longest / 2)}`;
  return `<${tag}>\n${shown}\n</${tag}>`;
}

/** What everybody may see of a task. Long texts that many tasks share come apart, in {@link sharedMaterial}. */
export function taskBlock(task: Task): string {
  const { id: _id, prompt: _prompt, topic: _topic, ...rest } = visibleTask(task);
  const members = Object.entries(rest)
    .filter(([, value]) => !isShared(value) && value !== '')
    .map(([name, value]) => `${name}:\n${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return dataBlock('task', [task.prompt, ...members].join('\n\n'));
}

/** Long texts of a task, such as a catalogue of tables: part of the system prompt, so that a server can keep them. */
export function sharedMaterial(task: Task): string {
  return Object.entries(visibleTask(task))
    .map(([name, value]) =>
      name !== 'prompt' && typeof value === 'string' && isShared(value)
        ? `\n\n${dataBlock(name.replace(/\W/g, '_'), value)}`
        : '',
    )
    .join('');
}

function isShared(value: Json | undefined): boolean {
  return typeof value === 'string' && value.length >= 2_000;
}

/** An output. */
export function outputBlock({ output }: Pick<Item, 'output'>): string {
  return dataBlock('output', output);
}

/** A skill as a solver or critic reads it. */
export function skillText({ name, intent, description, preconditions, guidance }: Skill): string {
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line}`)];
  return [
    `${name}: ${intent}`,
    description,
    ...list('Preconditions', preconditions),
    `Applies when: ${guidance.appliesWhen}`,
    guidance.keyInsight,
    ...list('Common pitfalls', guidance.commonPitfalls),
    ...list('Verify before returning', guidance.verifyBeforeReturning),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
