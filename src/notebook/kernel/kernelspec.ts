import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PawlError } from '../../errors.js';
import { version } from '../../version.js';
import { kernelCommand } from './launch.js';
import { logo, logoPng } from './logo.js';

export interface KernelspecPlace {
  /** A Python environment or another prefix; the user's own folder unless told. */
  readonly prefix?: string | undefined;
  /** The kernel's name; `pawl` unless told. */
  readonly name?: string | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** `kernel.json`, as far as Pawl writes and reads it. */
export interface Kernelspec {
  readonly argv: readonly string[];
  readonly display_name: string;
  readonly language: string;
  readonly interrupt_mode: 'signal';
  readonly metadata: { readonly pawl?: { readonly version: string }; readonly debugger: boolean };
}

const defaultKernelName = 'pawl';

/**
 * The folder of a kernelspec, where every Jupyter looks.
 *
 * @throws PawlError `usage` for a name that Jupyter would not take
 * @example
 * kernelspecFolder({ prefix: '/opt/venv' }) // '/opt/venv/share/jupyter/kernels/pawl'
 */
export function kernelspecFolder({
  prefix,
  name = defaultKernelName,
  environment = process.env,
}: KernelspecPlace): string {
  if (!/^[a-z0-9._-]+$/.test(name)) {
    throw new PawlError('usage', `--name: '${name}' is no kernel name`, {
      hint: 'use lower-case letters, digits, dots, hyphens and underscores',
    });
  }
  const data = prefix === undefined ? userDataFolder(environment) : join(prefix, 'share', 'jupyter');
  return join(data, 'kernels', name);
}

/** Jupyter's data folder of this user. */
function userDataFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const given = environment['JUPYTER_DATA_DIR'];
  if (given !== undefined && given !== '') return given;
  const home = environment['HOME'] ?? homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Jupyter');
  if (process.platform === 'win32')
    return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'jupyter');
  const xdg = environment['XDG_DATA_HOME'];
  return join(xdg !== undefined && xdg !== '' ? xdg : join(home, '.local', 'share'), 'jupyter');
}

/**
 * Reads an installed kernelspec.
 *
 * @returns undefined when there is none
 * @throws PawlError `bad-input` when the file is damaged
 */
export function readKernelspec(folder: string): Kernelspec | undefined {
  const file = join(folder, 'kernel.json');
  if (!existsSync(file)) return undefined;
  try {
    const spec = JSON.parse(readFileSync(file, 'utf8')) as Kernelspec;
    if (!Array.isArray(spec.argv) || spec.argv.length === 0) throw new Error('argv is missing');
    return spec;
  } catch (cause) {
    throw new PawlError('bad-input', `${file}: no kernelspec that can be read`, {
      hint: 'remove the folder and install again',
      cause,
    });
  }
}

/**
 * Writes the kernelspec, with absolute paths and without Python.
 *
 * @returns the folder
 * @throws PawlError `usage` when another kernel has that name, `environment` when the folder cannot be written
 */
export async function installKernelspec(place: KernelspecPlace): Promise<string> {
  const folder = kernelspecFolder(place);
  refuseStranger(folder);
  const name = place.name ?? defaultKernelName;
  const spec: Kernelspec = {
    argv: kernelCommand('{connection_file}'),
    display_name: name === defaultKernelName ? 'Pawl (TypeScript)' : `Pawl (TypeScript, ${name})`,
    language: 'typescript',
    interrupt_mode: 'signal',
    metadata: { debugger: false, pawl: { version } },
  };
  const [small, large] = await Promise.all([logoPng(32), logoPng(64)]);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'logo-svg.svg'), logo);
    if (small !== undefined) writeFileSync(join(folder, 'logo-32x32.png'), small);
    if (large !== undefined) writeFileSync(join(folder, 'logo-64x64.png'), large);
    writeFileSync(join(folder, 'kernel.json'), `${JSON.stringify(spec, null, 2)}\n`);
  } catch (cause) {
    throw new PawlError('environment', `${folder}: cannot be written`, {
      hint: 'choose a folder of yours with --prefix',
      cause,
    });
  }
  return folder;
}

/**
 * Removes the kernelspec.
 *
 * @returns the folder that was removed
 * @throws PawlError `not-found` when it is not installed there, `usage` when another kernel has that name
 */
export function uninstallKernelspec(place: KernelspecPlace): string {
  const folder = kernelspecFolder(place);
  if (readKernelspec(folder) === undefined) {
    throw new PawlError('not-found', `${folder}: no kernel is installed there`, {
      hint: 'give the --prefix and --name that it was installed with',
    });
  }
  refuseStranger(folder);
  rmSync(folder, { recursive: true });
  return folder;
}

function refuseStranger(folder: string): void {
  const spec = readKernelspec(folder);
  if (spec !== undefined && spec.metadata?.pawl === undefined) {
    throw new PawlError('usage', `${folder}: holds another kernel, '${spec.display_name}'`, {
      hint: 'choose another name with --name',
    });
  }
}
