/* global WebAssembly */
// Tries the walls from inside the child, with JavaScript's own rights, which no program in the interpreter ever gets.
import * as childProcess from 'node:child_process';
import * as dgram from 'node:dgram';
import * as fs from 'node:fs';
import * as net from 'node:net';
import { Worker } from 'node:worker_threads';

// From before they were taken away, to try the permission model itself.
const { readFileSync, writeFileSync } = fs;

/** Whether the action is refused. */
function refused(action) {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}

/** Each wall's name, whether it held just now, and what was tried. */
export function probeWalls({ module, gate }, memoryLimit) {
  const permission = process.permission;
  return [
    {
      name: 'files',
      inForce:
        refused(() => readFileSync('/etc/hostname')) &&
        refused(() => writeFileSync('/pawl-probe', '')) &&
        refused(() => fs.readFileSync('/etc/hostname')) &&
        refused(() => fs.readdirSync('/')),
      detail:
        'the permission model refuses all but reading our own files, and the functions for it are taken away',
    },
    {
      name: 'processes',
      inForce:
        permission !== undefined &&
        !permission.has('child') &&
        refused(() => childProcess.spawn('true')) &&
        childProcess.spawnSync('true').status === 127,
      detail: 'no process can be started',
    },
    {
      name: 'threads',
      inForce:
        permission !== undefined &&
        !permission.has('worker') &&
        refused(() => new Worker('0', { eval: true })),
      detail: 'no worker thread can be started',
    },
    {
      name: 'network',
      inForce:
        refused(() => net.connect(9, '127.0.0.1')) &&
        refused(() => dgram.createSocket('udp4')) &&
        globalThis.fetch === undefined,
      detail: 'sockets and fetch are taken away',
    },
    {
      name: 'environment',
      inForce: Object.keys(process.env).length === 0,
      detail: 'no variable of the host is visible',
    },
    {
      name: 'native code',
      inForce: refused(() => process.binding('fs')) && refused(() => process.dlopen({}, '')),
      detail: 'bindings and addons are refused',
    },
    {
      name: 'code from strings',
      inForce: refused(() => new Function('return 1')()),
      detail: 'eval and Function are refused',
    },
    {
      name: 'memory',
      inForce: refused(() => new WebAssembly.Memory({ initial: Math.floor(memoryLimit / 65536) + 1 })),
      detail: 'WebAssembly memory cannot grow beyond the cap',
    },
    {
      name: 'imports',
      inForce:
        gate.state.locked &&
        refused(() => gate.imports.env.JsProxy_GetAttr_js()) &&
        refused(() => gate.imports.env._dlopen_js()),
      detail: 'the interpreter reaches only the functions of JavaScript that are listed',
    },
    {
      name: 'read-only files',
      inForce: gate.imports.env.__syscall_mkdirat() < 0 && module.FS.cwd() === '/',
      detail: 'files inside the interpreter cannot be changed',
    },
  ];
}
