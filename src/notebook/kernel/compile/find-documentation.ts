import type { ReadDocumentation } from './file-access.js';
import type { Program, TypeScript } from './tslab.js';

/** TypeScript's own way to the name at a position. */
interface Tools extends TypeScript {
  readonly getTouchingPropertyName: (file: object, position: number) => object;
  readonly SymbolFlags: { readonly Alias: number };
}

/**
 * Documentation of the name at a position, where the compiler was kept from reading it.
 *
 * @param position - in the cell's file as the compiler sees it
 */
export function findDocumentation(
  typescript: TypeScript,
  program: Program,
  {
    cellFile,
    position,
    read,
  }: { readonly cellFile: string; readonly position: number; readonly read: ReadDocumentation },
): string | undefined {
  const { getTouchingPropertyName, SymbolFlags } = typescript as Tools;
  const file = program.getSourceFile(cellFile);
  if (file === undefined) return undefined;
  const checker = program.getTypeChecker();
  let symbol = checker.getSymbolAtLocation(getTouchingPropertyName(file, position));
  if (symbol !== undefined && (symbol.flags & SymbolFlags.Alias) !== 0)
    symbol = checker.getAliasedSymbol(symbol);
  for (const declaration of symbol?.declarations ?? []) {
    // The documentation of a variable stands before its statement.
    for (const node of [declaration, declaration.parent?.parent]) {
      if (node === undefined) continue;
      const from = node.getSourceFile();
      const text = read(from.fileName, node.pos, node.getStart(from));
      if (text !== undefined && text !== '') return text;
    }
  }
  return undefined;
}
