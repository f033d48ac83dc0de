import type { Diagnostic } from './tslab.js';

/** The compiler's words for: later cells need this variable's type, and it has no name that they could use. */
const unnameable = new Set([2527, 2742, 4023, 4025, 4094, 7056]);

/**
 * Cells are checked against declarations of the cells before, and some types cannot be declared: those of a whole imported
 * module, or made of names that a package keeps to itself. Where that is all that is wrong with a cell, such variables get
 * a type that can be written: the module's, else `any`.
 *
 * @returns the cell with those types written in, or undefined when that would not help
 */
export function withNameableTypes(source: string, diagnostics: readonly Diagnostic[]): string | undefined {
  if (
    diagnostics.length === 0 ||
    !diagnostics.every(({ code, fileName }) => unnameable.has(code) && fileName === undefined)
  ) {
    return undefined;
  }
  const offsets = [...new Set(diagnostics.map(({ start }) => start.offset))].sort((a, b) => b - a);
  let text = source;
  for (const offset of offsets) {
    const rest = text.slice(offset);
    const [name] = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?=\s*=[^=>])/u.exec(rest) ?? [];
    if (name === undefined) return undefined;
    const [, module] =
      /^\s*=\s*await\s+import\(\s*(['"][^'"]+['"])\s*\)\s*(?:;|\n|$)/.exec(rest.slice(name.length)) ?? [];
    const type = module === undefined ? 'any' : `typeof import(${module})`;
    text = `${text.slice(0, offset)}${name}: ${type}${rest.slice(name.length)}`;
  }
  return text;
}
