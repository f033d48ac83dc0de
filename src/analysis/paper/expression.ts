import { PawlError } from '../../errors.js';
import { add, type Box, divide, middle, multiply, point, subtract } from './box.js';
import { plainNumber } from './number-text.js';
import type { Quantity } from './quantities.js';

/** A parsed formula over numbers and references. */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'operation'; readonly sign: Sign; readonly left: Formula; readonly right: Formula };

type Sign = '+' | '−' | '×' | '/';

const binding: Readonly<Record<Sign, number>> = { '+': 1, '−': 1, '×': 2, '/': 2 };
const operations: Readonly<Record<Sign, (a: Box, b: Box) => Box>> = {
  '+': add,
  '−': subtract,
  '×': multiply,
  '/': divide,
};
const spellings: Readonly<Record<string, Sign>> = {
  '+': '+',
  '-': '−',
  '−': '−',
  '*': '×',
  '×': '×',
  '/': '/',
};

/**
 * Parses a formula: numbers, `{ids}`, + − × / and brackets, products before sums.
 *
 * @throws PawlError `bad-expression` with the column
 * @example
 * parseFormula('1 - {win-rate}') // operation −, number 1, reference win-rate
 */
export function parseFormula(text: string): Formula {
  const token = /\s*(?:(\d*\.?\d+)|\{([^{}]*)\}|([-+−*×/()]))/y;
  let at = 0;

  const fail = (expected: string): PawlError => {
    const rest = text.slice(at).trim();
    const got = rest === '' ? 'the end' : `'${rest.slice(0, 12)}'`;
    return new PawlError('bad-expression', `column ${at + 1}: expected ${expected}, got ${got}`);
  };
  const peek = (): RegExpExecArray | null => {
    token.lastIndex = at;
    return token.exec(text);
  };
  const operand = (): Formula => {
    const match = peek();
    if (match?.[1] !== undefined) {
      at = token.lastIndex;
      return { kind: 'number', value: Number(match[1]) };
    }
    if (match?.[2] !== undefined) {
      at = token.lastIndex;
      return { kind: 'reference', name: match[2].trim() };
    }
    if (match?.[3] !== '(') throw fail('a number, {id} or (');
    at = token.lastIndex;
    const inner = sum(1);
    if (peek()?.[3] !== ')') throw fail(')');
    at = token.lastIndex;
    return inner;
  };
  const sum = (weakest: number): Formula => {
    let left = operand();
    for (;;) {
      const sign = spellings[peek()?.[3] ?? ''];
      if (sign === undefined || binding[sign] < weakest) return left;
      at = token.lastIndex;
      left = { kind: 'operation', sign, left, right: sum(binding[sign] + 1) };
    }
  };
  const formula = sum(1);
  if (text.slice(at).trim() !== '') throw fail('+ − × / or the end');
  return formula;
}

/** The names a formula refers to, in order. */
export function referencesIn(formula: Formula): string[] {
  if (formula.kind === 'number') return [];
  if (formula.kind === 'reference') return [formula.name];
  return [...referencesIn(formula.left), ...referencesIn(formula.right)];
}

/** The box of a formula: every value it can have while each quantity stays within its own box. */
export function evaluate(formula: Formula, look: (name: string) => Quantity): Box {
  if (formula.kind === 'number') return point(formula.value);
  if (formula.kind === 'reference') return look(formula.name).box;
  return operations[formula.sign](evaluate(formula.left, look), evaluate(formula.right, look));
}

/** The formula at the middle of every quantity's box. */
export function estimate(formula: Formula, look: (name: string) => Quantity): number {
  const middles = evaluate(formula, (name) => ({ ...look(name), box: point(middle(look(name).box)) }));
  return middles.low;
}

/** The formula with every quantity written out. */
export function write(formula: Formula, look: (name: string) => Quantity, within: number = 0): string {
  if (formula.kind === 'number') return plainNumber(formula.value);
  if (formula.kind === 'reference') {
    const { text } = look(formula.name);
    return (within >= 2 && text.includes('/')) || (within > 0 && text.startsWith('−')) ? `(${text})` : text;
  }
  const own = binding[formula.sign];
  const left = write(formula.left, look, own);
  // a − (b − c) and a / (b × c) keep their brackets
  const right = write(formula.right, look, own + 0.5);
  const text = formula.sign === '/' ? `${left}/${right}` : `${left} ${formula.sign} ${right}`;
  return own < within ? `(${text})` : text;
}
