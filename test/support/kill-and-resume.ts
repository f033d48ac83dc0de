import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { pawl, startPawl, type PawlEnd } from './pawl-process.js';

/** A small evolution of the code family, all of whose bytes are compared. */
export const smallEvolve: readonly string[] = ['evolve', 'code', '--seeds', '42,7', '--rounds', '4'];

/** The files of an export by name. */
export type Exported = Readonly<Record<string, string>>;

/** Runs pawl in a folder and insists that it ends well. */
async function succeed(cwd: string, ...words: string[]): Promise<PawlEnd> {
  const end = await pawl(words, { cwd });
  if (end.code !== 0) throw new Error(`pawl ${words.join(' ')} ended with ${end.code}:\n${end.err}`);
  return end;
}

/** Evolves without an interruption. */
export async function evolveWhole(
  cwd: string,
  words: readonly string[] = smallEvolve,
): Promise<{ exported: Exported; result: unknown; ms: number }> {
  const started = performance.now();
  const { out } = await succeed(cwd, ...words, '--json');
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

/** When a process is killed. */
export interface KillMoment {
  /** Wait until so many rounds of all seeds are stored. */
  readonly rounds: number;
  /** Then for so many milliseconds. */
  readonly afterMs: number;
}

/** Evolves, kills the process with SIGKILL at a moment, and resumes to the end. */
export async function killAndResume(
  cwd: string,
  { rounds, afterMs }: KillMoment,
  words: readonly string[] = smallEvolve,
): Promise<KilledRun> {
  const running = startPawl(words, { cwd });
  const moment = (async (): Promise<void> => {
    while (running.child.exitCode === null && storedRounds(cwd) < rounds) await wait(5);
    await wait(afterMs);
  })();
  const ended = await Promise.race([running.ended, moment.then(() => undefined)]);
  running.child.kill('SIGKILL');
  const { signal } = ended ?? (await running.ended);

  const listed = await pawl(['runs', 'list', '--json'], { cwd });
  const runs = listed.code === 0 ? (JSON.parse(listed.out) as { result: { done: number }[] }).result : [];
  const again = runs.length === 0 ? words : ['runs', 'resume', 'r1'];
  const { out } = await succeed(cwd, ...again, '--json');
  return {
    exported: await exportRun(cwd),
    result: (JSON.parse(out) as { result: unknown }).result,
    rounds: runs[0]?.done,
    killed: signal === 'SIGKILL',
  };
}

/** Rounds that a store holds at this moment; none while it is being made. */
function storedRounds(cwd: string): number {
  try {
    const database = new Database(join(cwd, '.pawl', 'pawl.sqlite'), { readonly: true, fileMustExist: true });
    try {
      return database.prepare('SELECT count(*) FROM rounds').pluck().get() as number;
    } finally {
      database.close();
    }
  } catch {
    return 0;
  }
}

/**
 * A store that holds the caches of another and nothing else, so that a run from it starts warm.
 *
 * @param missing - leave out this share of what was found of outputs, so that the sandbox is needed again
 */
export function warmStore(from: string, cwd: string, missing = 0): void {
  mkdirSync(join(cwd, '.pawl'), { recursive: true });
  const file = join(cwd, '.pawl', 'pawl.sqlite');
  copyFileSync(join(from, '.pawl', 'pawl.sqlite'), file);
  const database = new Database(file);
  for (const table of ['graded', 'rounds', 'run_cells', 'runs', 'cell_facts', 'cells', 'outputs', 'tasks']) {
    database.exec(`DELETE FROM ${table}`);
  }
  const first = Buffer.from([Math.round(missing * 256)]);
  database.prepare("DELETE FROM cache WHERE kind IN ('finding', 'root') AND key < ?").run(first);
  database.exec('VACUUM');
  database.close();
}

/** Gives a store the caches of another beside its own. */
export function addCaches(from: string, cwd: string): void {
  const database = new Database(join(cwd, '.pawl', 'pawl.sqlite'));
  database.prepare('ATTACH ? AS warm').run(join(from, '.pawl', 'pawl.sqlite'));
  database.exec('INSERT OR IGNORE INTO cache SELECT * FROM warm.cache');
  database.close();
}
