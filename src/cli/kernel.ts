import type { Command } from 'commander';
import { exitCodeOf, PawlError } from '../errors.js';
import { absolute, jsonOption } from './options.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface PlaceOptions {
  readonly user?: true;
  readonly prefix?: string;
  readonly name?: string;
}

/** `pawl kernel`: the TypeScript kernel for Jupyter. */
export function addKernelCommand(program: Command): void {
  const kernel = program
    .command('kernel')
    .description('install, remove or check the TypeScript kernel for Jupyter')
    .addHelpText('after', '\nExample:\n  $ pawl kernel install --prefix .venv');

  withPlace(
    kernel.command('install').description('make the kernel known to Jupyter; needs no Python'),
  ).action(async (options: PlaceOptions) => {
    const { installKernelspec } = await import('../notebook/kernel/kernelspec.js');
    print(`installed: ${await installKernelspec(placeOf(options))}`);
    print('next: choose "Pawl (TypeScript)" in JupyterLab or VS Code, or run: pawl kernel doctor');
  });

  withPlace(kernel.command('uninstall').description('make Jupyter forget the kernel')).action(
    async (options: PlaceOptions) => {
      const { uninstallKernelspec } = await import('../notebook/kernel/kernelspec.js');
      print(`removed: ${uninstallKernelspec(placeOf(options))}`);
    },
  );

  withPlace(
    kernel.command('doctor').description('start the installed kernel and run a cell (exit 4 if it cannot)'),
  )
    .addOption(jsonOption())
    .action(async (options: PlaceOptions & { readonly json?: true }) => {
      const { examineKernel } = await import('../notebook/kernel/examine-kernel.js');
      const findings = await examineKernel(placeOf(options), process.cwd());
      if (options.json === true) printJson({ findings }, {});
      else
        print(
          textTable(
            ['part', 'state', 'detail'],
            findings.map(({ part, state, detail }) => [part, state, detail]),
          ),
        );
      if (findings.some(({ state }) => state === 'missing' || state === 'broken')) {
        process.exitCode = exitCodeOf.environment;
      }
    });
}

function withPlace(command: Command): Command {
  return command
    .option('--user', "in this user's own folder; so it is unless told")
    .option('--prefix <dir>', 'below this folder, e.g. a Python environment')
    .option('--name <name>', 'the name that Jupyter knows it by', 'pawl');
}

function placeOf({ user, prefix, name }: PlaceOptions): { readonly prefix?: string; readonly name?: string } {
  if (user === true && prefix !== undefined) {
    throw new PawlError('usage', '--user and --prefix: choose one');
  }
  return {
    ...(prefix === undefined ? {} : { prefix: absolute(prefix) }),
    ...(name === undefined ? {} : { name }),
  };
}
