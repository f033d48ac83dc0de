import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kernelCommand } from '../kernel/launch.js';
import type { Connection } from '../kernel/connection.js';

/** A kernel's process and how to reach it. */
export interface KernelProcess {
  readonly connection: Connection;
  readonly pid: number;
  /** How it ended, with the end of what it wrote outside of the protocol; resolves once. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly words: string;
  }>;
  signal(name: NodeJS.Signals): void;
  /** Removes the connection file. */
  clean(): void;
}

export interface StartOptions {
  /** The folder in which cells run. */
  readonly folder: string;
  /** What starts a kernel, given its connection file; Pawl's own unless told. */
  readonly command?: (connectionFile: string) => readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Unix sockets where there are some, unless told; kernels of others may know TCP only. */
  readonly transport?: 'ipc' | 'tcp';
}

const lastWords = 4000;

/** Starts a kernel without an installed kernelspec. */
export async function startKernelProcess({
  folder,
  command,
  environment,
  transport = process.platform === 'win32' ? 'tcp' : 'ipc',
}: StartOptions): Promise<KernelProcess> {
  const scratch = mkdtempSync(join(tmpdir(), 'pawl-kernel-'));
  const connection = await makeConnection(scratch, transport);
  const file = join(scratch, 'connection.json');
  writeFileSync(file, JSON.stringify(connection), { mode: 0o600 });
  const [program = process.execPath, ...words] = (command ?? kernelCommand)(file);
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...(environment ?? process.env), JPY_PARENT_PID: String(process.pid) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: a Ctrl-C at the terminal is for the runner, which decides what it means for the kernel.
    detached: process.platform !== 'win32',
  });
  const clean = (): void => rmSync(scratch, { recursive: true, force: true });
  return {
    connection,
    pid: child.pid ?? -1,
    ended: endOf(child),
    signal: (name) => void child.kill(name),
    clean,
  };
}

function endOf(child: ChildProcess): KernelProcess['ended'] {
  let words = '';
  const keep = (text: Buffer): void => {
    words = (words + text.toString('utf8')).slice(-lastWords);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, words: error.message }));
    child.once('close', (code, signal) => resolve({ code, signal, words }));
  });
}

/** The longest path that a Unix socket takes everywhere. */
const longestSocket = 100;

/** Unix sockets in a private folder where there are some, else free ports of the loopback. */
async function makeConnection(scratch: string, transport: 'ipc' | 'tcp'): Promise<Connection> {
  const common = { key: randomBytes(32).toString('hex'), signature_scheme: 'hmac-sha256' };
  const socket = join(scratch, 'k');
  if (transport === 'ipc' && socket.length < longestSocket - 2) {
    const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };
    return { transport: 'ipc', ip: socket, ...ports, ...common };
  }
  const [shell = 0, iopub = 0, stdin = 0, control = 0, hb = 0] = await freePorts(5);
  const ports = {
    shell_port: shell,
    iopub_port: iopub,
    stdin_port: stdin,
    control_port: control,
    hb_port: hb,
  };
  return { transport: 'tcp', ip: '127.0.0.1', ...ports, ...common };
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
