import { readFileSync } from 'node:fs';
import { PawlError } from '../../errors.js';

/** A connection file, as Jupyter writes it. */
export interface Connection {
  readonly transport: 'tcp' | 'ipc';
  readonly ip: string;
  readonly shell_port: number;
  readonly iopub_port: number;
  readonly stdin_port: number;
  readonly control_port: number;
  readonly hb_port: number;
  readonly key: string;
  readonly signature_scheme: string;
}

export type Channel = 'shell' | 'iopub' | 'stdin' | 'control' | 'hb';

/** Reads a connection file; errors say which field is wrong. */
export function readConnection(file: string): Connection {
  let value: Partial<Record<string, unknown>>;
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, unknown>>;
  } catch (cause) {
    throw new PawlError('bad-input', `${file}: no connection file that can be read`, { cause });
  }
  const ports = ['shell_port', 'iopub_port', 'stdin_port', 'control_port', 'hb_port'];
  const wrong = ports.filter((name) => typeof value[name] !== 'number');
  if (typeof value['ip'] !== 'string') wrong.push('ip');
  if (wrong.length > 0) throw new PawlError('bad-input', `${file}: ${wrong.join(', ')} missing or no number`);
  const scheme = value['signature_scheme'] ?? 'hmac-sha256';
  if (scheme !== 'hmac-sha256') {
    throw new PawlError('bad-input', `${file}: signature_scheme is ${JSON.stringify(scheme)}`, {
      hint: 'the kernel knows hmac-sha256',
    });
  }
  return { transport: 'tcp', key: '', signature_scheme: 'hmac-sha256', ...value } as Connection;
}

/** Where a channel is bound. */
export function addressOf(connection: Connection, channel: Channel): string {
  const port = connection[`${channel}_port`];
  return connection.transport === 'ipc' ? `ipc://${connection.ip}-${port}` : `tcp://${connection.ip}:${port}`;
}
