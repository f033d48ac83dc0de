import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { pawl, startPawl, type PawlEnd } from './pawl-process.js';

/** A small evolution of the code family, all of whose bytes are compared. */
export const smallEvolve = ['evolve', 'code', '--seeds', '42,7', '--rounds', '4', '--jobs', '2'] as const;

/** The files of an export by name. */
export type Exported = Readonly<Record<string, string>>;

/** Runs pawl in a folder and insists that it ends well. */
async function succeed(cwd: string, ...words: string[]): Promise<PawlEnd> {
  const end = await pawl(words, { cwd });
  if (end.code !== 0) throw new Error(`pawl ${words.join(' ')} ended with ${end.code}:\n${end.err}`);
  return end;
}

/** Evolves without an interruption. */
export async function evolveWhole(cwd: string): Promise<{ exported: Exported; result: unknown; ms: number }> {
  const started = performance.now();
  const { out } = await succeed(cwd, ...smallEvolve, '--json');
  const ms = performance.now() - started;
  return { exported: await exportRun(cwd), result: (JSON.parse(out) as { result: unknown }).result, ms };
}

async function exportRun(cwd: string): Promise<Exported> {
  await succeed(cwd, 'runs', 'export', 'exported');
  const folder = join(cwd, 'exported');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** What a kill and the resuming after it came to. */
export interface KilledRun {
  readonly exported: Exported;
  readonly result: unknown;
  /** Rounds that were stored when the process died; undefined when it had not even begun a run. */
  readonly rounds: number | undefined;
  /** False when it had ended before the kill. */
  readonly killed: boolean;
}

/** Evolves, kills the process with SIGKILL after so many milliseconds, and resumes to the end. */
export async function killAndResume(cwd: string, afterMs: number): Promise<KilledRun> {
  const running = startPawl(smallEvolve, { cwd });
  const ended = await Promise.race([running.ended, wait(afterMs, undefined)]);
  running.child.kill('SIGKILL');
  const { signal } = ended ?? (await running.ended);

  const listed = await pawl(['runs', 'list', '--json'], { cwd });
  const runs = listed.code === 0 ? (JSON.parse(listed.out) as { result: { done: number }[] }).result : [];
  const again = runs.length === 0 ? smallEvolve : (['runs', 'resume', 'r1'] as const);
  const { out } = await succeed(cwd, ...again, '--json');
  return {
    exported: await exportRun(cwd),
    result: (JSON.parse(out) as { result: unknown }).result,
    rounds: runs[0]?.done,
    killed: signal === 'SIGKILL',
  };
}

/** A store that holds the caches of another and nothing else, so that a run from it starts warm. */
export function warmStore(from: string, cwd: string): void {
  mkdirSync(join(cwd, '.pawl'), { recursive: true });
  const file = join(cwd, '.pawl', 'pawl.sqlite');
  copyFileSync(join(from, '.pawl', 'pawl.sqlite'), file);
  const database = new Database(file);
  for (const table of ['graded', 'rounds', 'run_cells', 'runs', 'cell_facts', 'cells', 'outputs', 'tasks']) {
    database.exec(`DELETE FROM ${table}`);
  }
  database.close();
}
