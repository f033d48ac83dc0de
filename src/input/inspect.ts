import { readFileSync } from 'node:fs';
import { messageOf, PawlError } from '../errors.js';
import { asFailureClass, asText, member, type ForeignRow } from './foreign-row.js';
import { readText } from './jsonl.js';
import { zipEntries } from './zip.js';

/** Scores of Inspect's scorers as numbers: correct, partly correct, incorrect, no answer. */
const letters: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

/**
 * Reads a log of Inspect AI: `.json` with its samples, or `.eval` (a ZIP archive of samples). A sample passes when every scorer
 * gives it full marks (`C`, 1, true); a scorer that does not is a failure class. Samples that ended in an error have no output and
 * are left out.
 *
 * @throws PawlError `not-found` or `bad-input` when the file is no such log, or holds no sample with an output
 */
export function rowsOfInspect(path: string): ForeignRow[] {
  const samples = path.endsWith('.eval') ? archived(path) : logged(path);
  const rows = samples.flatMap((sample) => readSample(sample) ?? []);
  if (rows.length === 0)
    throw new PawlError('bad-input', `${path}: none of ${samples.length} samples has an output`);
  return rows;
}

function logged(path: string): readonly unknown[] {
  const samples = member(parse(readText(path), path), 'samples');
  if (Array.isArray(samples)) return samples as unknown[];
  throw new PawlError('bad-input', `${path}: no list 'samples': is it an Inspect log with its samples?`, {
    hint: "an .eval file can be read as it is; 'inspect log convert FILE --to json --output-dir DIR' makes JSON",
  });
}

function archived(path: string): readonly unknown[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PawlError(
      missing ? 'not-found' : 'bad-input',
      `${path}: ${missing ? 'no such file' : messageOf(cause)}`,
      {
        cause,
      },
    );
  }
  return zipEntries(bytes, path)
    .filter(({ name }) => /^samples\/.*\.json$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => parse(entry.read(), `${path}: ${entry.name}`));
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PawlError('bad-input', `${source}: not JSON (${messageOf(cause)})`, { cause });
  }
}

function readSample(sample: unknown): ForeignRow | null {
  const output = outputOf(member(sample, 'output'));
  if (output === null || (member(sample, 'error') ?? null) !== null) return null;
  const scores = member(sample, 'scores');
  const scored = (typeof scores === 'object' && scores !== null ? Object.entries(scores) : [])
    .map(([scorer, score]) => ({
      scorer,
      marks: marksOf(member(score, 'value')),
      explanation: member(score, 'explanation'),
    }))
    .filter(({ marks }) => marks !== null);
  const failed = scored.filter(({ marks }) => marks !== null && marks < 1);
  const epoch = member(sample, 'epoch');
  const target = member(sample, 'target');
  return {
    id: `${asText(member(sample, 'id'))}/${typeof epoch === 'number' ? epoch : 1}`,
    prompt: inputOf(member(sample, 'input')),
    reference:
      target === undefined || target === null || target === ''
        ? null
        : Array.isArray(target)
          ? target.map(asText).join('\n')
          : asText(target),
    output,
    label: scored.length === 0 ? null : failed.length === 0 ? 'PASS' : 'FAIL',
    failureClasses: failed.map(({ scorer }) => asFailureClass(scorer)),
    reason: failed.length === 0 ? '' : asText(failed[0]?.explanation),
  };
}

/** The model's last words: `completion`, else the text of the first choice. */
function outputOf(output: unknown): string | null {
  const completion = member(output, 'completion');
  if (typeof completion === 'string') return completion;
  const choices = member(output, 'choices');
  if (!Array.isArray(choices) || choices.length === 0) return null;
  return contentText(member(member(choices[0] as unknown, 'message'), 'content'));
}

function inputOf(input: unknown): string {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) return '';
  return (input as unknown[])
    .filter((message) => member(message, 'role') !== 'assistant')
    .map((message) => contentText(member(message, 'content')))
    .join('\n\n');
}

/** Content is a text, or a list of parts of which some are text. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as unknown[])
    .map((part) => asText(member(part, 'text')))
    .filter((text) => text !== '')
    .join('\n');
}

function marksOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') {
    const letter = letters[value];
    if (letter !== undefined) return letter;
    const number = Number(value);
    return value.trim() === '' || Number.isNaN(number) ? null : number;
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.values(value)
      .map(marksOf)
      .filter((one) => one !== null);
    return parts.length === 0 ? null : Math.min(...parts);
  }
  return null;
}
