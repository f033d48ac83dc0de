import { adaptTypeScript, type Emitted, type EmittedFile } from './adapt-typescript.js';
import { withNameableTypes } from './nameable-types.js';
import { loadTypeScript, requireOfTslab } from './load-typescript.js';
import type { Candidates, ConverterModule, Diagnostic, InspectModule, MetadataModule } from './tslab.js';

/** A cell that compiled. */
export interface CompiledCell {
  readonly kind: 'compiled';
  readonly emitted: Emitted;
  readonly files: readonly EmittedFile[];
  /** Declarations of the notebook once this cell has run. */
  readonly declarations: string;
  readonly lastExpression: string | undefined;
  readonly isAsync: boolean;
}

export type Compilation =
  | CompiledCell
  /** Nothing to run: only types, comments, or an in-memory module. */
  | { readonly kind: 'nothing'; readonly declarations: string }
  | { readonly kind: 'wrong'; readonly diagnostics: readonly Diagnostic[] };

/** Type checks and compiles cells; knows nothing of running them. */
export interface Compiler {
  compile(previous: string, source: string): Compilation;
  complete(previous: string, source: string, position: number): Candidates;
  /** What is known about the name at a position, as text; undefined where nothing is. */
  inspect(previous: string, source: string, position: number): string | undefined;
  /** Whether code can run as it is, as `is_complete_reply` says it. */
  isComplete(
    source: string,
  ): { readonly status: 'complete' | 'invalid' } | { readonly status: 'incomplete'; readonly indent: string };
  /** Keeps what makes the next start faster. */
  keepCode(): void;
  close(): void;
}

/**
 * Loads TypeScript and checks an empty program, so that the first cell finds everything warm. Takes most of a second.
 *
 * @param folder - the notebook's folder: where imports resolve from
 */
export function createCompiler(folder: string): Compiler {
  const require = requireOfTslab();
  const { typescript, keepCode } = loadTypeScript();
  const adapted = adaptTypeScript(typescript, `${folder.replace(/\\/g, '/')}/__tslab__.ts`);
  const { createConverter, isCompleteCode } = require('tslab/dist/converter.js') as ConverterModule;
  const { printQuickInfo } = require('tslab/dist/inspect.js') as InspectModule;
  const { getCodeMetadata } = require('tslab/dist/metadata.js') as MetadataModule;
  const converter = createConverter({ isJS: false, isBrowser: false });

  return {
    compile: (previous, source) => {
      adapted.noticeChanges();
      const meta = getCodeMetadata(source);
      if (meta.module !== undefined) {
        const diagnostics = converter.addModule(meta.module, source, meta);
        return diagnostics.length > 0
          ? { kind: 'wrong', diagnostics }
          : { kind: 'nothing', declarations: previous };
      }
      let converted = converter.convert(previous, source);
      const annotated = withNameableTypes(source, converted.diagnostics);
      if (annotated !== undefined) converted = converter.convert(previous, annotated);
      const { diagnostics, output, declOutput, lastExpressionVar } = converted;
      if (diagnostics.length > 0) return { kind: 'wrong', diagnostics };
      const emitted = adapted.lastCell();
      const declarations = declOutput ?? '';
      if (output === undefined || output === '' || emitted === undefined)
        return { kind: 'nothing', declarations };
      return {
        kind: 'compiled',
        emitted,
        files: adapted.takeFiles(),
        declarations,
        lastExpression: lastExpressionVar,
        isAsync: emitted.awaits,
      };
    },
    complete: (previous, source, position) => converter.complete(previous, source, position),
    inspect: (previous, source, position) => {
      const info = converter.inspect(previous, source, position);
      if (info === undefined) return undefined;
      const documentation = adapted.documentationAt(position);
      return documentation === undefined
        ? printQuickInfo(info)
        : `${printQuickInfo(info)}\n\n${documentation}`;
    },
    isComplete: (source) => {
      const { completed, indent = '' } = isCompleteCode(source);
      if (!completed) return { status: 'incomplete', indent };
      return { status: parses(typescript, source) ? 'complete' : 'invalid' };
    },
    keepCode,
    close: () => converter.close(),
  };
}

/** True if code has no syntax error; nothing is checked. */
function parses(typescript: Record<string, unknown>, source: string): boolean {
  const { createSourceFile, ScriptTarget } = typescript as {
    readonly createSourceFile: (
      name: string,
      text: string,
      target: number,
    ) => { readonly parseDiagnostics: readonly unknown[] };
    readonly ScriptTarget: { readonly Latest: number };
  };
  return createSourceFile('cell.ts', source, ScriptTarget.Latest).parseDiagnostics.length === 0;
}
