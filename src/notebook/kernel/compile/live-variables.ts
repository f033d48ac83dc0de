import type { Node, SourceFile, Transformer, TypeScript } from './tslab.js';

/** What this transformation needs of TypeScript, beyond what tslab's adaptation does. */
interface SyntaxTree extends Node {
  readonly parent?: SyntaxTree;
  readonly name?: SyntaxTree;
  readonly text?: string;
  readonly elements?: readonly SyntaxTree[];
  readonly declarationList?: { readonly flags: number; readonly declarations: readonly SyntaxTree[] };
  readonly objectAssignmentInitializer?: SyntaxTree;
  readonly getSourceFile?: () => SourceFile;
}

export interface Checker {
  getSymbolAtLocation(node: Node): object | undefined;
  getShorthandAssignmentValueSymbol(node: Node): object | undefined;
}

interface Tools extends TypeScript {
  readonly NodeFlags: { readonly Const: number };
  readonly isTypeNode: (node: Node) => boolean;
  readonly isIdentifier: (node: Node) => boolean;
  readonly isShorthandPropertyAssignment: (node: Node) => boolean;
  readonly isExportDeclaration: (node: Node) => boolean;
  readonly isVariableDeclaration: (node: Node) => boolean;
  readonly isBindingElement: (node: Node) => boolean;
  readonly setTextRange: (node: Node, place: Node) => Node;
  readonly setOriginalNode: (node: Node, original: Node) => Node;
  readonly factory: TypeScript['factory'] & {
    createPropertyAccessExpression(object: Node, name: string): Node;
    createPropertyAssignment(name: Node, value: Node): Node;
    createAssignment(target: Node, value: Node): Node;
  };
}

/**
 * Lets a cell read its own `let` variables where later cells write them. tslab keeps a local copy beside the notebook's
 * variable, so that a function of the first cell would not see what a second cell assigned. Also finds what `{ name }`
 * means where an earlier cell defined the name.
 */
export function liveVariables(typescript: TypeScript, checker: Checker): Transformer {
  const ts = typescript as Tools;
  const { factory } = ts;
  return (context) => (file) => {
    const live = new Set<object>();
    for (const statement of file.statements as readonly SyntaxTree[]) {
      const list = statement.declarationList;
      if (list === undefined || (list.flags & ts.NodeFlags.Const) !== 0) continue;
      for (const name of list.declarations.flatMap(namesIn)) {
        const symbol = checker.getSymbolAtLocation(name);
        if (symbol !== undefined) live.add(symbol);
      }
    }
    const isLive = (symbol: object | undefined): boolean => symbol !== undefined && live.has(symbol);
    // tslab overlooks `{ name }` where a cell before defined the name.
    const isEarlier = (symbol: { readonly declarations?: readonly SyntaxTree[] } | undefined): boolean =>
      symbol?.declarations?.some((one) => one.getSourceFile?.().fileName.endsWith('/__prev__.d.ts')) === true;
    const access = (identifier: SyntaxTree): Node => {
      const made = factory.createPropertyAccessExpression(
        factory.createIdentifier('exports'),
        identifier.text ?? '',
      );
      return ts.setOriginalNode(ts.setTextRange(made, identifier), identifier);
    };
    const visit = (node: SyntaxTree): Node => {
      if (ts.isExportDeclaration(node)) return node;
      // `extends Base` counts as a type, and is code.
      if (ts.isTypeNode(node) && node.kind !== ts.SyntaxKind['ExpressionWithTypeArguments']) return node;
      if (ts.isShorthandPropertyAssignment(node) && node.name !== undefined) {
        const symbol = checker.getShorthandAssignmentValueSymbol(node);
        if (!isLive(symbol) && !isEarlier(symbol)) return ts.visitEachChild(node, visit, context);
        const { name, objectAssignmentInitializer: otherwise } = node;
        const target = access(name);
        return factory.createPropertyAssignment(
          name,
          otherwise === undefined ? target : factory.createAssignment(target, visit(otherwise)),
        );
      }
      if (!ts.isIdentifier(node)) return ts.visitEachChild(node, visit, context);
      return !declares(node) && isLive(checker.getSymbolAtLocation(node)) ? access(node) : node;
    };
    const declares = (node: SyntaxTree): boolean =>
      node.parent?.name === node &&
      (ts.isVariableDeclaration(node.parent) || ts.isBindingElement(node.parent));
    return ts.visitEachChild(file, visit, context);
  };

  function namesIn(declaration: SyntaxTree): readonly SyntaxTree[] {
    const { name } = declaration;
    if (name === undefined) return [];
    return ts.isIdentifier(name) ? [name] : (name.elements ?? []).flatMap(namesIn);
  }
}
