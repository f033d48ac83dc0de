import { messageOf } from '../../errors.js';
import { didYouMean } from '../../input/nearest-name.js';
import { isPoint } from './box.js';
import { parseFormula, referencesIn } from './expression.js';
import { parsePrinted, type Printed, printedForms } from './printed-number.js';
import type { Operand, PaperCheck, PublishedPaper } from './published.js';
import { partAt, readValues, referenceProblem, type Values } from './quantities.js';
import { pathText } from './schema-problems.js';

/** What a place of a check needs from the value it refers to. */
type Need = 'number' | 'exact' | 'any' | Printed['kind'];

interface Use {
  readonly path: readonly (string | number)[];
  readonly operand: Operand;
  readonly need: Need;
}

/** Everything in a well-shaped published.json that does not hold together: ids, printed strings, references, formulas. */
export function referenceProblems(paper: PublishedPaper): string[] {
  const values = readValues(paper);
  return [
    ...valueProblems(paper),
    ...paper.checks.flatMap((check, index) => checkProblems(check, index, values)),
  ];
}

function valueProblems(paper: PublishedPaper): string[] {
  const documents = Object.keys(paper.documents);
  return paper.values.flatMap((value, index) => {
    const problems: string[] = [];
    const at = (key: string): string => pathText(['values', index, key]);
    const first = paper.values.findIndex((other) => other.id === value.id);
    if (first < index) problems.push(`${at('id')}: '${value.id}' is the id of values[${first}] too`);
    if (!documents.includes(value.document)) {
      problems.push(
        `${at('document')}: no document '${value.document}'; ${didYouMean(value.document, documents)}`,
      );
    }
    if (value.unit !== 'text' && parsePrinted(value.printed) === undefined) {
      problems.push(`${at('printed')}: expected ${printedForms}, got '${value.printed}'`);
    }
    return problems;
  });
}

function checkProblems(check: PaperCheck, index: number, values: Values): string[] {
  const formulas = formulasIn(check).flatMap(([key, text]) =>
    formulaProblems(['checks', index, key], text, values),
  );
  const uses = usesIn(check).flatMap((use) =>
    useProblems({ ...use, path: ['checks', index, ...use.path] }, values),
  );
  return [...formulas, ...uses, ...extraProblems(check, index, values)];
}

function formulasIn(check: PaperCheck): [string, string][] {
  if (check.kind === 'arithmetic') return [['expression', check.expression]];
  if (check.kind === 'equal') {
    return [
      ['left', check.left],
      ['right', check.right],
    ];
  }
  return [];
}

function formulaProblems(path: readonly (string | number)[], text: string, values: Values): string[] {
  try {
    const names = referencesIn(parseFormula(text));
    const problems = names
      .map((name) => referenceProblem(name, values))
      .filter((problem) => problem !== undefined);
    return problems.map((problem) => `${pathText(path)}: ${problem}`);
  } catch (thrown) {
    return [`${pathText(path)}: ${messageOf(thrown)} in '${text}'`];
  }
}

function useProblems({ path, operand, need }: Use, values: Values): string[] {
  if (typeof operand === 'number') return [];
  const at = pathText(path);
  const problem = referenceProblem(operand, values, need !== 'number' && need !== 'exact');
  if (problem !== undefined) return [`${at}: ${problem}`];
  const found = values.get(operand.split('.')[0] ?? '');
  const printed = found?.printed;
  const unreadable = printed === undefined && found?.value.unit !== 'text';
  if (need === 'any' || unreadable) return [];
  if (need === 'exact') {
    const { part } = partAt(operand, values);
    return isPoint(part.box) ? [] : [`${at}: expected a whole number, got '${part.digits}'`];
  }
  if (need === 'number' || printed?.kind === need) return [];
  return [
    `${at}: expected ${need === 'interval' ? 'an interval [a, b]' : 'a mean±sd'}, got ${printed?.kind ?? 'text'}`,
  ];
}

/** Every reference of a check, with what its place needs. */
function usesIn(check: PaperCheck): Use[] {
  const use = (key: string, operand: Operand, need: Need): Use => ({ path: [key], operand, need });
  const list = (of: readonly string[], need: Need): Use[] =>
    of.map((operand, position) => ({ path: ['of', position], operand, need }));
  switch (check.kind) {
    case 'arithmetic':
      return check.of === undefined ? [] : [use('of', check.of, 'number')];
    case 'equal':
      return [];
    case 'count': {
      const per: Use[] =
        check.per === undefined ? [] : [{ path: ['per', 'count'], operand: check.per.count, need: 'exact' }];
      const factors = check.terms.flatMap((term, row) =>
        term.factors.map(({ count }, column): Use => ({
          path: ['terms', row, 'factors', column, 'count'],
          operand: count,
          need: 'exact',
        })),
      );
      return [use('of', check.of, 'exact'), ...per, ...factors];
    }
    case 'share':
      return [
        use('of', check.of, 'number'),
        use('part', check.part, 'exact'),
        use('whole', check.whole, 'exact'),
      ];
    case 'grid':
      return list(check.of, 'number');
    case 'reconstruct-seeds':
      return [use('of', check.of, 'mean-sd')];
    case 'retention':
      return check.families.flatMap((family, row) => [
        { path: ['families', row, 'of'], operand: family.of, need: 'number' as const },
        ...Object.entries(family.under).flatMap(([name, arms]) =>
          (['reference', 'co'] as const).flatMap((arm) =>
            Object.entries(arms[arm]).map(([key, operand]): Use => ({
              path: ['families', row, 'under', name, arm, key],
              operand: operand as Operand,
              need: 'number',
            })),
          ),
        ),
      ]);
    case 'unpaired-bootstrap':
      return [use('of', check.of, 'interval'), use('a', check.a, 'mean-sd'), use('b', check.b, 'mean-sd')];
    case 'mcnemar':
      return [
        use('of', check.of, 'number'),
        use('corrected', check.corrected, 'exact'),
        use('broken', check.broken, 'exact'),
      ];
    case 'task-sign-flip': {
      const keys = ['corrected', 'broken', 'tasks', 'runs'] as const;
      return [use('of', check.of, 'number'), ...keys.map((key) => use(key, check[key], 'exact'))];
    }
    case 'peak-optimism': {
      const never = check.neverPassed === undefined ? [] : [use('neverPassed', check.neverPassed, 'exact')];
      return [
        use('tasks', check.tasks, 'exact'),
        use('rounds', check.rounds, 'exact'),
        use('rate', check.rate, 'number'),
        ...never,
      ];
    }
    case 'anchor-agreement': {
      const keys = ['failures', 'clean', 'weightOfFailures', 'weightOfClean'] as const;
      return [...list(check.of, 'number'), ...keys.map((key) => use(key, check[key], 'exact'))];
    }
    case 'not-derivable':
      return list(check.of, 'any');
  }
}

/** What a kind needs beyond its references. */
function extraProblems(check: PaperCheck, index: number, values: Values): string[] {
  const at = (key: string): string => pathText(['checks', index, key]);
  if (check.kind === 'arithmetic' && check.of === undefined && check.label === undefined) {
    return [`${at('label')}: expected a label, because the check names no printed number ('of')`];
  }
  if (check.kind === 'grid') {
    const bare = check.of.filter(
      (reference) => values.has(reference) && values.get(reference)?.value.grid === undefined,
    );
    return bare.map(
      (reference) => `${at('of')}: '${reference}' has no 'grid'; say how many things it is a share of`,
    );
  }
  if (check.kind === 'reconstruct-seeds') {
    const value = values.get(check.of)?.value;
    const missing = [
      ...(value?.runs === undefined ? ["'runs'"] : []),
      ...(value?.n === undefined && check.n === undefined ? ["'n'"] : []),
    ];
    return value === undefined || missing.length === 0
      ? []
      : [`${at('of')}: '${check.of}' has no ${missing.join(' and no ')}`];
  }
  return [];
}
