import type { Node, Transformer, TypeScript } from './tslab.js';

/** Names that the kernel puts in front of a cell's code. */
export const importName = '__pawlImport';
export const aliveName = '__pawlAlive';
export const metaName = '__pawlMeta';

/** What a module does that its runner must know. */
export interface Found {
  readonly imports: string[];
  awaits: boolean;
}

/**
 * `import(x)` becomes a call to the kernel, as TypeScript would make it `require`; `await x` asks, when it goes on, whether
 * the cell was interrupted meanwhile.
 */
export function ownCalls(typescript: TypeScript, found: Found): Transformer {
  const { SyntaxKind, factory } = typescript;
  return (context) => {
    let depth = 0;
    const visit = (node: Node): Node => {
      const inFunction = typescript.isFunctionLike(node);
      if (inFunction) depth++;
      const visited = typescript.visitEachChild(node, visit, context);
      if (inFunction) depth--;
      const awaits = node.kind === SyntaxKind['AwaitExpression'] || node.awaitModifier !== undefined;
      if (awaits && depth === 0) found.awaits = true;
      if (
        node.kind === SyntaxKind['CallExpression'] &&
        node.expression?.kind === SyntaxKind['ImportKeyword']
      ) {
        return factory.createCallExpression(
          factory.createIdentifier(importName),
          undefined,
          visited.arguments ?? [],
        );
      }
      if (node.kind === SyntaxKind['AwaitExpression']) {
        return factory.createCallExpression(factory.createIdentifier(aliveName), undefined, [visited]);
      }
      // `import.meta` is the only meta property that a module can have outside of functions.
      if (node.kind === SyntaxKind['MetaProperty'] && node.keywordToken === SyntaxKind['ImportKeyword']) {
        return factory.createIdentifier(metaName);
      }
      return visited;
    };
    return (file) => {
      for (const { moduleSpecifier } of file.statements) {
        if (moduleSpecifier?.text !== undefined) found.imports.push(moduleSpecifier.text);
      }
      return typescript.visitEachChild(file, visit, context);
    };
  };
}
