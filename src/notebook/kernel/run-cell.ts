import { join } from 'node:path';
import { Script } from 'node:vm';
import { rememberSource, type Cell } from './cells.js';
import type { CompiledCell } from './compile/compiler.js';
import { wrapperNames, type Modules } from './modules.js';

/** Variables of the notebook. */
export type Variables = Record<string, unknown>;

/** A compiled cell as a function that V8 has accepted. */
export type RunnableCell = CompiledCell & { readonly call: (...parts: readonly unknown[]) => unknown };

/**
 * Hands a compiled cell to V8; nothing of it runs yet.
 *
 * @throws SyntaxError for what TypeScript accepts and V8 does not
 */
export function prepareCell(cell: Cell, compiled: CompiledCell): RunnableCell {
  const { emitted, isAsync } = compiled;
  const head = `(${isAsync ? 'async ' : ''}function (${wrapperNames.join(', ')}) {`;
  const file = `cell-${cell.id}`;
  rememberSource({
    file,
    label: labelOf(cell),
    text: cell.code,
    maps: emitted.maps,
    prefix: head.length,
    // tslab puts `export {};` on a line of its own before the cell.
    skippedLines: 1,
  });
  const taken = wrapperNames.find((name) =>
    new RegExp(`^(?:const|let|class) ${name}\\b`, 'm').test(emitted.code),
  );
  try {
    if (taken !== undefined) throw new SyntaxError(`'${taken}' is taken in a notebook; choose another name`);
    const script = new Script(`${head}${emitted.code}\n})`, { filename: file });
    return { ...compiled, call: script.runInThisContext() as RunnableCell['call'] };
  } catch (thrown) {
    // Its stack is the kernel's own.
    if (thrown instanceof Error) thrown.stack = thrown.stack?.split('\n    at ', 1)[0] ?? '';
    throw thrown;
  }
}

/**
 * Runs a cell.
 *
 * @param enter - calls its argument as code of the cell
 * @returns the value of its last expression, or undefined where it has none
 */
export async function runCell(
  { emitted, files, isAsync, lastExpression, call }: RunnableCell,
  parts: {
    readonly folder: string;
    readonly modules: Modules;
    readonly variables: Variables;
    readonly enter: <Result>(action: () => Result) => Result;
  },
): Promise<unknown> {
  const { folder, modules, variables, enter } = parts;
  modules.add(files);
  if (modules.mustPreload(emitted.imports, folder)) {
    await enter(() => modules.preload(emitted.imports, folder));
  }
  const running = enter(() => call(...modules.surroundings(variables, join(folder, 'cell.ts'))));
  if (isAsync) await running;

  if (lastExpression === undefined) return undefined;
  const value = variables[lastExpression];
  delete variables[lastExpression];
  return value;
}

/** How tracebacks name a cell. */
export function labelOf(cell: Pick<Cell, 'count'>): string {
  return `cell [${cell.count}]`;
}
