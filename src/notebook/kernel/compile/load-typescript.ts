import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { cacheFolder } from '../../../data-folder.js';
import type { TypeScript } from './tslab.js';

/** Resolves as tslab itself does, so that its TypeScript is found wherever npm put it. */
export function requireOfTslab(): NodeJS.Require {
  return createRequire(createRequire(import.meta.url).resolve('tslab/package.json'));
}

/** TypeScript before anything of tslab has seen it. */
export interface LoadedTypeScript {
  /** What tslab will get from its `require`; writable, unlike TypeScript's own exports. */
  readonly typescript: TypeScript & Record<string, unknown>;
  /** Keeps the machine code made so far for the next start; does nothing when it came from the cache. */
  readonly keepCode: () => void;
}

interface LoadableModule {
  exports: unknown;
  filename: string;
  loaded: boolean;
}

/**
 * Loads the TypeScript of tslab, with V8's code of the last start when there is some: eight megabytes of source compile in
 * a third of a second otherwise.
 */
export function loadTypeScript(): LoadedTypeScript {
  const require = requireOfTslab();
  const file = require.resolve('@tslab/typescript-for-tslab');
  const cacheFile = codeCacheFile(file);
  const cachedData = readIfThere(cacheFile);
  const script = new Script(Module.wrap(withLocalPaths(readFileSync(file, 'utf8'))), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const fresh = cachedData === undefined || script.cachedDataRejected === true;

  const loaded = new Module(file) as unknown as LoadableModule;
  loaded.filename = file;
  const run = script.runInThisContext() as (...parts: readonly unknown[]) => void;
  run.call(loaded.exports, loaded.exports, createRequire(file), loaded, file, dirname(file));
  loaded.loaded = true;

  // TypeScript's exports are getters without setters: tslab gets a plain copy that can be adapted.
  const typescript = { ...(loaded.exports as TypeScript & Record<string, unknown>) };
  Object.defineProperty(typescript, '__esModule', { value: true });
  loaded.exports = typescript;
  (require.cache as Record<string, unknown>)[file] = loaded;
  return {
    typescript,
    keepCode: () => {
      if (fresh) writeQuietly(cacheFile, script.createCachedData());
    },
  };
}

/**
 * TypeScript refuses to declare types by paths into `node_modules`, because such declarations must not be published. Those
 * that carry types from one cell to the next never are, and such paths hold in the notebook's folder.
 */
function withLocalPaths(source: string): string {
  const refuses =
    'if (!(context.flags & 67108864 /* AllowNodeModulesRelativePaths */) && getEmitModuleResolutionKind';
  return source.replace(refuses, 'if (false && getEmitModuleResolutionKind');
}

/** One file for each Node and TypeScript. */
function codeCacheFile(file: string): string {
  const { size, mtimeMs } = statSync(file);
  const key = createHash('sha256')
    .update(`1 ${process.version} ${process.arch} ${file} ${size} ${mtimeMs}`)
    .digest('hex')
    .slice(0, 16);
  return join(cacheFolder(), 'kernel', `typescript-${key}.bin`);
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** A cache that cannot be written costs time, nothing else. */
function writeQuietly(file: string, data: Buffer): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, data);
    renameSync(draft, file);
  } catch {
    // Read-only home folders are common in containers.
  }
}
