import { join } from 'node:path';
import { Script } from 'node:vm';
import { rememberSource, type Cell } from './cells.js';
import type { CompiledCell } from './compile/compiler.js';
import { wrapperNames, type Modules } from './modules.js';

/** Variables of the notebook. */
export type Variables = Record<string, unknown>;

/**
 * Runs a compiled cell.
 *
 * @param enter - calls its argument as code of the cell
 * @returns the value of its last expression, or undefined where it has none
 */
export async function runCell(
  cell: Cell,
  { emitted, files, isAsync, lastExpression }: CompiledCell,
  parts: {
    readonly folder: string;
    readonly modules: Modules;
    readonly variables: Variables;
    readonly enter: <Result>(action: () => Result) => Result;
  },
): Promise<unknown> {
  const { folder, modules, variables, enter } = parts;
  modules.add(files);
  if (modules.mustPreload(emitted.imports, folder))
    await enter(() => modules.preload(emitted.imports, folder));

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
  const run = new Script(`${head}${emitted.code}\n})`, { filename: file }).runInThisContext() as (
    ...parts: readonly unknown[]
  ) => unknown;
  const running = enter(() => run(...modules.surroundings(variables, join(folder, 'cell.ts'))));
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
