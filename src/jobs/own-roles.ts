import { PawlError } from '../errors.js';
import type { OwnFamily } from '../families/own/family.js';
import type { Roles } from '../roles/roles.js';

/**
 * The roles of a user's own family without a model: nobody solves (outputs are given), nobody drafts or proposes, nobody
 * judges. Evolution then composes the given detectors by chance, mutation and crossover, against the anchors alone.
 */
export function givenRoles(family: Pick<OwnFamily, 'name' | 'outputs'>): Roles {
  const nobody = (what: string): Promise<never> =>
    Promise.reject(
      new PawlError('usage', `family '${family.name}': nobody ${what} here`, {
        hint: 'outputs and labels of an own family are given; a model has to be asked for this',
      }),
    );
  return {
    identity: { kind: 'none', name: 'given outputs', version: '1' },
    solve: async ({ task }) => family.outputs.get(task.id) ?? nobody(`solves '${task.id}'`),
    classify: async () => null,
    draftOp: async () => null,
    compose: async () => [],
    judge: async () => ({ verdict: 'ABSTAIN', reason: 'unscored', detail: 'there is no judge' }),
    teach: async () => nobody('labels outputs'),
    prefer: async () => nobody('compares two outputs (the final judge)'),
    route: async () => nobody('routes skills'),
    criticise: async () => nobody('criticises attempts'),
    writeSkill: async () => nobody('writes skills'),
  };
}
