import { allGuards, type GraderGuards } from '../../src/evolution/guards.js';
import { defaultSettings } from '../../src/evolution/settings.js';
import type { RoundContext } from '../../src/evolution/context.js';
import { makeItem, type PreparedItem, type Task } from '../../src/grader/item.js';
import type { OpRunner, OpSpec } from '../../src/grader/op.js';
import type { Label, OpVerdict } from '../../src/verdict.js';

/** A tiny world for tests of evolution: every op is a row of given verdicts, `D`rawback, `C`lean or `.` abstain. */
export interface TableWorld {
  /** One letter a dev item: `F` a failure, `P` a clean positive. */
  readonly dev: string;
  readonly train: number;
  /** Locked labels, one letter an item. */
  readonly locked?: string;
  /** `name: 'dev verdicts|train verdicts'`, optionally `|locked verdicts` (abstains there otherwise). */
  readonly ops: Readonly<Record<string, string>>;
  readonly guards?: Partial<GraderGuards>;
  readonly consensusWeight?: number;
  readonly roles?: Partial<RoundContext['roles']>;
  /** Failure classes of the dev failures, in order; `crash` where none is given. */
  readonly classes?: readonly string[];
}

const letters: Readonly<Record<string, OpVerdict>> = { D: 'DRAWBACK', C: 'CLEAN', '.': 'ABSTAIN' };

/** An op of the table world. */
export function tableOp(name: string, extra: Partial<OpSpec> = {}): OpSpec {
  return {
    name,
    failureClass: 'crash',
    tier: 'static',
    origin: 'seed',
    bornAt: 0,
    check: { kind: 'python', source: `# ${name}` },
    description: name,
    ...extra,
  };
}

function prepared(id: string): PreparedItem {
  const task: Task = { id, prompt: id, topic: 't', reference: null, visible: {}, hidden: {} };
  return { item: makeItem(task, id), root: { verdict: 'CLEAN', facts: {} } };
}

/** Builds a round context over the table; composer and drafter are silent unless given. */
export function tableContext(world: TableWorld): RoundContext {
  const dev = [...world.dev].map((letter, index) => {
    const label: Label = letter === 'F' ? 'FAIL' : 'PASS';
    const failureClasses = label === 'FAIL' ? [world.classes?.[index] ?? 'crash'] : [];
    return { prepared: prepared(`dev/${index}`), label: { label, failureClasses, reason: '' } };
  });
  const train = Array.from({ length: world.train }, (_, index) => prepared(`train/${index}`));
  const locked = [...(world.locked ?? '')].map((letter, index) => ({
    prepared: prepared(`locked/${index}`),
    label: letter === 'F' ? ('FAIL' as const) : ('PASS' as const),
  }));
  const runner: OpRunner = {
    engines: { python: 'table' },
    run: async (ops, items) =>
      ops.map((op) =>
        items.map(({ item }) => {
          const [split = '', position = '0'] = item.task.id.split('/');
          const row = (world.ops[op.name] ?? '').split('|')[['dev', 'train', 'locked'].indexOf(split)] ?? '';
          const verdict = letters[row[Number(position)] ?? '.'] ?? 'ABSTAIN';
          return verdict === 'ABSTAIN' ? { verdict, reason: 'precondition' as const } : { verdict };
        }),
      ),
  };
  return {
    family: { name: 'table', taxonomy: ['crash', 'other'] },
    roles: { classify: async () => null, draftOp: async () => null, compose: async () => [], ...world.roles },
    runner,
    settings: {
      ...defaultSettings,
      guards: { ...allGuards, ...world.guards },
      consensusWeight: world.consensusWeight ?? 1,
    },
    seed: ['test'],
    dev,
    train,
    locked: async () => locked,
  };
}
