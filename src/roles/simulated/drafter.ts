import type { OpSpec } from '../../grader/op.js';
import { random } from '../../random.js';
import type { DraftRequest } from '../roles.js';
import type { SharedCalibration } from './calibration.js';
import { filledIn, type DraftBank, type DraftTemplate } from './draft-bank.js';
import { standIn } from './teacher.js';

/** What a draft was meant to be; kept by nobody, and told by nothing in the op but what it does. */
export type DraftKind = 'good' | 'over-broad' | 'silent' | 'broken' | 'off-target';

const kinds: readonly DraftKind[] = ['good', 'over-broad', 'silent', 'broken', 'off-target'];

/**
 * A writer of ops: draws what sort of draft this becomes (`drafts.shares`), then a template of that sort, then the template's
 * parameters. Nothing is run and nothing is measured: whether a draft is any good shows at the birth gate. A cluster whose
 * class has no template of the sort that was drawn gets null: no draft this time.
 */
export function simulatedDrafter(
  bank: DraftBank,
  { drafts }: SharedCalibration,
  seed: string,
): (request: DraftRequest) => Promise<OpSpec | null> {
  return async ({ cluster, usedNames, round, draw }) => {
    const { failureClass, origin } = cluster;
    const choices = random('draft', seed, draw);
    const kind = choices.pickWeighted(kinds, (one) => drafts.shares.value[one]);
    const fitting = templatesFor(bank, kind, failureClass);
    if (fitting.length === 0) return null;
    const template = choices.pick(fitting);
    const body = filledIn(template, ({ values }) => choices.pick(values));
    return {
      name: unusedName(template.name, usedNames),
      failureClass,
      tier: template.tier,
      origin,
      bornAt: round,
      check:
        template.tier === 'judge' ? { kind: 'question', question: body } : { kind: 'python', source: body },
      description: `${template.description} (drafted by a ${standIn})`,
    };
  };
}

/** The templates from which a draft of a sort for a class can be made. */
export function templatesFor(
  bank: DraftBank,
  kind: DraftKind,
  failureClass: string,
): readonly DraftTemplate[] {
  return bank.templates.filter((template) => {
    if (kind === 'off-target') return template.kind === 'good' && template.failureClass !== failureClass;
    return template.kind === kind && [failureClass, 'any'].includes(template.failureClass);
  });
}

/** The name, or the name with the first free number from 2. */
function unusedName(name: string, usedNames: readonly string[]): string {
  const used = new Set(usedNames);
  for (let number = 2, candidate = name; ; number++) {
    if (!used.has(candidate)) return candidate;
    candidate = `${name}-${number}`;
  }
}
