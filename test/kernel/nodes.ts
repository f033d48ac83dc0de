import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, NotRun, run, tail, type Checks } from './checks.js';
import { checkout, makeFolder, writeSource } from './notebooks.js';

const pawl = join(checkout, 'dist', 'cli', 'main.js');

/** The kernel under other versions of Node, from the npm package `node`. */
export async function checkNodes({ check }: Checks, scratch: string): Promise<void> {
  for (const major of ['20', '22', '24']) {
    await check(`Node ${major}: pawl notebook run, imports, interrupt`, async () => {
      const node = await installNode(scratch, major);
      const folder = makeFolder(scratch, `node-${major}`);
      writeSource(join(folder, 'cells.ipynb'), [
        'process.version',
        "import { random } from 'pawl';\ntypeof random",
        "import * as aq from 'arquero';\naq.table({ a: [1, 2] })",
        { source: "throw new Error('meant')", tags: ['raises-exception'] },
      ]);
      const fine = await run(node, [pawl, 'notebook', 'run', 'cells.ipynb'], { cwd: folder });
      holds(fine.code === 0, tail(fine.stderr + fine.stdout, 6));
      writeSource(join(folder, 'loops.ipynb'), [
        'const spin = () => { for (;;); };\n1',
        'spin()',
        'await null; spin()',
        'await new Promise((resolve) => setTimeout(resolve, 5)); spin()',
        "'alive'",
      ]);
      const words = [pawl, 'notebook', 'run', 'loops.ipynb', '--timeout', '1', '--continue', '--json'];
      const loops = await run(node, words, { cwd: folder });
      const { result } = JSON.parse(loops.stdout) as {
        result: { notebooks: { ran: number; failures: { ename: string }[] }[] };
      };
      const [notebook] = result.notebooks;
      const names = notebook?.failures.map(({ ename }) => ename).join() ?? '';
      holds(
        notebook?.ran === 5 && names === 'CellTimeout,CellTimeout,CellTimeout',
        `${notebook?.ran} ran, ${names}`,
      );
      const { stdout } = await run(node, ['--version']);
      return `${stdout.trim()}: cells, imports, three interrupted loops, alive after them`;
    });
  }
}

async function installNode(scratch: string, major: string): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = join(scratch, `install-node-${major}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const { code, stderr } = await run('npm', ['install', '--no-audit', '--no-fund', `node@${major}`], {
    cwd: folder,
  });
  const node = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (code !== 0) throw new NotRun(`npm cannot install node@${major}: ${tail(stderr, 1)}`);
  const { code: runs } = await run(node, ['--version']);
  if (runs !== 0) throw new NotRun(`node@${major} was installed without its program`);
  return node;
}
