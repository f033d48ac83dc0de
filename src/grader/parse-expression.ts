import { PawlError } from '../errors.js';
import { didYouMean } from '../input/nearest-name.js';
import { isOpName, nodeKeywords, type Expression } from './expression.js';

interface Token {
  readonly text: string;
  /** From 1. */
  readonly column: number;
}

const maxDepth = 64;
const maxChildren = 100;

/**
 * Reads the text form of an expression: prefix s-expressions over op names.
 *
 * `(any a b)` `(all a b)` `(not a)` `(at-least 2 a b c)` `(weighted 0.6 (0.5 a) (0.3 b))`; weights are in (0, 1000] and
 * thresholds in (0, 1], both with at most four decimals so that their sums compare exactly.
 *
 * @param text one expression; white space is free
 * @throws PawlError `bad-expression`; the message names the column, counted from 1
 * @example
 * parseExpression('(any crash timeout)') // { kind: 'any', children: [{ kind: 'op', name: 'crash' }, …] }
 */
export function parseExpression(text: string): Expression {
  const reader = new Reader(text);
  const expression = reader.expression(0);
  reader.end();
  return expression;
}

class Reader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = [...text.matchAll(/[()]|[^\s()]+/g)].map((match) => ({
      text: match[0],
      column: match.index + 1,
    }));
  }

  expression(depth: number): Expression {
    const token = this.#take('an op name or (');
    if (depth > maxDepth) this.#fail(token, `nested deeper than ${maxDepth} levels`);
    if (token.text === ')') this.#fail(token, "expected an op name or '(', got ')'");
    if (token.text !== '(') return this.#leaf(token);
    const head = this.#take('any, all, not, at-least or weighted');
    const node = this.#node(head, depth);
    const close = this.#take("')'");
    if (close.text !== ')')
      this.#fail(close, `expected ')' after the children of '${head.text}', got '${close.text}'`);
    return node;
  }

  end(): void {
    const rest = this.#tokens[this.#position];
    if (rest !== undefined) this.#fail(rest, `nothing may follow the expression, got '${rest.text}'`);
  }

  #node(head: Token, depth: number): Expression {
    switch (head.text) {
      case 'any':
      case 'all':
        return { kind: head.text, children: this.#children(head, depth) };
      case 'not':
        return { kind: 'not', child: this.expression(depth + 1) };
      case 'at-least': {
        const token = this.#take('a count');
        const count = Number(token.text);
        if (!Number.isInteger(count) || count < 1)
          this.#fail(token, `expected a whole number ≥ 1, got '${token.text}'`);
        const children = this.#children(head, depth);
        if (count > children.length) {
          this.#fail(token, `at-least ${count} can never be reached with ${children.length} children`);
        }
        return { kind: 'at-least', count, children };
      }
      case 'weighted': {
        const threshold = this.#number('a threshold', 1);
        const children: { weight: number; child: Expression }[] = [];
        while (this.#peek()?.text === '(') {
          this.#take("'('");
          const weight = this.#number('a weight', 1000);
          const child = this.expression(depth + 1);
          const close = this.#take("')'");
          if (close.text !== ')')
            this.#fail(close, `expected ')' after a weighted child, got '${close.text}'`);
          children.push({ weight, child });
        }
        this.#checkCount(head, children.length, 'children such as (0.5 crash)');
        return { kind: 'weighted', threshold, children };
      }
      default:
        return this.#fail(head, `unknown node '${head.text}'`, didYouMean(head.text, nodeKeywords));
    }
  }

  #children(head: Token, depth: number): Expression[] {
    const children: Expression[] = [];
    for (let next = this.#peek(); next !== undefined && next.text !== ')'; next = this.#peek()) {
      children.push(this.expression(depth + 1));
    }
    this.#checkCount(head, children.length, 'children');
    return children;
  }

  #checkCount(head: Token, count: number, what: string): void {
    if (count === 0) this.#fail(head, `'${head.text}' needs ${what}`);
    if (count > maxChildren)
      this.#fail(head, `'${head.text}' has ${count} children; at most ${maxChildren} are allowed`);
  }

  #leaf(token: Token): Expression {
    if (nodeKeywords.includes(token.text))
      this.#fail(token, `'${token.text}' is a node: write (${token.text} …)`);
    if (!isOpName(token.text)) this.#fail(token, `'${token.text}' is not an op name`);
    return { kind: 'op', name: token.text };
  }

  #number(what: string, largest: number): number {
    const token = this.#take(what);
    const value = Number(token.text);
    const fine = /^\d+(\.\d{1,4})?$/.test(token.text) && value > 0 && value <= largest;
    if (!fine)
      this.#fail(
        token,
        `expected ${what} in (0, ${largest}] with at most four decimals, got '${token.text}'`,
      );
    return value;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#position];
  }

  #take(wanted: string): Token {
    const token = this.#tokens[this.#position++];
    if (token !== undefined) return token;
    const empty = this.#text.trim() === '';
    return this.#fail(
      { text: '', column: this.#text.length + 1 },
      empty ? 'the expression is empty' : `expected ${wanted}, got the end`,
    );
  }

  #fail(token: Token, problem: string, hint?: string): never {
    const pointer =
      this.#text.length <= 200 && !this.#text.includes('\n')
        ? `\n  ${this.#text}\n  ${' '.repeat(token.column - 1)}^`
        : '';
    throw new PawlError('bad-expression', `column ${token.column}: ${problem}${pointer}`, { hint });
  }
}
