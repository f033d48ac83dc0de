/**
 * Stack of the child's main thread that V8 may use, in KiB. At Node's default of 984 the interpreter's own limit of 1,000 nested calls is
 * never reached where the calls go through C; 3,900 leaves room within the usual 8 MiB of a process. Windows reserves less.
 */
const stackKib = process.platform === 'win32' ? undefined : 3900;

/** JavaScript's own heap in the child holds no program's data: results pass through it once, 8 MiB at most. */
const javascriptHeapMib = 256;
const wasmPageBytes = 65_536;

/** The flags that lock a child process down: `--permission` where Node knows it (22 and later), its experimental name before. */
export function lockedFlags(rights: {
  readonly readable: readonly string[];
  readonly memoryLimitBytes: number;
}): readonly string[] {
  const known = process.allowedNodeEnvironmentFlags;
  return [
    known.has('--permission') ? '--permission' : '--experimental-permission',
    ...rights.readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    `--wasm-max-mem-pages=${Math.floor(rights.memoryLimitBytes / wasmPageBytes)}`,
    `--max-old-space-size=${javascriptHeapMib}`,
    ...(stackKib === undefined ? [] : [`--stack-size=${stackKib}`]),
    '--expose-gc', // used once, after the start
    '--no-warnings',
  ];
}
