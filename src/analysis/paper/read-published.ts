import { dataPath } from '../../data-folder.js';
import { messageOf, PawlError } from '../../errors.js';
import { readText } from '../../input/jsonl.js';
import { publishedJsonSchema, publishedSchema } from './published-schema.js';
import type { PublishedPaper } from './published.js';
import { referenceProblems } from './reference-problems.js';
import { schemaProblems } from './schema-problems.js';

/** Problems that are printed; a file with more is told how many. */
const shown = 40;

/** The published values that come with the package. */
export function publishedPath(): string {
  return dataPath('paper', 'published.json');
}

/**
 * Reads the printed numbers of a paper from a file; the Double Ratchet paper's when no file is given.
 *
 * @throws PawlError `not-found`, or `bad-input` with every problem of the file: path, got, expected, nearest name
 * @example
 * readPublished().paper.id // 'arXiv:2607.12790'
 */
export function readPublished(path: string = publishedPath()): PublishedPaper {
  return parsePublished(readText(path), path);
}

/**
 * Reads a published.json from its text; errors as in {@link readPublished}.
 *
 * @param source what the text is called in messages
 */
export function parsePublished(text: string, source: string): PublishedPaper {
  const document = parseJson(text, source);
  const read = publishedSchema.safeParse(document);
  if (!read.success)
    throw problem(source, schemaProblems(read.error.issues, document, publishedJsonSchema()));
  const problems = referenceProblems(read.data);
  if (problems.length > 0) throw problem(source, problems);
  return read.data;
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const position = Number(/position (\d+)/.exec(messageOf(cause))?.[1] ?? NaN);
    const line = Number.isNaN(position) ? '' : `:${text.slice(0, position).split('\n').length}`;
    throw new PawlError('bad-input', `${source}${line}: not JSON (${messageOf(cause)})`, { cause });
  }
}

function problem(source: string, problems: readonly string[]): PawlError {
  const list = problems.slice(0, shown).map((one) => `  ${one}`);
  const more = problems.length > shown ? [`  … and ${problems.length - shown} more`] : [];
  const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
  return new PawlError('bad-input', [`${source}: ${count}`, ...list, ...more].join('\n'), {
    hint: 'docs/paper.md describes the format; data/paper/published.schema.json lets an editor check it',
  });
}
