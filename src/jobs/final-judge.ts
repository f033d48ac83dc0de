import { PawlError } from '../errors.js';
import type { Family } from '../families/family.js';
import { createOwnFamily } from '../families/own/family.js';
import { readOwnFolder } from '../families/own/read-folder.js';
import type { Task } from '../grader/item.js';
import { compareBothOrders, type PairVerdict } from '../roles/both-orders.js';
import type { Roles } from '../roles/roles.js';
import { signFlipTest, type SignFlipResult } from '../stats/index.js';
import { checkOutputs, outputRecords, type OutputsFile } from './output-rows.js';
import { givenRoles } from './own-roles.js';

/** Two outputs for the same task. */
export interface JudgedPair {
  readonly task: Task;
  readonly a: string;
  readonly b: string;
}

/** What the final judge said, pair by pair and counted. */
export interface FinalJudgement {
  readonly judge: Roles['identity'];
  readonly pairs: readonly (PairVerdict & { readonly task: string })[];
  /** Pairs that both orders decide for a, for b, and the rest. */
  readonly wins: Readonly<Record<'a' | 'b' | 'tie', number>>;
  /** Tasks as the unit: +1 where a wins, −1 where b wins, 0 for a tie; null without a pair. */
  readonly test: SignFlipResult | null;
}

/**
 * The final judge: a stronger reader compares two outputs for a task, in both orders, by the task's contract. It is asked
 * after everything is decided and changes nothing.
 *
 * @param contract what a good output must do (`contract` of family.json); shown to the judge beside the task
 * @throws PawlError `usage` when nobody compares outputs (roles without a judge), or without a contract
 */
export async function askFinalJudge(options: {
  readonly family: Pick<Family, 'name'>;
  readonly contract: string;
  readonly pairs: readonly JudgedPair[];
  readonly roles: Pick<Roles, 'prefer' | 'identity'>;
}): Promise<FinalJudgement> {
  const { family, contract, pairs, roles } = options;
  if (roles.identity.kind === 'none') {
    throw new PawlError('usage', `family '${family.name}': there is no final judge without a model`, {
      hint: 'compare by a grader instead: pawl compare A B --grader FILE',
    });
  }
  if (contract.trim() === '') {
    throw new PawlError('usage', `family '${family.name}': the final judge needs a contract`, {
      hint: 'write into family.json what a good output must do: "contract": "…"',
    });
  }
  const judged: (PairVerdict & { task: string })[] = [];
  for (const { task, a, b } of pairs) {
    const shown: Task = { ...task, visible: { ...task.visible, contract } };
    const draw = `final/${task.id}`;
    judged.push({
      task: task.id,
      ...(await compareBothOrders(roles, shown, { a, b }, { rubric: 'task-aware', draw })),
    });
  }
  const count = (winner: PairVerdict['winner']): number =>
    judged.filter((pair) => pair.winner === winner).length;
  return {
    judge: roles.identity,
    pairs: judged,
    wins: { a: count('a'), b: count('b'), tie: count('tie') },
    test:
      judged.length === 0
        ? null
        : signFlipTest(
            judged.map(({ winner }) => (winner === 'a' ? 1 : winner === 'b' ? -1 : 0)),
            { unit: 'task' },
          ),
  };
}

/**
 * Asks the final judge of a family of one's own which of two files' outputs are better, pair by pair.
 *
 * @param options.folder the family's folder: its contract, and how rows are read
 * @param options.roles who judges; without a model nobody does
 * @throws PawlError `bad-input` when the files do not hold the same tasks; else as {@link askFinalJudge}
 */
export async function judgeFiles(options: {
  readonly folder: string;
  readonly a: OutputsFile;
  readonly b: OutputsFile;
  readonly roles?: Pick<Roles, 'prefer' | 'identity'>;
}): Promise<FinalJudgement> {
  const { folder, a, b } = options;
  const family = createOwnFamily(readOwnFolder(folder), { judge: false });
  const roles = options.roles ?? givenRoles(family);
  await checkOutputs(a, family);
  await checkOutputs(b, family);
  const ofB = new Map<string, string>();
  for await (const { item } of outputRecords(b, family)) ofB.set(item.task.id, item.output);
  const pairs: JudgedPair[] = [];
  const alone: string[] = [];
  for await (const { item } of outputRecords(a, family)) {
    const other = ofB.get(item.task.id);
    if (other === undefined) alone.push(item.task.id);
    else pairs.push({ task: item.task, a: item.output, b: other });
  }
  if (alone.length > 0 || pairs.length !== ofB.size) {
    throw new PawlError(
      'bad-input',
      `${a.path} and ${b.path} do not hold one output each of the same tasks (${pairs.length} pairs; ${alone.length} ids only in ${a.path})`,
      { hint: 'rows are matched by id' },
    );
  }
  return askFinalJudge({ family, contract: family.settings.contract, pairs, roles });
}
