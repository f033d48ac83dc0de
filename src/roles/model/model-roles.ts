import type { Family } from '../../families/family.js';
import { contentHash } from '../../hash.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import type { Roles } from '../roles.js';
import { createAsker } from './ask.js';
import { describeCast, paperCast, type ModelCast } from './cast.js';
import { apiVersion } from './model-call.js';
import type { ModelClient } from './model-client.js';
import { readPrompts, type Prompts } from './prompts.js';
import { modelCritic, modelJudge, modelObserver, modelPreference, modelTeacher } from './readers.js';
import { sharedText, type RoleParts } from './role-parts.js';
import { modelComposer, modelDrafter, modelRouter, modelSolver, modelWriter } from './writers.js';

/** Changes when the same prompts are filled or read differently. */
const rolesVersion = 'model-roles-1';

/** What model roles are made of. */
export interface ModelRolesOptions {
  readonly family: Pick<Family, 'name' | 'taxonomy'>;
  /** Where drafted detectors are looked at. */
  readonly sandbox: PythonSandbox;
  readonly client: Pick<ModelClient, 'call'>;
  /** Part of the identity: another server is another model. */
  readonly baseUrl: string;
  /** Default: the paper's models. */
  readonly cast?: ModelCast;
  /** Default: the packaged prompts. */
  readonly prompts?: Prompts;
  /** Send the schema of answers along (default); prompts say the form in words too, and answers are always checked. */
  readonly schemas?: boolean;
}

/**
 * All roles played by real models. Every question is one call about one item; what is read is enclosed as data; structured
 * answers are checked by schema and repaired once. An answer that cannot be used says nothing: never pass or fail.
 *
 * @example
 * createModelRoles({ family, sandbox, client, baseUrl }).identity.name // 'claude-opus-4-7 (final judge: claude-opus-4-8)'
 */
export function createModelRoles(options: ModelRolesOptions): Roles {
  const {
    family,
    sandbox,
    client,
    baseUrl,
    cast = paperCast,
    prompts = readPrompts(),
    schemas = true,
  } = options;
  const parts: RoleParts = {
    asker: createAsker(client, { cast, prompts, schemas }),
    prompts,
    sandbox,
    shared: sharedText(family, prompts),
  };
  return {
    identity: {
      kind: 'model',
      name: describeCast(cast),
      version: contentHash([rolesVersion, cast, prompts.version, schemas, baseUrl, apiVersion]).slice(0, 16),
    },
    solve: modelSolver(parts),
    teach: modelTeacher(parts),
    classify: modelObserver(parts),
    draftOp: modelDrafter(parts),
    compose: modelComposer(parts),
    judge: modelJudge(parts),
    prefer: modelPreference(parts),
    route: modelRouter(parts),
    criticise: modelCritic(parts),
    writeSkill: modelWriter(parts),
  };
}
