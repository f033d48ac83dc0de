import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './row.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The main job as `npm start` runs it (without the build), cold and from caches, with the memory of the whole process tree. */
export async function benchStart(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const cold = await timed(folder);
    const warm = await timed(folder);
    return [
      { name: 'main job, cold', value: cold.seconds, unit: 's', target: '≤ 90' },
      { name: 'main job, second time', value: warm.seconds, unit: 's', target: '≤ 15' },
      {
        name: 'main job, resident memory of all processes',
        value: cold.peakMiB,
        unit: 'MiB',
        target: '≤ 1024',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed(folder: string): Promise<{ seconds: number; peakMiB: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [main, 'evolve', 'code', '--seeds', '42,7,13', '--rounds', '30'], {
    cwd: folder,
    env: { ...process.env, PAWL_CACHE: join(folder, 'cache') },
    stdio: 'ignore',
  });
  let peakMiB = 0;
  const watch = setInterval(() => (peakMiB = Math.max(peakMiB, residentMiB(child.pid ?? 0))), 250);
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`the main job ended with exit code ${code}`);
  return { seconds: (performance.now() - start) / 1000, peakMiB };
}

/** Resident memory of a process and its children, from /proc; 0 where there is none. Shared pages count once per process. */
function residentMiB(root: number): number {
  try {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
      const stat = readIfThere(`/proc/${name}/stat`);
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    }
    const family = new Set([root]);
    for (let grown = true; grown;) {
      grown = false;
      for (const [pid, parent] of parents) {
        if (family.has(parent) && !family.has(pid)) grown = Boolean(family.add(pid));
      }
    }
    return [...family].reduce((sum, pid) => {
      const match = /VmRSS:\s+(\d+) kB/.exec(readIfThere(`/proc/${pid}/status`));
      return sum + Number(match?.[1] ?? 0) / 1024;
    }, 0);
  } catch {
    return 0;
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
