import { dataPath } from '../../data-folder.js';
import { PawlError } from '../../errors.js';
import type { Family } from '../../families/family.js';
import { memoryCache, type Cache } from '../../grader/cache.js';
import { contentHash } from '../../hash.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import type { Roles } from '../roles.js';
import { checkCalibration, loadCalibration, type Calibration } from './calibration.js';
import { codeFaults } from './code/code-faults.js';
import { simulatedComposer } from './composer.js';
import { readDraftBank, type DraftBank } from './draft-bank.js';
import { simulatedDrafter } from './drafter.js';
import type { FaultModel } from './fault-model.js';
import { simulatedJudge } from './judge.js';
import { simulatedObserver } from './observer.js';
import { createReader } from './readings.js';
import { simulatedSolver } from './solver.js';
import { simulatedTeacher, standIn } from './teacher.js';

/** What simulated roles are made of. */
export interface SimulatedRolesOptions {
  readonly family: Family;
  /** Where references are turned into variants. */
  readonly sandbox: PythonSandbox;
  /** Default: `data/families/<family>/calibration.json`. */
  readonly calibration?: Calibration;
  /** Where catalogues of variants and truths are kept; default: in memory. */
  readonly cache?: Cache;
  /** Fixes the errors of teacher, observer, judge, drafter and composer, not the solver's susceptibilities. Default 0. */
  readonly seed?: number;
}

/** The built-in family whose tasks these are; a family on a user's task file goes by the built-in one's name. */
const faultModels: Readonly<Record<string, (sandbox: PythonSandbox) => FaultModel>> = { code: codeFaults };

/** Names of the built-in families with simulated roles. */
export const simulatedFamilies: readonly string[] = Object.keys(faultModels);

/**
 * The offline roles: stand-ins, not a language model. They never invent a score: the solver writes real programs (edits of the
 * reference), drafts are real checks, and everyone who reads reads the truth through stated error rates. Equal requests give
 * equal answers in every process.
 *
 * @throws PawlError `usage` for a family without simulated roles; `bad-input` for a calibration or a draft bank that does not fit
 * @example
 * const roles = createSimulatedRoles({ family, sandbox });
 * roles.identity.name // 'simulated stand-in, not a language model'
 */
export function createSimulatedRoles({
  family,
  sandbox,
  calibration,
  cache,
  seed = 0,
}: SimulatedRolesOptions): Roles {
  const faultModel = faultModels[family.name];
  if (faultModel === undefined) {
    throw new PawlError('usage', `the family '${family.name}' has no simulated roles`, {
      hint: `simulated roles exist for ${simulatedFamilies.join(', ')}; for other families use a model`,
    });
  }
  const settings =
    calibration === undefined
      ? loadCalibration(family.name, family.taxonomy)
      : checkCalibration(calibration, 'calibration', family.taxonomy);
  const bank = readDraftBank(dataPath('families', family.name, 'drafts'), family.taxonomy);
  return joinRoles({
    family,
    faults: faultModel(sandbox),
    settings,
    bank,
    cache: cache ?? memoryCache(),
    seed: String(seed),
  });
}

interface Parts {
  readonly family: Family;
  readonly faults: FaultModel;
  readonly settings: Calibration;
  readonly bank: DraftBank;
  readonly cache: Cache;
  readonly seed: string;
}

function joinRoles({ family, faults, settings, bank, cache, seed }: Parts): Roles {
  const solver = simulatedSolver({ family: family.name, faults, calibration: settings, cache });
  const read = createReader(family, solver, cache);
  const bare = family.seedOps.find(({ name }) => name === family.bareJudge)?.check;
  const bareQuestion = bare?.kind === 'question' ? bare.question : null;
  return {
    identity: {
      kind: 'simulated',
      name: standIn,
      version: contentHash([settings, bank.version, faults.version, seed]).slice(0, 16),
    },
    solve: (request) => solver.solve(request),
    teach: simulatedTeacher(read, family.taxonomy, settings, seed),
    classify: simulatedObserver(read, family.taxonomy, settings, seed),
    draftOp: simulatedDrafter(bank, settings, seed),
    compose: simulatedComposer(settings, seed),
    judge: simulatedJudge(read, bareQuestion, settings, seed),
  };
}
