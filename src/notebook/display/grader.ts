import { PawlError } from '../../errors.js';
import { childrenOf, type Expression } from '../../grader/expression.js';
import type { GraderFile } from '../../grader/grader-file.js';
import type { OpSpec } from '../../grader/op.js';
import { parseExpression } from '../../grader/parse-expression.js';
import type { Json, JsonObject } from '../../json.js';
import { markup, type Markup } from './markup.js';
import type { Displayable, MimeBundle } from './mime-bundle.js';

/**
 * A grader file made readable: its expression as a tree in words, under each leaf what it looks for, its class and the
 * source or question, then how it was selected and its audit.
 *
 * @param file - as `loadGraderFile` reads it
 * @throws PawlError `bad-input` for anything else
 * @example
 * grader(loadGraderFile('grader.json'));
 */
export function grader(file: GraderFile): Displayable {
  if ((file as { format?: unknown } | null)?.format !== 'pawl-grader') {
    throw new PawlError('bad-input', 'grader: expected a grader file', {
      hint: "read one with loadGraderFile('grader.json')",
    });
  }
  const expression = parseExpression(file.expression);
  const ops = new Map(file.ops.map((op) => [op.name, op]));
  return {
    toMimeBundle: (): MimeBundle => ({
      data: {
        'text/html': html(file, expression, ops).text,
        'text/plain': plain(file, expression, ops),
      },
    }),
  };
}

/** What a node says, in words. */
function nodeWords(expression: Expression): string {
  switch (expression.kind) {
    case 'op':
      return expression.name;
    case 'any':
      return 'a drawback if any of these finds one';
    case 'all':
      return 'a drawback if all of these find one';
    case 'not':
      return 'a drawback if this finds none';
    case 'at-least':
      return `a drawback if at least ${expression.count} of these find one`;
    case 'weighted':
      return `a drawback if those that find one hold at least ${expression.threshold} of the weight`;
  }
}

/** The weight of a child, said before it; empty but under a weighted node. */
function weightOf(parent: Expression, index: number): string {
  return parent.kind === 'weighted' ? `weight ${parent.children[index]?.weight ?? 0}: ` : '';
}

function aboutOp(op: OpSpec): string {
  const born =
    op.origin === 'seed'
      ? 'a seed op'
      : `born of ${op.origin === 'miss' ? 'an anchor miss' : 'an unlabelled gap'} in round ${op.bornAt}`;
  return `${op.failureClass}, ${op.tier}, ${born}`;
}

function html(file: GraderFile, expression: Expression, ops: ReadonlyMap<string, OpSpec>): Markup {
  const node = (one: Expression, before: string): Markup => {
    if (one.kind !== 'op') {
      return markup`<li>${before}${nodeWords(one)}<ul>${childrenOf(one).map((child, index) =>
        node(child, weightOf(one, index)),
      )}</ul></li>`;
    }
    const op = ops.get(one.name);
    if (op === undefined) return markup`<li>${before}<b>${one.name}</b></li>`;
    const [kind, source] =
      op.check.kind === 'python' ? ['its Python', op.check.source] : ['its question', op.check.question];
    return markup`<li>${before}<b>${op.name}</b>: ${op.description} <small>(${aboutOp(op)})</small><details><summary>${kind}</summary><pre>${source}</pre></details></li>`;
  };
  const facts = [
    ['how it was selected', file.provenance],
    ['audit on locked items, recorded and never used', file.audit ?? {}],
    ['engines', file.engines],
  ] as const;
  return markup`<div><p><b>grader</b> for ${file.family.name} (version ${file.family.version}), ${file.hash.slice(0, 12)}<br><code>${file.expression}</code><br>The root must pass, and this expression must find no drawback; PASS means no known drawback was found, never correct.</p><ul>${node(expression, '')}</ul>${facts
    .map(([name, values]) => ({ name, lines: factLines(values) }))
    .filter(({ lines }) => lines.length > 0)
    .map(
      ({ name, lines }) =>
        markup`<p><b>${name}</b></p><ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`,
    )}</div>`;
}

function plain(file: GraderFile, expression: Expression, ops: ReadonlyMap<string, OpSpec>): string {
  const node = (one: Expression, depth: number, before: string): string[] => {
    const indent = '  '.repeat(depth);
    const op = one.kind === 'op' ? ops.get(one.name) : undefined;
    if (op !== undefined) return [`${indent}${before}${op.name}: ${op.description} (${aboutOp(op)})`];
    return [
      `${indent}${before}${nodeWords(one)}`,
      ...childrenOf(one).flatMap((child, index) => node(child, depth + 1, weightOf(one, index))),
    ];
  };
  const audit = factLines(file.audit ?? {});
  return [
    `grader for ${file.family.name}: ${file.expression}`,
    ...node(expression, 1, ''),
    ...(audit.length === 0
      ? ['not audited']
      : ['audit on locked items:', ...audit.map((line) => `  ${line}`)]),
  ].join('\n');
}

/** Facts as lines `name: value`; an agreement with its denominators in one line. */
function factLines(facts: JsonObject | Readonly<Record<string, string>>): string[] {
  return Object.entries(facts).map(([name, value]) => `${spaced(name)}: ${factWords(value)}`);
}

function factWords(value: Json): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(3);
  if (value === null) return 'none';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(factWords).join(', ');
  const one = value as JsonObject;
  if (typeof one['opinions'] === 'number' && typeof one['correct'] === 'number') {
    const share = one['agreement'] === null ? 'no opinion' : factWords(one['agreement'] ?? null);
    return `${share} (${one['correct']} of ${one['opinions']} opinions right; ${factWords(one['abstained'] ?? null)} abstained, of ${factWords(one['n'] ?? null)})`;
  }
  return Object.entries(one)
    .map(([key, inner]) => `${spaced(key)} ${factWords(inner)}`)
    .join(', ');
}

/** `wholeGrader` → `whole grader` */
function spaced(name: string): string {
  return name.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
}
