import { dataPath } from '../../data-folder.js';
import { taskHash, type Item, type RootFinding, type Task } from '../../grader/item.js';
import { checkHash } from '../../grader/op.js';
import { contentHash } from '../../hash.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import type { Family, Truth } from '../family.js';
import { describeCode } from './describe.js';
import { rootDriver, runDriver } from './driver.js';
import * as limits from './limits.js';
import { loadCodeTasks } from './load-tasks.js';
import { readOps } from '../read-ops.js';
import { runReference, type ReferenceResults } from './reference.js';
import { rootOf } from './root.js';
import { codeTaxonomy } from './taxonomy.js';
import { truthOf } from './truth.js';

/** What the code family is made with. */
export interface CodeFamilyOptions {
  readonly sandbox: PythonSandbox;
  /** Default: the tasks of the embedded pack. */
  readonly tasks?: readonly Task[];
  /** Default: `code`. */
  readonly name?: string;
}

/** Changes when truth or root judge differently although no driver, task or op changed. */
const judgement = 'code-1';

/** The grader that a person would write from the seed ops: every symptom counts. */
const handSeed =
  '(any crash loop_without_exit missing_guard mutates_argument returns_not_print_only signature_mismatch spec_mismatch)';

/** The seed op that asks a judge nothing but whether an output is wrong. */
const bareJudge = 'output_is_wrong';

/**
 * The code family: Python functions judged by hidden inputs, on the embedded tasks or on those of a file
 * ({@link loadCodeTaskFile}).
 *
 * @param options.sandbox where every program runs
 * @param options.tasks tasks of the family, default the embedded pack
 * @example
 * const family = await createCodeFamily({ sandbox: createPythonSandbox() });
 * family.consensusWeight // 1
 */
export async function createCodeFamily({
  sandbox,
  tasks = loadCodeTasks(),
  name = 'code',
}: CodeFamilyOptions): Promise<Family> {
  const sorted = [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1));
  const seedOps = readOps(dataPath('families', 'code', 'ops'), codeTaxonomy);
  const referenceOf = memoisedReferences(sandbox);
  return {
    name,
    version: contentHash([
      judgement,
      { ...limits },
      sorted.map(taskHash),
      [runDriver.hash, rootDriver.hash],
      seedOps.map((op) => [op.name, op.failureClass, checkHash(op)]),
      sandbox.engine,
    ]),
    taxonomy: codeTaxonomy,
    consensusWeight: 1,
    splitSizes: { train: 60, dev: 10, test: 40, untouched: 40 },
    screened: true,
    auditItemsPerTask: 1,
    tasks: sorted,
    seedOps,
    handSeed,
    bareJudge,
    root: async (item: Item): Promise<RootFinding> => rootOf(item, sandbox),
    truth: async (item: Item): Promise<Truth> => truthOf(item, { sandbox, referenceOf }),
    describe: describeCode,
  };
}

/** Runs each task's reference once; a failure of the sandbox is not remembered. */
function memoisedReferences(sandbox: PythonSandbox): (task: Task) => Promise<ReferenceResults> {
  const known = new WeakMap<Task, Promise<ReferenceResults>>();
  return async (task) => {
    const running = known.get(task) ?? runReference(sandbox, task);
    known.set(task, running);
    const results = await running;
    if (results.kind === 'infrastructure') known.delete(task);
    return results;
  };
}
