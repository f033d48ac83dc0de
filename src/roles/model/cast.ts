import { PawlError } from '../../errors.js';
import { didYouMean } from '../../input/nearest-name.js';

/** Who can be given a model of its own; each plays one part of `Roles`. */
export const modelRoles = [
  'solver',
  'teacher',
  'observer',
  'drafter',
  'composer',
  'judge',
  'critic',
  'writer',
  'router',
  'final',
] as const;

/** One of the parts: solver `solve`, teacher `teach`, observer `classify`, …, final `prefer`. */
export type ModelRole = (typeof modelRoles)[number];

/** Which model plays which part; every part has one, so nobody ever stands in for another. */
export type ModelCast = Readonly<Record<ModelRole, string>>;

/** The paper's: Claude Opus 4.7 throughout, Claude Opus 4.8 as Report's final judge. */
export const paperCast: ModelCast = {
  solver: 'claude-opus-4-7',
  teacher: 'claude-opus-4-7',
  observer: 'claude-opus-4-7',
  drafter: 'claude-opus-4-7',
  composer: 'claude-opus-4-7',
  judge: 'claude-opus-4-7',
  critic: 'claude-opus-4-7',
  writer: 'claude-opus-4-7',
  router: 'claude-opus-4-7',
  final: 'claude-opus-4-8',
};

/**
 * Reads `--model`: a model for everybody, or a list of `part=model`; parts that are not named keep the paper's model, and
 * never another part's.
 *
 * @throws PawlError `usage` for an unknown part, a part without a model, and a part that is given twice
 * @example
 * parseCast('solver=claude-haiku-4-5').judge // 'claude-opus-4-7'
 */
export function parseCast(text: string): ModelCast {
  const given = new Map<ModelRole, string>();
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length === 1 && !text.includes('=')) {
    const model = checkModel(text.trim(), text);
    return Object.fromEntries(modelRoles.map((role) => [role, model])) as ModelCast;
  }
  for (const part of parts) {
    const [name = '', ...rest] = part.split('=');
    const role = modelRoles.find((one) => one === name.trim());
    if (role === undefined) {
      throw new PawlError('usage', `--model: '${name.trim()}' is no part that a model can play`, {
        hint: didYouMean(name.trim(), modelRoles),
      });
    }
    if (given.has(role)) throw new PawlError('usage', `--model: '${role}' is given twice`);
    given.set(role, checkModel(rest.join('=').trim(), part));
  }
  return { ...paperCast, ...Object.fromEntries(given) };
}

function checkModel(model: string, part: string): string {
  if (/^[\w.:/@+-]+$/.test(model)) return model;
  throw new PawlError('usage', `--model: expected a model's id, got '${part}'`, {
    hint: 'for example --model claude-opus-4-7, or --model solver=claude-haiku-4-5,judge=claude-opus-4-7',
  });
}

/**
 * A cast as people read it: models with the parts that they play.
 *
 * @example
 * describeCast(paperCast) // 'claude-opus-4-7 (final judge: claude-opus-4-8)'
 */
export function describeCast(cast: ModelCast): string {
  const parts = new Map<string, ModelRole[]>();
  for (const role of modelRoles) parts.set(cast[role], [...(parts.get(cast[role]) ?? []), role]);
  const [main, ...others] = [...parts].sort(([, a], [, b]) => b.length - a.length);
  if (main === undefined) return '';
  const named = others.map(
    ([model, roles]) =>
      `${roles.map((role) => (role === 'final' ? 'final judge' : role)).join(', ')}: ${model}`,
  );
  return named.length === 0 ? main[0] : `${main[0]} (${named.join('; ')})`;
}
