import type { Family } from '../families/family.js';
import type { Cache } from '../grader/cache.js';
import type { Grading } from '../grading/grading.js';
import type { Pack } from '../pack/pack.js';
import type { CallScope } from '../roles/model/call-store.js';
import type { Roles } from '../roles/roles.js';
import type { PythonSandbox } from '../sandbox/python/python-sandbox.js';

/** A family with everyone who is asked something about it, wired to a sandbox and a cache. */
export interface World {
  readonly family: Family;
  /** Where the tasks come from. Outputs of embedded tasks can be exported without repeating the task. */
  readonly tasks: 'embedded' | 'file';
  /** Screen this many tasks at first; undefined = all of them. */
  readonly candidates: number | undefined;
  /** Tasks of a file that cannot be used, with the reason. */
  readonly unusable: readonly { readonly id: string; readonly reason: string }[];
  /** The material of a family whose outputs are given; undefined where a pack is built by screening. */
  readonly pack?: Pack;
  readonly roles: Roles;
  readonly sandbox: PythonSandbox;
  readonly grading: Grading;
  /** Books what real models are asked within `work`; undefined where nobody is paid. */
  readonly within?: <T>(scope: Partial<CallScope>, work: () => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

/** What a world is made from. */
export interface WorldOptions {
  /** A built-in family, or the absolute path of the folder of a user's own. */
  readonly family: string;
  /** Absolute path of a task file, or null. */
  readonly tasks: string | null;
  /** sql with a task file: absolute path of the folder of its gold material. */
  readonly gold?: string | null;
  /** sql with a task file: absolute path of the DuckDB file that its queries run on. */
  readonly database?: string | null;
  /** Absolute path of a folder of detectors to start with besides the family's own, or null. */
  readonly ops: string | null;
  /** Sandbox children. */
  readonly children: number;
  readonly cache: Cache;
  /** Who plays the roles; simulated ones when left out. */
  readonly roles?: (parts: { readonly family: Family; readonly sandbox: PythonSandbox }) => Roles;
}

/** Books calls to a scope where a world has someone to book them; otherwise only does the work. */
export function booked<T>(
  { within }: Pick<World, 'within'>,
  scope: Partial<CallScope>,
  work: () => Promise<T>,
): Promise<T> {
  return within === undefined ? work() : within(scope, work);
}

/** Makes worlds: {@link WorldOptions} in, a world out. Tests hand in their own. */
export type OpenWorld = (options: WorldOptions) => Promise<World>;
