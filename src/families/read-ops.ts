import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PawlError } from '../errors.js';
import type { OpSpec, OpTier } from '../grader/op.js';
import { didYouMean } from '../input/nearest-name.js';

const tiers: readonly OpTier[] = ['static', 'execution', 'judge'];
const headerKeys = ['failure class', 'tier', 'description'] as const;

/**
 * Reads a folder of seed ops. A `.py` file defines `check(item)`; a `.md` file is a yes/no question to a judge. The
 * file's name is the op's. Both begin with a header, in Python as comments:
 *
 * ```
 * # failure class: crash
 * # tier: execution
 * # description: raises an exception on an ordinary input
 * ```
 *
 * @param folder the folder; other files in it are passed over
 * @param taxonomy the failure classes that exist
 * @throws PawlError `bad-input` naming every file with a bad header, an unknown class or tier, or no `check`
 */
export function readOps(folder: string, taxonomy: readonly string[]): OpSpec[] {
  const problems: string[] = [];
  const ops: OpSpec[] = [];
  for (const file of readdirSync(folder).sort()) {
    const match = /^(.+)\.(py|md)$/.exec(file);
    if (match === null) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const isPython = match[2] === 'py';
    const { header, body } = isPython ? pythonHeader(text) : markdownHeader(text);
    const found = problemsOf(header, taxonomy);
    if (isPython && !/^def check\(/m.test(body)) found.push('defines no check(item)');
    if (!isPython && body.trim() === '') found.push('asks no question');
    if (isPython === (header.get('tier') === 'judge'))
      found.push("a .py op is 'static' or 'execution', a .md op is 'judge'");
    problems.push(...found.map((problem) => `${file}: ${problem}`));
    ops.push({
      name: match[1] ?? '',
      failureClass: header.get('failure class') ?? '',
      tier: tiers.find((tier) => tier === header.get('tier')) ?? 'static',
      origin: 'seed',
      bornAt: 0,
      description: header.get('description') ?? '',
      check: isPython
        ? { kind: 'python', source: text }
        : { kind: 'question', question: body.trim().replaceAll(/\s*\n\s*/g, ' ') },
    });
  }
  if (problems.length > 0)
    throw new PawlError('bad-input', problems.join('\n'), {
      hint: 'see docs/families-code.md for the header of an op',
    });
  return ops;
}

type Header = ReadonlyMap<string, string>;

/** `# key: value` comments at the top of a Python file; a value goes on in comment lines that are indented further. */
function pythonHeader(text: string): { header: Header; body: string } {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return {
    header: readHeader(lines.slice(0, end).map((line) => line.slice(1).replace(/^ /, ''))),
    body: lines.slice(end).join('\n'),
  };
}

/** The same between two lines of `---`. */
function markdownHeader(text: string): { header: Header; body: string } {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  return { header: readHeader((parts?.[1] ?? '').split('\n')), body: parts?.[2] ?? '' };
}

function readHeader(lines: readonly string[]): Header {
  const header = new Map<string, string>();
  let last: string | undefined;
  for (const line of lines) {
    const match = /^([a-z][a-z ]*): (.*)$/.exec(line);
    if (match !== null) {
      last = match[1] ?? '';
      header.set(last, (match[2] ?? '').trim());
    } else if (last !== undefined && line.startsWith(' ')) {
      header.set(last, `${header.get(last) ?? ''} ${line.trim()}`);
    }
  }
  return header;
}

function problemsOf(header: Header, taxonomy: readonly string[]): string[] {
  const problems = headerKeys.filter((key) => !header.get(key)).map((key) => `the header has no '${key}'`);
  const failureClass = header.get('failure class');
  if (failureClass && !taxonomy.includes(failureClass))
    problems.push(`unknown failure class '${failureClass}'; ${didYouMean(failureClass, taxonomy)}`);
  const tier = header.get('tier');
  if (tier && !tiers.some((known) => known === tier))
    problems.push(`unknown tier '${tier}'; ${didYouMean(tier, tiers)}`);
  return problems;
}
