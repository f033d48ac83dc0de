// Walls on the side of JavaScript, raised before Pyodide is imported: what Node offers beyond reading our own files is taken away.
import { syncBuiltinESMExports, createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Not an arrow function: Node's own modules take the prototypes of the classes that it replaces. */
function denied() {
  throw new Error('denied in the sandbox');
}

/** Modules of which no function is left. `worker_threads` is no boundary and `vm` is none either, so neither may be used. */
const forbidden = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'dns/promises',
  'http',
  'http2',
  'https',
  'inspector',
  'net',
  'repl',
  'tls',
  'vm',
  'worker_threads',
];
const forbiddenGlobals = [
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'Worker',
  'BroadcastChannel',
  'prompt',
  'navigator',
];
const forbiddenOfProcess = [
  'dlopen',
  'kill',
  'chdir',
  'setuid',
  'setgid',
  'seteuid',
  'setegid',
  'setgroups',
  'initgroups',
  'send',
  'loadEnvFile',
];

/** Replaces every function of a module object by one that throws. */
function emptyOut(module) {
  for (const name of Object.getOwnPropertyNames(module)) {
    const descriptor = Object.getOwnPropertyDescriptor(module, name);
    if (typeof descriptor?.value !== 'function' || !(descriptor.writable || descriptor.configurable))
      continue;
    Object.defineProperty(module, name, { ...descriptor, value: denied });
  }
}

/** Takes away processes, sockets, threads, bindings, environment and host clock zone. Cannot be undone. */
export function harden() {
  process.env.TZ = 'UTC';
  new Date(0).getHours(); // makes V8 read the zone now, from the variable
  require('node:tty'); // Pyodide asks for it later, and it builds upon net
  for (const name of forbidden) emptyOut(require(`node:${name}`));
  // Emscripten's system() calls this one; throwing inside it would be fatal to the interpreter.
  require('node:child_process').spawnSync = () => ({ status: 127, signal: null });
  const constants = { fs: require('node:fs').constants, os: require('node:os').constants };
  process.binding = (name) => (name === 'constants' ? constants : denied());
  process._linkedBinding = denied;
  for (const name of forbiddenOfProcess) if (name in process) process[name] = denied;
  for (const name of forbiddenGlobals) {
    if (name in globalThis)
      Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false });
  }
  for (const name of Object.keys(process.env)) delete process.env[name];
  syncBuiltinESMExports();
}

/**
 * Takes away the functions that touch files, once the interpreter has been read in. The permission model refuses all other files anyway,
 * but lets through the listing of a folder in which two allowed paths part, were it the root.
 */
export function sealFiles() {
  emptyOut(require('node:fs'));
  emptyOut(require('node:fs/promises'));
  syncBuiltinESMExports();
}
