import { PawlError } from '../../errors.js';
import { taskHash, type Item, type Task } from '../../grader/item.js';
import type { OwnRoot } from '../../grader/own-root.js';
import { checkHash, type OpSpec } from '../../grader/op.js';
import { contentHash, sha256 } from '../../hash.js';
import type { Label } from '../../verdict.js';
import type { Family, Truth } from '../family.js';
import { checkOwnRows } from './check-rows.js';
import { compareWithReference, type Comparison } from './compare-reference.js';
import type { OwnFolder, Problem } from './read-folder.js';
import { ownRoot } from './root.js';
import { taskOfRow } from './row.js';
import type { OwnSettings } from './settings.js';

/** Changes when root or truth judge differently although no file did. */
const judgement = 'own-1';

/** A user's own family with the outputs that its rows bring. */
export interface OwnFamily extends Family {
  readonly settings: OwnSettings;
  readonly own: OwnRoot;
  /** Outputs by task id: nobody solves, the outputs are given. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Tasks by the file that they come from. */
  readonly tasksOf: Readonly<Record<'train' | 'anchors' | 'test', readonly Task[]>>;
  /** Detectors that ask a model, left out because there is none. */
  readonly leftOut: readonly string[];
}

/** What an own family is made with. */
export interface OwnFamilyOptions {
  /** Whether somebody answers the questions of `.md` detectors; without a judge they are left out. */
  readonly judge: boolean;
}

/**
 * A user's own family from its folder.
 *
 * @throws PawlError `bad-input` with every error at once
 */
export function createOwnFamily(folder: OwnFolder, { judge }: OwnFamilyOptions): OwnFamily {
  const errors = checkOwnRows(folder).filter(({ level }) => level === 'error');
  const { settings, rows } = folder;
  if (errors.length > 0 || settings === null) throw refusal(errors);
  const asks = folder.ops.filter(({ tier }) => tier === 'judge').map(({ name }) => name);
  const seedOps = judge ? folder.ops : folder.ops.filter(({ name }) => !asks.includes(name));
  if (seedOps.length === 0) {
    throw refusal([
      { level: 'error', place: 'ops', message: 'every detector asks a model, and there is none' },
    ]);
  }
  const tasksOf = {
    train: rows.train.map(({ row }) => taskOfRow(row, false)),
    anchors: rows.anchors.map(({ row }) => taskOfRow(row, true)),
    test: rows.test.map(({ row }) => taskOfRow(row, true)),
  };
  const tasks = [...tasksOf.train, ...tasksOf.anchors, ...tasksOf.test];
  const outputs = new Map(
    [...rows.train, ...rows.anchors, ...rows.test].map(({ row }) => [row.id, row.output] as const),
  );
  return {
    name: settings.name,
    version: contentHash([
      judgement,
      settings.root,
      settings.compare,
      tasks.map((task) => [taskHash(task), outputs.get(task.id) ?? '']),
      seedOps.map((op) => [op.name, op.failureClass, checkHash(op)]),
    ]),
    taxonomy: settings.taxonomy,
    consensusWeight: settings.consensusWeight,
    splitSizes: {
      train: tasksOf.train.length,
      dev: tasksOf.anchors.length,
      test: tasksOf.test.length,
      untouched: 0,
    },
    screened: false,
    auditItemsPerTask: 1,
    tasks: [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1)),
    seedOps,
    handSeed: settings.handSeed ?? `(any ${seedOps.map(({ name }) => name).join(' ')})`,
    bareJudge: judge ? (asks[0] ?? '') : '',
    root: async ({ output }) => ownRoot(output, settings.root),
    truth: async (item) => ownTruth(item, settings.compare),
    settings,
    own: settings.root,
    outputs,
    tasksOf,
    leftOut: judge ? [] : asks,
  };
}

/**
 * The family that a grader of an own family brings along: its root, and nothing to solve.
 *
 * @param ops the grader's
 */
export function familyOfGrader(
  family: { readonly name: string; readonly version: string },
  root: OwnRoot,
  ops: readonly OpSpec[],
): Family {
  return {
    ...family,
    taxonomy: [...new Set(ops.map(({ failureClass }) => failureClass))],
    consensusWeight: 1,
    splitSizes: { train: 0, dev: 0, test: 0, untouched: 0 },
    screened: false,
    auditItemsPerTask: 1,
    tasks: [],
    seedOps: ops,
    handSeed: '',
    bareJudge: '',
    own: root,
    root: async ({ output }) => ownRoot(output, root),
    truth: async (item) => ownTruth(item, null),
  };
}

/** The label that a person gave to exactly this output, or what a comparison with the reference says. */
function ownTruth({ task, output }: Item, compare: Comparison | null): Truth {
  const decided = compare === null ? null : compareWithReference(compare, output, task.reference);
  const { label, failureClasses, reason, output: labelled } = task.hidden;
  if (decided !== null) return scored(decided, null, `compared with the reference (${compare ?? ''})`);
  if ((label !== 'PASS' && label !== 'FAIL') || labelled !== sha256(output))
    return { outcome: 'unscored', reason: 'nobody labelled this output' };
  const first: unknown = Array.isArray(failureClasses) ? failureClasses[0] : null;
  return scored(label, typeof first === 'string' ? first : null, typeof reason === 'string' ? reason : '');
}

function scored(label: Label, failureClass: string | null, evidence: string): Truth {
  return { outcome: 'scored', label, score: label === 'PASS' ? 1 : 0, failureClass, evidence, details: {} };
}

function refusal(errors: readonly Problem[]): PawlError {
  return new PawlError(
    'bad-input',
    errors.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`)).join('\n'),
    { hint: "'pawl family check DIR' looks at everything, the detectors included" },
  );
}
