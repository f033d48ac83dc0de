import { extname, parse } from 'node:path';
import { blankDocumentation, watchOnDemand, type FileAccess } from './file-access.js';
import { findDocumentation } from './find-documentation.js';
import { liveVariables } from './live-variables.js';
import { ownCalls, type Found } from './own-calls.js';
import type {
  Builder,
  CreateProgram,
  Program,
  SourceFile,
  TranspileOptions,
  TypeScript,
  WriteFile,
} from './tslab.js';

/** What tslab puts before a cell, to make it a module. */
const cellPrefix = 'export {};\n';

/** What one run of the compiler left besides the text that tslab returns. */
export interface Emitted {
  /** CommonJS, without a source-map comment. */
  readonly code: string;
  /** From the code to the JavaScript module ('' where they agree), and from there to the TypeScript source; as JSON text. */
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
  readonly noticeChanges: FileAccess['noticeChanges'];
  /** Documentation of the name at a position of the cell that was looked at last. */
  documentationAt(position: number): string | undefined;
}

/**
 * Makes the TypeScript of tslab what a notebook needs: strict, resolving packages through their `exports`, keeping source
 * maps, leaving `import()` to Node, compiling local files wherever they are, watching no file with a timer.
 *
 * @param cellFile - the path that tslab gives to the cell
 */
export function adaptTypeScript(typescript: TypeScript & Record<string, unknown>, cellFile: string): Adapted {
  let lastCell: Emitted | undefined;
  let latest: Program | undefined;
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
    const script = asScript(module);
    if (script === undefined) {
      const cell = toCommonJs(module, options, cellMap);
      lastCell = { ...cell, code: withPlainExports(cell.code) };
    } else lastCell = { code: script, maps: ['', cellMap], imports: [], awaits: false };
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
      latest = program;
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

  const read = blankDocumentation(typescript);
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
    documentationAt: (position) =>
      latest === undefined
        ? undefined
        : findDocumentation(typescript, latest, { cellFile, position: position + cellPrefix.length, read }),
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

/**
 * A cell that imports, defines and awaits nothing is a script but for its last expression, and need not go through the
 * compiler a second time: a quarter of the time of such a cell. No position changes.
 */
function asScript(module: string): string | undefined {
  if (/\b(?:import|await)\b/.test(module)) return undefined;
  const script = module
    .replace(/^export \{\};$/gm, '')
    .replace(/^export const (tsLastExpr\d*) =/m, 'exports.     $1 =');
  return /^export\b/m.test(script) ? undefined : script;
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
