import { dataPath } from '../../data-folder.js';
import { PawlError } from '../../errors.js';
import type { Family } from '../../families/family.js';
import type { Warehouse } from '../../families/sql/open-warehouse.js';
import { memoryCache, type Cache } from '../../grader/cache.js';
import { contentHash } from '../../hash.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import type { Roles } from '../roles.js';
import {
  checkCalibration,
  checkOwnCalibration,
  loadCalibration,
  readCalibration,
  type Calibration,
  type SharedCalibration,
} from './calibration.js';
import { simulatedCritic } from './critic.js';
import { codeFaults } from './code/code-faults.js';
import { simulatedComposer } from './composer.js';
import { readDraftBank, type DraftBank } from './draft-bank.js';
import { simulatedDrafter } from './drafter.js';
import type { FaultModel } from './fault-model.js';
import { simulatedJudge } from './judge.js';
import { simulatedObserver } from './observer.js';
import { createReader } from './readings.js';
import { reportPreference } from './report/preference.js';
import { reportSolverSchema } from './report/report-settings.js';
import { reportSolver, reportSolverVersion } from './report/report-solver.js';
import { simulatedRouter } from './router.js';
import { readSkillBank, type SkillBank } from './skill-bank.js';
import { simulatedSkillWriter } from './skill-writer.js';
import { simulatedSolver, type SimulatedSolver } from './solver.js';
import { sqlFaults } from './sql/sql-faults.js';
import { simulatedTeacher, standIn } from './teacher.js';

/** What simulated roles are made of. */
export interface SimulatedRolesOptions {
  readonly family: Family;
  /** Where references are turned into variants. */
  readonly sandbox: PythonSandbox;
  /** Where the sql family's queries run; required for it. */
  readonly warehouse?: Warehouse;
  /** Default: `data/families/<family>/calibration.json`; for families with a fault model. */
  readonly calibration?: Calibration;
  /** Where catalogues of variants and truths are kept; default: in memory. */
  readonly cache?: Cache;
  /** Fixes the errors of teacher, observer, judge, drafter and composer, not the solver's susceptibilities. Default 0. */
  readonly seed?: number;
}

/** A family's frozen solver with the settings of everyone else. */
interface Cast {
  readonly solver: SimulatedSolver;
  readonly settings: SharedCalibration;
  /** Changes whenever the solver's outputs could, beside the settings. */
  readonly version: string;
  /** The family's pairwise judge, if it has one. */
  readonly prefer?: Roles['prefer'];
}

type Casting = (options: Omit<SimulatedRolesOptions, 'cache'> & { readonly cache: Cache }) => Cast;

/** The built-in families; a family on a user's task file goes by the built-in one's name. */
const castings: Readonly<Record<string, Casting>> = {
  code: withFaults(({ sandbox }) => codeFaults(sandbox)),
  report: reportCast,
  sql: withFaults(({ warehouse }) => sqlFaults(opened(warehouse))),
};

/** Names of the built-in families with simulated roles. */
const simulatedFamilies: readonly string[] = Object.keys(castings);

/**
 * The offline roles: stand-ins, not a language model. They never invent a score: the solver writes real artefacts, drafts are
 * real checks, and everyone who reads reads the truth through stated error rates. Equal requests give equal answers in every
 * process.
 *
 * @throws PawlError `usage` for a family without simulated roles; `bad-input` for a calibration or a draft bank that does not fit
 * @example
 * const roles = createSimulatedRoles({ family, sandbox });
 * roles.identity.name // 'simulated stand-in, not a language model'
 */
export function createSimulatedRoles(options: SimulatedRolesOptions): Roles {
  const { family, seed = 0 } = options;
  const casting = castings[family.name];
  if (casting === undefined) {
    throw new PawlError('usage', `the family '${family.name}' has no simulated roles`, {
      hint: `simulated roles exist for ${simulatedFamilies.join(', ')}; for other families use a model`,
    });
  }
  const cache = options.cache ?? memoryCache();
  const bank = readDraftBank(dataPath('families', family.name, 'drafts'), family.taxonomy);
  const skillBank = readSkillBank(dataPath('families', family.name, 'skills.json'), family.taxonomy);
  return joinRoles(family, casting({ ...options, cache }), { bank, skillBank }, cache, String(seed));
}

/** A solver that edits references, for a family with a fault model. */
function withFaults(faultModel: (options: SimulatedRolesOptions) => FaultModel): Casting {
  return ({ cache, ...options }) => {
    const { family, calibration } = options;
    const settings =
      calibration === undefined
        ? loadCalibration(family.name, family.taxonomy)
        : checkCalibration(calibration, 'calibration', family.taxonomy);
    const faults = faultModel(options);
    const solver = simulatedSolver({ family: family.name, faults, calibration: settings, cache });
    return { solver, settings, version: faults.version };
  };
}

function opened(warehouse: Warehouse | undefined): Warehouse {
  if (warehouse !== undefined) return warehouse;
  throw new PawlError('usage', 'simulated roles of the sql family need a warehouse', {
    hint: 'hand in what openWarehouse() gave',
  });
}

function reportCast({ seed = 0 }: SimulatedRolesOptions): Cast {
  const { path, given } = readCalibration('report');
  const settings = checkOwnCalibration(given, path, reportSolverSchema);
  const solver = reportSolver({ settings: settings.solver, skills: settings.skills });
  const { prefer, version } = reportPreference(String(seed));
  return { solver, settings, version: contentHash([reportSolverVersion, version]), prefer };
}

function joinRoles(
  family: Family,
  { solver, settings, version, prefer }: Cast,
  { bank, skillBank }: { readonly bank: DraftBank; readonly skillBank: SkillBank },
  cache: Cache,
  seed: string,
): Roles {
  const read = createReader(family, solver, cache);
  const bare = family.seedOps.find(({ name }) => name === family.bareJudge)?.check;
  const bareQuestion = bare?.kind === 'question' ? bare.question : null;
  return {
    identity: {
      kind: 'simulated',
      name: standIn,
      version: contentHash([settings, bank.version, skillBank.version, version, seed]).slice(0, 16),
    },
    solve: (request) => solver.solve(request),
    teach: simulatedTeacher(read, family.taxonomy, settings, seed),
    classify: simulatedObserver(read, family.taxonomy, settings, seed),
    draftOp: simulatedDrafter(bank, settings, seed),
    compose: simulatedComposer(settings, seed),
    route: simulatedRouter(solver, settings, seed),
    criticise: simulatedCritic(read, settings, seed),
    writeSkill: simulatedSkillWriter(skillBank, settings, seed),
    judge: simulatedJudge(read, bareQuestion, settings, seed),
    prefer:
      prefer ??
      (async () => {
        throw new PawlError('usage', `the family '${family.name}' has no simulated pairwise judge`, {
          hint: 'the final judge compares outputs of the report family; for other families use a model',
        });
      }),
  };
}
