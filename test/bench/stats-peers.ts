import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Seconds by case, and what measured them; or why nothing did. */
export type Peers =
  | { readonly name: string; readonly seconds: Readonly<Record<string, number>> }
  | { readonly missing: string };

/** Times scipy, where the Python given by PAWL_BENCH_PYTHON (else python3 on the path) has it. */
export function scipyPeers(data: Readonly<Record<string, readonly number[]>>): Peers {
  const python = process.env['PAWL_BENCH_PYTHON'] ?? 'python3';
  const probe = spawnSync(python, ['-c', 'import numpy, scipy'], { encoding: 'utf8' });
  if (probe.status !== 0) return { missing: 'scipy: not installed' };
  const script = fileURLToPath(new URL('./peers.py', import.meta.url));
  const run = spawnSync(python, [script], {
    input: JSON.stringify(data),
    encoding: 'utf8',
    timeout: 300_000,
  });
  if (run.status !== 0) throw new Error(`peers.py failed: ${run.stderr}`);
  const { version, seconds } = JSON.parse(run.stdout) as { version: string; seconds: Record<string, number> };
  return { name: `scipy ${version}`, seconds };
}

/** Times R's boot and coin, where Rscript has them. */
export function rPeers(values: readonly number[], whole: readonly number[]): Peers {
  const probe = spawnSync('Rscript', ['-e', 'library(boot); library(coin)'], { encoding: 'utf8' });
  if (probe.status !== 0)
    return { missing: probe.error === undefined ? 'R: boot or coin not installed' : 'R: not installed' };
  const script = fileURLToPath(new URL('./peers.R', import.meta.url));
  const input = ['value,whole', ...values.map((value, at) => `${value},${whole[at] ?? 0}`)].join('\n');
  const run = spawnSync('Rscript', [script], { input: `${input}\n`, encoding: 'utf8', timeout: 300_000 });
  if (run.status !== 0) throw new Error(`peers.R failed: ${run.stderr}`);
  const [versions = '', ...lines] = run.stdout.trim().split('\n');
  const seconds = Object.fromEntries(
    lines.map((line) => line.trim().split(' ')).map(([name = '', value]) => [name, Number(value)]),
  );
  return { name: `R ${versions.trim()}`, seconds };
}
