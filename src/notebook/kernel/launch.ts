import { fileURLToPath } from 'node:url';

/**
 * The kernel's main file. A kernel runs compiled code: from a checkout's `src/` it is the one that `npm run build` made.
 */
function kernelFile(): string {
  const here = import.meta.url;
  const compiled = here.endsWith('.ts') ? '../../../dist/notebook/kernel/main.js' : './main.js';
  return fileURLToPath(new URL(compiled, here));
}

/**
 * The command that starts a kernel, with absolute paths.
 *
 * @param connectionFile - where Jupyter writes the connection; `{connection_file}` in a kernelspec
 */
export function kernelCommand(connectionFile: string): readonly string[] {
  const followCalls = '--experimental-async-context-frame';
  return [
    process.execPath,
    // Both make it safe to end a computation by force (decision 071).
    '--no-force-async-hooks-checks',
    // Loading packages as cells import them is what Node 20 calls experimental.
    '--disable-warning=ExperimentalWarning',
    ...(process.allowedNodeEnvironmentFlags.has(followCalls) && !process.version.startsWith('v24.')
      ? [followCalls]
      : []),
    kernelFile(),
    connectionFile,
  ];
}
