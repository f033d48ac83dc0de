import type { Family } from '../../src/families/family.js';
import { memoryCache } from '../../src/grader/cache.js';
import type { Task } from '../../src/grader/item.js';
import type { OpSpec } from '../../src/grader/op.js';
import { createGrading } from '../../src/grading/grading.js';
import { strictSandbox } from '../../src/jobs/strict-sandbox.js';
import type { OpenWorld, World } from '../../src/jobs/world.js';
import type { Json } from '../../src/json.js';
import { hashedUnit, random } from '../../src/random.js';
import type { Roles } from '../../src/roles/roles.js';
import type { PythonSandbox } from '../../src/sandbox/python/python-sandbox.js';

/**
 * A whole world without Python, for tests of jobs and store: outputs are texts that name their fault, detectors look for
 * words, and everything is drawn from hashes. Grader evolution really runs on it.
 */
export interface FakeWorldOptions {
  readonly version?: string;
  /** Called before every frozen solve. */
  readonly onSolve?: (task: Task) => void;
  readonly tasks?: World['tasks'];
  /** Answers every job of the sandbox with a fault of the machine once this many were run. */
  readonly sandboxBreaksAfter?: number;
}

const faults = ['crash', 'wrong', 'slow', 'shape'];

/** Opens fake worlds; the cache of the options is used, so that reuse can be observed. */
export function fakeWorld(options: FakeWorldOptions = {}): OpenWorld {
  return async ({ cache }) => {
    const family = fakeFamily(options.version ?? 'fake-1');
    const roles = fakeRoles(options.onSolve ?? (() => undefined));
    const sandbox = strictSandbox(fakeSandbox(options.sandboxBreaksAfter ?? Infinity));
    return {
      family,
      tasks: options.tasks ?? 'embedded',
      candidates: undefined,
      unusable: [],
      roles,
      sandbox,
      grading: createGrading({ family, roles, sandbox, cache }),
      close: async () => sandbox.close(),
    };
  };
}

/** A family of 90 tasks: 20 train, 10 anchors, 16 locked, 8 untouched. */
export function fakeFamily(version: string): Family {
  const tasks = Array.from({ length: 90 }, (_, index): Task => {
    const id = `fake/${String(index).padStart(2, '0')}`;
    return { id, prompt: `Do ${id}.`, topic: 'fake', reference: 'fine', visible: {}, hidden: {} };
  });
  return {
    name: 'code',
    version,
    taxonomy: faults,
    consensusWeight: 1,
    splitSizes: { train: 20, dev: 10, test: 16, untouched: 8 },
    screened: true,
    auditItemsPerTask: 1,
    tasks,
    seedOps: [
      fakeOp('sees_crash', 'crash', 'crash'),
      fakeOp('sees_wrong', 'wrong', 'wrong 1'),
      fakeOp('sees_slow', 'slow', 'slow 2'),
      {
        ...fakeOp('judge', 'wrong', ''),
        tier: 'judge',
        check: { kind: 'question', question: 'Is it wrong?' },
      },
    ],
    handSeed: '(any sees_crash sees_wrong)',
    bareJudge: 'judge',
    root: async ({ output }) => ({ verdict: output.includes('shape 0') ? 'DRAWBACK' : 'CLEAN', facts: {} }),
    truth: async ({ output }) => {
      const failureClass = faults.find((fault) => output.includes(fault)) ?? null;
      const label = failureClass === null ? 'PASS' : 'FAIL';
      return {
        outcome: 'scored',
        label,
        score: label === 'PASS' ? 1 : 0,
        failureClass,
        evidence: output,
        details: {},
      };
    },
  };
}

/** An op that finds a word; `raise` and `nonsense` are faults instead of words. */
export function fakeOp(name: string, failureClass: string, word: string): OpSpec {
  return {
    name,
    failureClass,
    tier: 'static',
    origin: 'seed',
    bornAt: 0,
    check: { kind: 'python', source: word },
    description: `finds '${word}'`,
  };
}

function fakeRoles(onSolve: (task: Task) => void): Roles {
  const faultOf = (output: string): string | null => faults.find((fault) => output.includes(fault)) ?? null;
  return {
    identity: { kind: 'simulated', name: 'fake', version: '1' },
    solve: async ({ task, draw }) => {
      onSolve(task);
      const stream = random('solve', task.id, draw);
      const output = `try ${stream.below(4)}`;
      return stream.chance(0.6) ? `${output}: ${stream.pick(faults)} ${stream.below(3)}` : output;
    },
    teach: async ({ item }) => {
      const fault = faultOf(item.output);
      return fault === null
        ? { label: 'PASS', failureClasses: [], reason: '' }
        : { label: 'FAIL', failureClasses: [fault], reason: fault };
    },
    classify: async ({ item }) => faultOf(item.output),
    draftOp: async ({ cluster, usedNames, draw }) => {
      const name = `drafted_${cluster.failureClass}_${usedNames.length}`;
      const word =
        hashedUnit(draw) < 0.3 ? 'raise' : `${cluster.failureClass}${hashedUnit(draw) < 0.6 ? '' : ' 1'}`;
      return { ...fakeOp(name, cluster.failureClass, word), origin: cluster.origin };
    },
    compose: async ({ catalogue, count, draw }) =>
      random('compose', draw)
        .sample(catalogue, count)
        .map(({ name }) => `(any ${name} sees_crash)`),
    prefer: async () => ({ winner: 'tie', reasons: [] }),
    route: async ({ skills, draw }) => random('route', draw).sample(skills, 1)[0]?.id ?? null,
    criticise: async ({ capsule: { item, failed, skillId } }) => {
      const fault = faultOf(item.output);
      return {
        influence: skillId === null ? 'INAPPLICABLE' : failed ? 'NEUTRAL' : 'HELPED',
        pattern: fault === null ? '' : `${fault} in ${item.task.topic}`,
        failureClass: fault,
        confidence: 'MEDIUM',
        reason: item.output,
      };
    },
    writeSkill: async ({ pattern, failureClass, usedNames }) => ({
      name: `${failureClass ?? 'anything'}-${usedNames.length}`,
      intent: `Avoid ${pattern}`,
      description: `Written for ${pattern}`,
      signalsMatch: [pattern],
      preconditions: [],
      tags: [`class:${failureClass ?? 'none'}`],
      guidance: {
        appliesWhen: 'always',
        keyInsight: `look out for ${pattern}`,
        commonPitfalls: [],
        verifyBeforeReturning: [],
      },
    }),
    judge: async ({ item, draw }) => ({
      verdict:
        hashedUnit('judge', item.id, draw) < 0.7 === (faultOf(item.output) !== null) ? 'DRAWBACK' : 'CLEAN',
    }),
  };
}

/** Answers the driver of Python checks: a source is the word that it looks for. */
function fakeSandbox(breaksAfter: number): PythonSandbox {
  let jobs = 0;
  const find = (word: string, output: string): Json => {
    if (word === 'raise') return ['raised', 'ValueError: on purpose'];
    if (word === 'nonsense') return ['nonsense', '42'];
    return ['verdict', output.includes(word) ? 'DRAWBACK' : 'CLEAN'];
  };
  return {
    engine: 'fake',
    run: async ({ payload }) => {
      if (++jobs > breaksAfter) return { kind: 'infrastructure', message: 'no child could be started' };
      const { source, items } = payload as unknown as { source: string; items: { output: string }[] };
      return { kind: 'value', value: items.map(({ output }) => find(source, output)) };
    },
    inspect: async () => ({ engine: 'fake', walls: [], reset: 'respawn' }),
    close: async () => undefined,
  };
}

/** A fake world with a cache of its own. */
export async function oneFakeWorld(options: FakeWorldOptions = {}): Promise<World> {
  return fakeWorld(options)({ family: 'code', tasks: null, ops: null, children: 1, cache: memoryCache() });
}
