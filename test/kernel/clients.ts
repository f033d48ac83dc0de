import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { holds, run, tail, type Checks } from './checks.js';
import type { Jupyter } from './jupyter.js';
import { checkout, comparable, makeFolder, readCells, richCells, writeSource } from './notebooks.js';

const pawl = join(checkout, 'dist', 'cli', 'main.js');

/** Jupyter's own clients: the conformance suite, nbconvert, nbclient beside Pawl's runner, jupyter-console. */
export async function checkClients({ check }: Checks, jupyter: Jupyter, scratch: string): Promise<void> {
  const { python, environment } = jupyter;
  const folder = makeFolder(scratch, 'clients');

  await check('pawl kernel install, doctor', async () => {
    const installed = await run(process.execPath, [pawl, 'kernel', 'install', '--prefix', jupyter.folder]);
    holds(installed.code === 0, tail(installed.stderr));
    const seen = await run(jupyter.program('jupyter'), ['kernelspec', 'list'], { environment });
    holds(/^\s*pawl\s/m.test(seen.stdout), `jupyter does not see it: ${tail(seen.stdout)}`);
    const doctor = await run(process.execPath, [pawl, 'kernel', 'doctor', '--prefix', jupyter.folder], {
      cwd: folder,
    });
    holds(doctor.code === 0, tail(doctor.stdout + doctor.stderr, 6));
    return 'installed, listed by Jupyter, runs a cell';
  });

  await check('conformance suite', async () => {
    const suite = fileURLToPath(new URL('conformance.py', import.meta.url));
    const { code, stderr } = await run(python, [suite], { environment, cwd: folder });
    const summary = /Ran (\d+) tests[^]*?(OK.*|FAILED.*)/.exec(stderr);
    holds(code === 0, tail(stderr, 12));
    return `${summary?.[1] ?? '?'} tests, ${summary?.[2] ?? ''} (the pager test has no TypeScript meaning)`;
  });

  const nbconvert = (file: string, ...words: readonly string[]): ReturnType<typeof run> =>
    run(
      python,
      [
        '-m',
        'nbconvert',
        '--to',
        'notebook',
        '--execute',
        '--output',
        `${file}.out.ipynb`,
        ...words,
        `${file}.ipynb`,
      ],
      {
        environment,
        cwd: folder,
      },
    );

  await check('nbconvert --allow-errors runs every cell', async () => {
    writeSource(join(folder, 'throws.ipynb'), [
      '1',
      "throw new Error('second')",
      '3',
      'const text: string = 4;',
      '5',
    ]);
    const { code, stderr } = await nbconvert('throws', '--allow-errors');
    holds(code === 0, tail(stderr));
    const cells = readCells(join(folder, 'throws.out.ipynb'));
    const counts = cells.map(({ execution_count }) => execution_count);
    holds(counts.join() === '1,2,3,4,5', `counts are ${counts.join()}`);
    const kinds = cells.map(({ outputs }) => outputs.map((one) => String(one['output_type'])).join('+'));
    holds(kinds.join() === 'execute_result,error,execute_result,error,execute_result', kinds.join());
    return 'five of five, two with an error output';
  });

  await check('nbconvert without it exits 1 at a throwing cell', async () => {
    const { code, stderr } = await nbconvert('throws');
    holds(code === 1, `exit code ${code}`);
    holds(stripVTControlCharacters(stderr).includes('Error: second'), tail(stderr));
    return 'exit code 1, the error is named';
  });

  await check('nbconvert: raises-exception, then the rest', async () => {
    writeSource(join(folder, 'tagged.ipynb'), [
      { source: "throw new Error('meant')", tags: ['raises-exception'] },
      '2',
      '3',
    ]);
    const { code, stderr } = await nbconvert('tagged');
    holds(code === 0, tail(stderr));
    const counts = readCells(join(folder, 'tagged.out.ipynb')).map(({ execution_count }) => execution_count);
    holds(counts.join() === '1,2,3', counts.join());
    return 'three of three';
  });

  await check('nbconvert: an unhandled rejection fails the notebook', async () => {
    writeSource(join(folder, 'rejects.ipynb'), ["Promise.reject(new Error('unhandled'));\n1", '2']);
    const { code, stderr } = await nbconvert('rejects');
    holds(code === 1 && stderr.includes('unhandled'), `exit code ${code}: ${tail(stderr)}`);
    return 'exit code 1';
  });

  await check('nbconvert: a cell that reads standard input does not hang', async () => {
    writeSource(join(folder, 'stdin.ipynb'), [
      "process.stdin.on('data', () => {});\nawait new Promise(() => {})",
    ]);
    const { code, stderr } = await nbconvert('stdin');
    holds(code === 1 && stderr.includes('no standard input'), `exit code ${code}: ${tail(stderr)}`);
    return 'exit code 1, says what to use instead';
  });

  await check('pawl notebook run and nbclient give the same outputs, both valid', async () => {
    writeSource(join(folder, 'rich.ipynb'), richCells);
    const byNbclient = await nbconvert('rich');
    holds(byNbclient.code === 0, `nbclient: ${tail(byNbclient.stderr)}`);
    const own = join(folder, 'rich.pawl.ipynb');
    const byPawl = await run(process.execPath, [
      pawl,
      'notebook',
      'run',
      join(folder, 'rich.ipynb'),
      '--out',
      own,
    ]);
    holds(byPawl.code === 0, `pawl: ${tail(byPawl.stderr)}`);
    const theirs = comparable(readCells(join(folder, 'rich.out.ipynb')));
    const ours = comparable(readCells(own));
    holds(ours === theirs, firstDifference(ours, theirs));
    const validate =
      'import nbformat, sys\nfor f in sys.argv[1:]: nbformat.validate(nbformat.read(f, as_version=4))';
    const valid = await run(python, ['-c', validate, own, join(folder, 'rich.out.ipynb')], { environment });
    holds(valid.code === 0 && valid.stderr === '', tail(valid.stderr));
    return `${richCells.length} cells, equal; nbformat validates both`;
  });

  await check('pawl notebook run fails for what nbclient fails', async () => {
    const codes: string[] = [];
    for (const name of ['throws', 'rejects', 'stdin', 'tagged']) {
      const { code } = await run(process.execPath, [
        pawl,
        'notebook',
        'run',
        join(folder, `${name}.ipynb`),
        '--out',
        join(folder, `${name}.pawl.ipynb`),
      ]);
      codes.push(`${name} ${code}`);
    }
    holds(codes.join() === 'throws 1,rejects 1,stdin 1,tagged 0', codes.join());
    return codes.join(', ');
  });

  await check('jupyter-console', async () => {
    const { code, stdout, stderr } = await run(
      jupyter.program('jupyter-console'),
      ['--kernel', 'pawl', '--simple-prompt'],
      {
        environment,
        cwd: folder,
        input: "const twenty = 20;\ntwenty * 2 + 2\nthrow new Error('seen')\nexit\n",
        timeoutMs: 60_000,
      },
    );
    holds(stdout.includes('42'), `${code}: ${tail(stdout + stderr, 8)}`);
    holds(/Error.*seen/.test(stdout + stderr), tail(stdout + stderr, 8));
    return 'a result and an error';
  });

  await check('pawl kernel uninstall', async () => {
    const removed = await run(process.execPath, [
      pawl,
      'kernel',
      'install',
      '--prefix',
      join(scratch, 'other'),
    ]);
    holds(removed.code === 0, tail(removed.stderr));
    const { code } = await run(process.execPath, [
      pawl,
      'kernel',
      'uninstall',
      '--prefix',
      join(scratch, 'other'),
    ]);
    holds(code === 0 && !existsSync(join(scratch, 'other/share/jupyter/kernels/pawl')), `exit code ${code}`);
    return 'leaves nothing';
  });
}

function firstDifference(ours: string, theirs: string): string {
  const left = ours.split('\n');
  const right = theirs.split('\n');
  const at = left.findIndex((line, index) => line !== right[index]);
  return `line ${at}: pawl ${left[at]?.trim() ?? '(end)'}, nbclient ${right[at]?.trim() ?? '(end)'}`;
}

/** Whether stock tslab still has the faults that these checks are about: what makes the checks worth their time. */
export async function showStockFaults({ check }: Checks, jupyter: Jupyter, scratch: string): Promise<void> {
  await check('stock tslab has the faults that are repaired here', async () => {
    const folder = makeFolder(scratch, 'stock');
    const spec = join(folder, 'share/jupyter/kernels/stock-tslab');
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(spec, { recursive: true });
    const bin = join(checkout, 'node_modules/tslab/bin/tslab');
    writeFileSync(
      join(spec, 'kernel.json'),
      JSON.stringify({
        argv: [process.execPath, bin, 'kernel', '--config-path={connection_file}'],
        display_name: 'tslab',
        language: 'typescript',
      }),
    );
    writeSource(join(folder, 'throws.ipynb'), ['1', "throw new Error('second')", '3'], 'stock-tslab');
    const { code } = await run(
      jupyter.python,
      [
        '-m',
        'nbconvert',
        '--to',
        'notebook',
        '--execute',
        '--allow-errors',
        '--output',
        'out.ipynb',
        'throws.ipynb',
      ],
      { environment: { ...jupyter.environment, JUPYTER_PATH: join(folder, 'share/jupyter') }, cwd: folder },
    );
    const cells = JSON.parse(readFileSync(join(folder, 'out.ipynb'), 'utf8')) as {
      cells: { outputs: unknown[] }[];
    };
    const last = cells.cells[2]?.outputs.length ?? -1;
    const error = JSON.stringify(cells.cells[1]).includes('"output_type":"error"');
    holds(code === 0 && last === 0 && !error, 'stock tslab has changed: look again at what is repaired here');
    return `exit code ${code}, ${last} outputs after the failing cell, error output: ${error ? 'yes' : 'no'}`;
  });
}
