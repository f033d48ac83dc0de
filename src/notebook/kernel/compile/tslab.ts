/**
 * The parts of tslab 1.0.22 and of its TypeScript that Pawl's kernel stands on. They are private: the version is pinned,
 * and every use has a test.
 */

export interface Position {
  /** In UTF-16 units from the start. */
  readonly offset: number;
  /** Zero-based. */
  readonly line: number;
  /** Zero-based. */
  readonly character: number;
}

/** What the compiler found wrong, in coordinates of the cell or of a file beside the notebook. */
export interface Diagnostic {
  readonly start: Position;
  readonly end: Position;
  readonly messageText: string;
  readonly code: number;
  readonly fileName?: string;
}

/** A cell as tslab hands it back. */
export interface Converted {
  readonly output?: string;
  /** Declarations of everything that the notebook has defined so far. */
  readonly declOutput?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly lastExpressionVar?: string;
}

export interface QuickInfo {
  readonly displayParts?: readonly { readonly text: string }[];
}

export interface Candidates {
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly string[];
  readonly original?: {
    readonly entries?: readonly { readonly name: string; readonly kind: string }[];
  };
}

export interface Converter {
  convert(previous: string, source: string): Converted;
  inspect(previous: string, source: string, position: number): QuickInfo | undefined;
  complete(previous: string, source: string, position: number): Candidates;
  addModule(
    name: string,
    content: string,
    meta: { readonly module?: string; readonly jsx?: boolean },
  ): readonly Diagnostic[];
  close(): void;
}

/** `tslab/dist/converter.js` */
export interface ConverterModule {
  createConverter: (options: { readonly isJS: boolean; readonly isBrowser: boolean }) => Converter;
  isCompleteCode: (content: string) => { readonly completed: boolean; readonly indent?: string };
}

/** `tslab/dist/inspect.js` */
export interface InspectModule {
  printQuickInfo: (info: QuickInfo) => string;
}

/** `tslab/dist/metadata.js` */
export interface MetadataModule {
  getCodeMetadata: (source: string) => {
    readonly module?: string;
    readonly jsx?: boolean;
    readonly mode?: 'node' | 'browser';
  };
}

/** A node of a syntax tree; only what the kernel's own transformation reads. */
export interface Node {
  readonly kind: number;
  readonly expression?: Node;
  readonly keywordToken?: number;
  readonly awaitModifier?: Node;
  readonly arguments?: readonly Node[];
  readonly moduleSpecifier?: Node & { readonly text?: string };
}

export type Transformer = (
  context: unknown,
) => (file: Node & { readonly statements: readonly Node[] }) => Node;

export interface TranspileOptions {
  readonly fileName?: string;
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  readonly transformers?: { readonly before: readonly Transformer[] };
}

export type WriteFile = (fileName: string, data: string) => void;

export interface SourceFile {
  readonly fileName: string;
  readonly resolvedModules?: {
    forEach(
      action: (
        found: { readonly resolvedModule?: { readonly resolvedFileName: string } } | undefined,
      ) => void,
    ): void;
  };
}

export interface Declaration {
  readonly pos: number;
  readonly parent?: Declaration;
  readonly getSourceFile: () => SourceFile;
  readonly getStart: (file: SourceFile) => number;
}

export interface Symbol {
  readonly flags: number;
  readonly declarations?: readonly Declaration[];
}

export interface Program {
  readonly getSourceFile: (name: string) => SourceFile | undefined;
  readonly getTypeChecker: () => {
    getSymbolAtLocation(node: object): Symbol | undefined;
    getAliasedSymbol(symbol: Symbol): Symbol;
    getShorthandAssignmentValueSymbol(node: object): Symbol | undefined;
  };
}

/** TypeScript's builder program, as far as tslab and the kernel use it. */
export interface Builder {
  readonly getProgram: () => Program;
  readonly getCompilerOptions: () => unknown;
  getAllDependencies: (file: SourceFile) => readonly string[];
  emit: (
    file: SourceFile | undefined,
    writeFile: WriteFile,
    token: undefined,
    onlyDeclarations: undefined,
    transformers: unknown,
  ) => unknown;
}

export type CreateProgram = (...parts: readonly unknown[]) => Builder;

export interface System {
  readFile: (path: string, encoding?: string) => string | undefined;
  watchFile: (path: string, callback: (path: string, kind: number) => void) => { close(): void };
  watchDirectory: (path: string, callback: (path: string) => void) => { close(): void };
}

/** The TypeScript that tslab carries. */
export interface TypeScript {
  readonly version: string;
  readonly sys: System;
  readonly SyntaxKind: Readonly<Record<string, number>>;
  readonly ModuleResolutionKind: Readonly<Record<string, number>>;
  readonly FileWatcherEventKind: {
    readonly Created: number;
    readonly Changed: number;
    readonly Deleted: number;
  };
  readonly factory: {
    createIdentifier(name: string): Node;
    createCallExpression(callee: Node, types: undefined, values: readonly Node[]): Node;
  };
  readonly isFunctionLike: (node: Node) => boolean;
  visitEachChild: <N extends Node>(node: N, visit: (child: Node) => Node, context: unknown) => N;
  transpileModule: (
    source: string,
    options: TranspileOptions,
  ) => { readonly outputText: string; readonly sourceMapText?: string };
  readonly createAbstractBuilder: CreateProgram;
  readonly bindSourceFile: (file: SourceFile, options: unknown) => void;
  createWatchCompilerHost: (
    roots: readonly string[],
    options: Readonly<Record<string, unknown>>,
    system: unknown,
    createProgram: CreateProgram | null | undefined,
    ...rest: readonly unknown[]
  ) => { createProgram: CreateProgram };
}
