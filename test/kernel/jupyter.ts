import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NotRun, run, tail } from './checks.js';

/** A Python environment with Jupyter's clients. */
export interface Jupyter {
  readonly folder: string;
  readonly python: string;
  /** A program of the environment. */
  readonly program: (name: string) => string;
  readonly environment: Readonly<Record<string, string>>;
  readonly versions: string;
}

const packages = [
  'jupyter-kernel-test',
  'nbclient',
  'nbconvert',
  'ipykernel',
  'jupyter-console',
  'jupyterlab',
];

/**
 * Makes the environment, or takes the one in PAWL_JUPYTER.
 *
 * @throws NotRun where there is no Python, or no package index can be reached
 */
export async function prepareJupyter(scratch: string): Promise<Jupyter> {
  const given = process.env['PAWL_JUPYTER'];
  const folder = given ?? join(scratch, 'jupyter');
  const python = join(folder, 'bin', 'python');
  if (given === undefined) {
    const made = await run('python3', ['-m', 'venv', folder]);
    if (made.code !== 0) throw new NotRun(`no Python environment can be made: ${tail(made.stderr, 1)}`);
    const installed = await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], {
      timeoutMs: 600_000,
    });
    if (installed.code !== 0) throw new NotRun(`Jupyter cannot be installed: ${tail(installed.stderr, 1)}`);
  }
  const home = join(scratch, 'home');
  mkdirSync(home, { recursive: true });
  const environment = {
    HOME: home,
    JUPYTER_DATA_DIR: join(home, 'data'),
    JUPYTER_CONFIG_DIR: join(home, 'config'),
    JUPYTER_RUNTIME_DIR: join(home, 'runtime'),
    IPYTHONDIR: join(home, 'ipython'),
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
  };
  const listed = await run(python, ['-m', 'pip', 'list', '--format=freeze'], { environment });
  const versions = listed.stdout
    .split('\n')
    .map((line) => line.split('=='))
    .filter(([name = '']) => packages.includes(name.replaceAll('_', '-')))
    .map((words) => words.join(' '))
    .join(', ');
  return { folder, python, environment, versions, program: (name) => join(folder, 'bin', name) };
}
