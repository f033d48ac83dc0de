import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PawlError } from '../../errors.js';
import type { OpTier } from '../../grader/op.js';
import { contentHash } from '../../hash.js';

/** What a template is worth. An off-target draft is a good template of another class, so it needs no folder. */
export type TemplateKind = 'good' | 'over-broad' | 'silent' | 'broken';

/** The folders of a bank. */
export const templateKinds: readonly TemplateKind[] = ['good', 'over-broad', 'silent', 'broken'];

/** A constant of a Python template with the values that it may take, as Python source. */
export interface TemplateParameter {
  readonly name: string;
  readonly values: readonly string[];
}

/** A draft to be filled in: a Python check or a question to a judge. */
export interface DraftTemplate {
  /** The file's name: the stem of the op's name. */
  readonly name: string;
  readonly kind: TemplateKind;
  /** `any` where it does not matter. */
  readonly failureClass: string;
  readonly tier: OpTier;
  readonly description: string;
  readonly parameters: readonly TemplateParameter[];
  /** Python source without the header, or the question. */
  readonly body: string;
}

/** All templates of a family, sorted by kind and name, and the hash of their content. */
export interface DraftBank {
  readonly templates: readonly DraftTemplate[];
  readonly version: string;
}

const tiers: readonly OpTier[] = ['static', 'execution', 'judge'];

/**
 * Reads a bank: folders `good`, `over-broad`, `silent` and `broken` of `.py` checks and `.md` questions. A file begins with the
 * header of a seed op (`# failure class: …`, `# tier: …`, `# description: …`; between two lines of `---` in a question), where
 * the class may be `any`; in a check, `# parameter NAME: 1 | 2` lists the values of the constant that a line `NAME = 1` sets.
 *
 * @throws PawlError `bad-input` naming every file with a bad header or a parameter that nothing sets
 */
export function readDraftBank(folder: string, taxonomy: readonly string[]): DraftBank {
  const problems: string[] = [];
  const templates = templateKinds.flatMap((kind) =>
    readdirSync(join(folder, kind))
      .filter((file) => /\.(py|md)$/.test(file))
      .sort()
      .map((file) => {
        const template = readTemplate(file, readFileSync(join(folder, kind, file), 'utf8'), kind);
        problems.push(...problemsOf(template, taxonomy).map((problem) => `${kind}/${file}: ${problem}`));
        return template;
      }),
  );
  for (const failureClass of taxonomy) {
    const good = templates.some(
      (template) => template.kind === 'good' && template.failureClass === failureClass,
    );
    if (!good) problems.push(`good/: no draft for '${failureClass}'`);
  }
  if (problems.length > 0) {
    throw new PawlError('bad-input', `${folder}:\n${problems.join('\n')}`, {
      hint: 'see docs/simulated-roles.md for the header of a draft',
    });
  }
  return { templates, version: contentHash(templates) };
}

function readTemplate(file: string, text: string, kind: TemplateKind): DraftTemplate {
  const lines = text.split('\n');
  const isPython = file.endsWith('.py');
  const start = isPython ? 0 : 1;
  const end = isPython ? lines.findIndex((line) => !line.startsWith('#')) : lines.indexOf('---', 1);
  const entries = lines
    .slice(start, end)
    .map((line) => /^(?:# )?([a-zA-Z_ ]+?): (.*)$/.exec(line))
    .map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const);
  const header = new Map(entries);
  const rest = lines.slice(isPython ? end : end + 1).join('\n');
  return {
    name: file.replace(/\.(py|md)$/, ''),
    kind,
    failureClass: header.get('failure class') ?? '',
    tier: tiers.find((tier) => tier === header.get('tier')) ?? 'static',
    description: header.get('description') ?? '',
    parameters: entries
      .filter(([key]) => key.startsWith('parameter '))
      .map(([key, values]) => ({ name: key.slice('parameter '.length), values: values.split(' | ') })),
    body: isPython ? rest.trimStart() : rest.trim().replaceAll(/\s*\n\s*/g, ' '),
  };
}

function problemsOf(template: DraftTemplate, taxonomy: readonly string[]): string[] {
  const problems: string[] = [];
  const { failureClass, kind, description, body, parameters } = template;
  if (!taxonomy.includes(failureClass) && (failureClass !== 'any' || kind === 'good'))
    problems.push(`unknown failure class '${failureClass}'`);
  if (description === '') problems.push('no description');
  if (body === '') problems.push('nothing to check or to ask');
  for (const { name, values } of parameters) {
    if (!body.split('\n').includes(`${name} = ${values[0] ?? ''}`))
      problems.push(
        `no line '${name} = ${values[0] ?? ''}' (a parameter's first value is the one in the text)`,
      );
  }
  return problems;
}

/** A template's check with one value for each parameter. */
export function filledIn(
  { body, parameters }: DraftTemplate,
  choose: (parameter: TemplateParameter) => string,
): string {
  const lines = new Map(
    parameters.map((parameter) => [
      `${parameter.name} = ${parameter.values[0] ?? ''}`,
      `${parameter.name} = ${choose(parameter)}`,
    ]),
  );
  return body
    .split('\n')
    .map((line) => lines.get(line) ?? line)
    .join('\n');
}
