import { statSync } from 'node:fs';
import { extname, parse } from 'node:path';
import { liveVariables } from './live-variables.js';
import type {
  Builder,
  CreateProgram,
  Node,
  Program,
  SourceFile,
  Transformer,
  TranspileOptions,
  TypeScript,
  WriteFile,
} from './tslab.js';

/** Names that the kernel puts in front of a cell's code. */
export const importName = '__pawlImport';
export const aliveName = '__pawlAlive';
export const metaName = '__pawlMeta';

/** What one run of the compiler left besides the text that tslab returns. */
export interface Emitted {
  /** CommonJS, without a source-map comment. */
  readonly code: string;
  /** From the code to the JavaScript module, and from there to the TypeScript source; both as JSON text. */
  readonly maps: readonly [string, string];
  /** What the module imports statically. */
  readonly imports: readonly string[];
  /** True if it awaits outside of functions. */
  readonly awaits: boolean;
}

/** A `.ts` or `.js` file beside the notebook, compiled. */
export interface EmittedFile extends Emitted {
  readonly path: string;
}

/** What the adapted TypeScript hands to the kernel, besides to tslab. */
export interface Adapted {
  /** The cell that was compiled last. */
  lastCell(): Emitted | undefined;
  /** Local files compiled since the last call. */
  takeFiles(): readonly EmittedFile[];
  /** Tells the compiler which local files changed; called before a cell is compiled. */
  readonly noticeChanges: () => void;
}

/**
 * Makes the TypeScript of tslab what a notebook needs: strict, resolving packages through their `exports`, keeping source
 * maps, leaving `import()` to Node, compiling local files wherever they are, watching no file with a timer.
 *
 * @param cellFile - the path that tslab gives to the cell
 */
export function adaptTypeScript(typescript: TypeScript & Record<string, unknown>, cellFile: string): Adapted {
  let lastCell: Emitted | undefined;
  let cellMap = '';
  const files: EmittedFile[] = [];
  const original = {
    transpile: typescript.transpileModule,
    createHost: typescript.createWatchCompilerHost,
  };

  const toCommonJs = (module: string, options: TranspileOptions, map: string): Emitted => {
    const found: Found = { imports: [], awaits: false };
    const { outputText, sourceMapText = '' } = original.transpile(module, {
      ...options,
      compilerOptions: { ...options.compilerOptions, sourceMap: true },
      transformers: { before: [ownCalls(typescript, found)] },
    });
    return { code: withoutMapComment(outputText), maps: [sourceMapText, map], ...found };
  };
  let cellOptions: TranspileOptions = { compilerOptions: {} };
  typescript.transpileModule = (module, options) => {
    cellOptions = options;
    const cell = toCommonJs(module, options, cellMap);
    lastCell = { ...cell, code: withPlainExports(cell.code) };
    return { outputText: lastCell.code };
  };

  const emitOf =
    (builder: Builder, emit: Builder['emit']): Builder['emit'] =>
    (file, writeFile, token, onlyDeclarations, transformers) => {
      if (file === undefined)
        return emit.call(builder, file, writeFile, token, onlyDeclarations, transformers);
      const isCell = file.fileName === cellFile;
      const written = new Map<string, string>();
      const collect: WriteFile = (name, data) =>
        void written.set(extname(name) === '.ts' ? '.d.ts' : extname(name), data);
      // A local file has no last expression and no earlier cells: transformers are for the cell.
      const checker = builder.getProgram().getTypeChecker();
      const forCell = { ...(transformers as object), before: [liveVariables(typescript, checker)] };
      const result = emit.call(builder, file, collect, token, onlyDeclarations, isCell ? forCell : undefined);
      const script = withoutMapComment(written.get('.js') ?? '');
      if (isCell) {
        cellMap = written.get('.map') ?? '';
        writeFile('outDir/__tslab__.js', script);
        const declarations = written.get('.d.ts');
        if (declarations !== undefined) writeFile('outDir/__tslab__.d.ts', declarations);
      } else if (written.has('.js')) {
        pendingFiles.push({ file, script, map: written.get('.map') ?? '' });
      }
      return result;
    };
  const pendingFiles: { readonly file: SourceFile; readonly script: string; readonly map: string }[] = [];

  typescript.createWatchCompilerHost = (roots, options, system, createProgram, ...rest) => {
    const host = original.createHost(
      roots,
      {
        ...options,
        strict: true,
        moduleResolution: typescript.ModuleResolutionKind['Bundler'],
        customConditions: ['node'],
        allowImportingTsExtensions: true,
        lib: ['lib.es2023.d.ts'],
        types: ['node'],
        checkJs: false,
        sourceMap: true,
        // Files may be imported from anywhere, not only from below the notebook's folder.
        rootDir: parse(cellFile).root,
      },
      system,
      // tslab leaves this to TypeScript, whose choice tracks which files a change affects: a third of a cell's time.
      createProgram ?? typescript.createAbstractBuilder,
      ...rest,
    );
    const create: CreateProgram = host.createProgram;
    host.createProgram = (...parts) => {
      const builder = create(...parts);
      const program = builder.getProgram();
      for (const name of [cellFile, cellFile.replace('__tslab__.ts', '__prev__.d.ts')]) {
        const file = program.getSourceFile(name);
        // tslab reads the names in these files, which are known once a file is bound.
        if (file !== undefined) typescript.bindSourceFile(file, builder.getCompilerOptions());
      }
      builder.getAllDependencies = (file) => sourcesBehind(program, file);
      builder.emit = emitOf(builder, builder.emit);
      return builder;
    };
    return host;
  };

  shortenDocumentation(typescript);
  const watched = watchOnDemand(typescript);
  return {
    lastCell: () => lastCell,
    takeFiles: () => {
      for (const { file, script, map } of pendingFiles.splice(0)) {
        files.push({ path: file.fileName, ...toCommonJs(script, commonJs(typescript, cellOptions), map) });
      }
      return files.splice(0);
    },
    noticeChanges: watched.noticeChanges,
  };
}

/** tslab's own options, or the same before it has transpiled a cell. */
function commonJs(typescript: TypeScript, options: TranspileOptions): TranspileOptions {
  if (Object.keys(options.compilerOptions).length > 0) return options;
  const kinds = typescript as unknown as {
    readonly ModuleKind: { readonly CommonJS: number };
    readonly ScriptTarget: { readonly ES2022: number };
  };
  return {
    fileName: 'custom.js',
    compilerOptions: {
      module: kinds.ModuleKind.CommonJS,
      target: kinds.ScriptTarget.ES2022,
      esModuleInterop: true,
      noImplicitUseStrict: true,
    },
  };
}

interface Found {
  readonly imports: string[];
  awaits: boolean;
}

/**
 * `import(x)` becomes a call to the kernel, as TypeScript would make it `require`; `await x` asks, when it goes on, whether
 * the cell was interrupted meanwhile.
 */
function ownCalls(typescript: TypeScript, found: Found): Transformer {
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

/**
 * TypeScript exports imported names as getters of their module. Cells may define such a name anew, so it is a plain value;
 * no line moves.
 */
function withPlainExports(code: string): string {
  return code
    .replace(/^Object\.defineProperty\(exports, "__esModule", \{ value: true \}\);$/m, '')
    .replace(
      /^Object\.defineProperty\(exports, "([^"]+)", \{ enumerable: true, get: function \(\) \{ return ([^;]+); \} \}\);$/gm,
      'exports.$1 = $2;',
    );
}

/** The TypeScript and JavaScript files that a file imports, with itself; packages and declarations end the search. */
function sourcesBehind(program: Program, file: SourceFile): readonly string[] {
  const found = new Set([file.fileName]);
  for (const name of found) {
    program.getSourceFile(name)?.resolvedModules?.forEach((resolved) => {
      const target = resolved?.resolvedModule?.resolvedFileName ?? '';
      const isSource =
        /\.[jt]sx?$/.test(target) && !target.endsWith('.d.ts') && !target.includes('/node_modules/');
      if (isSource) found.add(target);
    });
  }
  return [...found];
}

function withoutMapComment(code: string): string {
  return code.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');
}

/**
 * Two thirds of the declarations of JavaScript and Node are documentation, and reading it takes a fifth of the kernel's
 * start. Its first paragraphs, which front ends show on inspection, stay.
 */
function shortenDocumentation({ sys }: TypeScript): void {
  const read = sys.readFile.bind(sys);
  const rest = /\n\s*\*\s*\n|\n\s*\*\s*@(?!deprecated)|\n\s*\*\s*```/;
  const shorten = (comment: string): string => {
    const at = comment.search(rest);
    return at < 0 ? comment : `${comment.slice(0, at)} */`;
  };
  sys.readFile = (path, encoding) => {
    const text = read(path, encoding);
    return /\/(?:@types\/node|typescript-for-tslab\/lib)\/.*\.d\.ts$/.test(path)
      ? text?.replace(/\/\*\*[^]*?\*\//g, shorten)
      : text;
  };
}

/**
 * tslab watches hundreds of declaration files and folders, each with a watcher. A notebook needs to know of changes only
 * when a cell is compiled, and of files that people edit: those outside of packages.
 */
function watchOnDemand(typescript: TypeScript): Pick<Adapted, 'noticeChanges'> {
  const { Changed, Created, Deleted } = typescript.FileWatcherEventKind;
  const seen = new Map<string, { stamp: number; readonly tell: (path: string, kind: number) => void }>();
  const folders = new Map<string, (path: string) => void>();
  typescript.sys.watchFile = (path, tell) => {
    if (path.includes('/node_modules/')) return { close: () => undefined };
    seen.set(path, { stamp: stampOf(path), tell });
    return { close: () => void seen.delete(path) };
  };
  typescript.sys.watchDirectory = (path, tell) => {
    folders.set(path, tell);
    return { close: () => void folders.delete(path) };
  };
  return {
    noticeChanges: () => {
      for (const [path, file] of seen) {
        const stamp = stampOf(path);
        if (stamp === file.stamp) continue;
        const kind = stamp === 0 ? Deleted : file.stamp === 0 ? Created : Changed;
        file.stamp = stamp;
        file.tell(path, kind);
      }
    },
  };
}

/** When a file was last written; 0 if it is not there. */
function stampOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
