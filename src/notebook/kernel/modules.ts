import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { constants, Script } from 'node:vm';
import type { EmittedFile } from './compile/adapt-typescript.js';
import { aliveName, importName, metaName } from './compile/own-calls.js';
import { rememberSource } from './cells.js';

type Namespace = Record<string, unknown>;
type Import = (specifier: string, options?: unknown) => Promise<Namespace>;
type Require = (specifier: string) => unknown;

/** What code of the notebook gets as its surroundings, in the order of {@link wrapperNames}; files also get `module`. */
export type Surroundings = readonly unknown[];

/** Names that wrapped code can use. */
export const wrapperNames: readonly string[] = [
  'exports',
  'require',
  importName,
  aliveName,
  metaName,
  '__filename',
  '__dirname',
];

/** Finds what cells and the files beside the notebook import. */
export interface Modules {
  /** Takes compiled files; a file that changed is loaded anew when it is next imported. */
  add(files: readonly EmittedFile[]): void;
  /** Loads packages ahead, as only asynchronous loading can load every ES module. True if anything was to be loaded. */
  preload(imports: readonly string[], folder: string): Promise<void>;
  /** True if {@link Modules.preload} would have to wait. */
  mustPreload(imports: readonly string[], folder: string): boolean;
  surroundings(exports: object, file: string): Surroundings;
}

interface LocalFile extends EmittedFile {
  instance?: { exports: object };
}

/** Errors of Node's loader for ES modules after which `require` may still find the file. */
const leftToRequire = new Set([
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_IMPORT_ATTRIBUTE_MISSING',
  'ERR_IMPORT_ASSERTION_TYPE_MISSING',
]);

/**
 * @param folder - the notebook's folder
 * @param alive - called with the value of every `await`
 * @param tslab - tslab's library, as this kernel serves it
 */
export function createModules(
  folder: string,
  { alive, tslab }: { readonly alive: (value: unknown) => unknown; readonly tslab: () => unknown },
): Modules {
  const local = new Map<string, LocalFile>();
  const loaded = new Map<string, unknown>();

  /** The compiled file behind a relative import, as TypeScript resolves it. */
  const findLocal = (specifier: string, from: string): LocalFile | undefined => {
    if (!/^\.{0,2}\//.test(specifier) && specifier !== '.' && specifier !== '..') return undefined;
    const base = resolve(from, specifier);
    const stem = base.replace(/\.js(x?)$/, '');
    const names = [base, `${stem}.ts`, `${stem}.tsx`, `${base}.ts`, `${base}.tsx`, `${base}.js`];
    const inFolder = ['index.ts', 'index.tsx', 'index.js'].map((name) => join(base, name));
    return [...names, ...inFolder].map((name) => local.get(name)).find((file) => file !== undefined);
  };

  const keyOf = (specifier: string, from: string): string => `${from}\0${specifier}`;
  const isAhead = (specifier: string, from: string): boolean =>
    specifier === 'tslab' ||
    isBuiltin(specifier) ||
    loaded.has(keyOf(specifier, from)) ||
    /\.(json|node)$/.test(specifier);

  const missing = (imports: readonly string[], from: string, seen: Set<string>): [string, string][] =>
    imports.flatMap((specifier): [string, string][] => {
      const file = findLocal(specifier, from);
      if (file === undefined) return isAhead(specifier, from) ? [] : [[specifier, from]];
      if (seen.has(file.path)) return [];
      seen.add(file.path);
      return missing(file.imports, dirname(file.path), seen);
    });

  const preload = async (imports: readonly string[], from: string): Promise<void> => {
    for (const [specifier, parent] of missing(imports, from, new Set())) {
      try {
        const namespace = await importFrom(parent)(specifier);
        loaded.set(keyOf(specifier, parent), asRequired(namespace, specifier, parent));
      } catch (thrown) {
        if (!leftToRequire.has((thrown as NodeJS.ErrnoException).code ?? '')) throw thrown;
      }
    }
  };

  const load = (file: LocalFile): object => {
    if (file.instance !== undefined) return file.instance.exports;
    const instance: { exports: object } = { exports: {} };
    file.instance = instance;
    const head = `(function (${[...wrapperNames, 'module'].join(', ')}) {`;
    // Modules that a cell keeps in memory (`/** @module name */`) get a line in front from tslab.
    const onDisk = existsSync(file.path);
    rememberSource({
      file: file.path,
      label: relative(folder, file.path),
      text: onDisk ? readFileSync(file.path, 'utf8') : '',
      maps: file.maps,
      prefix: head.length,
      skippedLines: onDisk ? 0 : 1,
    });
    try {
      const run = new Script(`${head}${file.code}\n})`, { filename: file.path }).runInThisContext() as (
        ...parts: Surroundings
      ) => void;
      run(...surroundings(instance.exports, file.path), instance);
    } catch (thrown) {
      delete file.instance;
      throw thrown;
    }
    return instance.exports;
  };

  const requireFor = (from: string): Require => {
    const nodeRequire = createRequire(join(from, 'cell.js'));
    const own: Require = (specifier) => {
      if (specifier === 'tslab') return tslab();
      const file = findLocal(specifier, from);
      if (file !== undefined) return load(file);
      const key = keyOf(specifier, from);
      return loaded.has(key) ? loaded.get(key) : nodeRequire(specifier);
    };
    return Object.assign(own, { resolve: nodeRequire.resolve, cache: nodeRequire.cache });
  };

  const importFor =
    (from: string): Import =>
    async (specifier, options) => {
      const file = findLocal(String(specifier), from);
      if (file === undefined) {
        if (specifier === 'tslab') return tslab() as Namespace;
        return importFrom(from)(specifier, options);
      }
      await preload([specifier], from);
      return load(file) as Namespace;
    };

  const surroundings = (exports: object, file: string): Surroundings => {
    const from = dirname(file);
    const meta = { url: pathToFileURL(file).href, filename: file, dirname: from };
    return [exports, requireFor(from), importFor(from), alive, meta, file, from];
  };

  return {
    add: (files) => {
      for (const file of files) local.set(file.path, { ...file });
      // Whatever imports a changed file holds the old one: everything local is loaded anew.
      if (files.length > 0) for (const file of local.values()) delete file.instance;
    },
    preload,
    mustPreload: (imports, from) => missing(imports, from, new Set()).length > 0,
    surroundings,
  };
}

const importers = new Map<string, Import>();

/** Node's own `import()`, resolving from a folder. */
function importFrom(folder: string): Import {
  const known = importers.get(folder);
  if (known !== undefined) return known;
  const made = new Script('(specifier, options) => import(specifier, options)', {
    filename: join(folder, 'cell.js'),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as Import;
  importers.set(folder, made);
  return made;
}

/** What `require` would give for a module that was imported: the module itself for CommonJS, marked names for ES modules. */
function asRequired(namespace: Namespace, specifier: string, folder: string): unknown {
  if ('module.exports' in namespace) return namespace['module.exports'];
  const require = createRequire(join(folder, 'cell.js'));
  try {
    const cached = (require.cache as Record<string, NodeJS.Module | undefined>)[require.resolve(specifier)];
    if (cached !== undefined && cached.exports === namespace['default']) return cached.exports as unknown;
  } catch {
    // Packages without a `require` condition are ES modules.
  }
  const names: PropertyDescriptorMap = {
    __esModule: { value: true },
    [inspect.custom]: { value: () => namespace },
  };
  for (const name of Object.keys(namespace)) {
    names[name] = { enumerable: true, get: () => namespace[name] };
  }
  return Object.defineProperties({}, names);
}
