import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { dataPath } from '../../../data-folder.js';
import { PawlError } from '../../../errors.js';
import type { EvidenceCard } from '../../../families/report/card.js';
import { readSection, type SectionFacts } from '../../../families/report/read-section.js';
import { taskHash } from '../../../grader/item.js';
import { hashedUnit } from '../../../random.js';
import { contentHash, sha256 } from '../../../hash.js';
import type { Preference, PreferRequest } from '../../roles.js';

const features = ['value', 'tag', 'erased', 'missingPart', 'conviction', 'invented', 'overclaimed'] as const;
type Feature = (typeof features)[number];
type Counts = Readonly<Record<Feature, number>>;

const setting = z.strictObject({ value: z.number(), reason: z.string().min(20) });
const weights = z.strictObject({
  value: setting,
  tag: setting,
  erased: setting,
  missingPart: setting,
  conviction: setting,
  invented: setting,
  overclaimed: setting,
});
const schema = z.strictObject({
  about: z.string(),
  generic: weights,
  taskAware: weights,
  noise: setting,
  positionBias: setting,
  tieBelow: setting,
});

/** What a judge says of a text that loses by a feature. */
const words: Readonly<Record<Feature, string>> = {
  value: 'it states fewer figures',
  tag: 'its handling of evidence tags is worse',
  erased: 'it leaves placeholders unrendered: tags stand where values belong',
  missingPart: 'a part that the reader expects is missing',
  conviction: 'its conviction is invented: it predicts without grounds',
  invented: 'it states a figure that no evidence holds',
  overclaimed: 'it states unaudited or withdrawn values as certain',
};

/**
 * The simulated pairwise judges of sections, `generic` and `task-aware`: a weighted count of what stands in the two texts,
 * with a favour for the first position and a stated noise. A stand-in, not a language model.
 *
 * @throws PawlError `bad-input` when the settings do not fit
 */
export function reportPreference(seed: string): {
  readonly prefer: (request: PreferRequest) => Promise<Preference>;
  /** Hash of the settings. */
  readonly version: string;
} {
  const path = dataPath('families', 'report', 'preference.json');
  const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new PawlError('bad-input', `${path}: ${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;

  const prefer = async ({ task, first, second, rubric, draw }: PreferRequest): Promise<Preference> => {
    const given: unknown = task.visible['cards'];
    const cards = Array.isArray(given) ? (given as EvidenceCard[]) : [];
    const weight = rubric === 'generic' ? settings.generic : settings.taskAware;
    const [a, b] = [countFeatures(readSection(first, cards)), countFeatures(readSection(second, cards))];
    const gains = features.map((feature) => ({
      feature,
      gain: weight[feature].value * (a[feature] - b[feature]),
    }));
    const unit = hashedUnit('prefer', seed, taskHash(task), sha256(first), sha256(second), rubric, draw);
    const noise = settings.noise.value * (2 * unit - 1);
    const difference = gains.reduce((sum, { gain }) => sum + gain, 0) + settings.positionBias.value + noise;
    if (Math.abs(difference) < settings.tieBelow.value) return { winner: 'tie', reasons: [] };
    const against = gains
      .filter(({ gain }) => gain * difference > 0)
      .sort((x, y) => Math.abs(y.gain) - Math.abs(x.gain))
      .slice(0, 2);
    return {
      winner: difference > 0 ? 'first' : 'second',
      reasons: against.map(
        ({ feature }) => `against the ${difference > 0 ? 'second' : 'first'} text: ${words[feature]}`,
      ),
    };
  };
  return { prefer, version: contentHash(settings) };
}

function countFeatures(facts: SectionFacts): Counts {
  const known = facts.tags.filter(({ status }) => status !== null);
  return {
    value: facts.cards.filter(({ valueStated }) => valueStated).length,
    tag: known.length,
    erased: known.filter(({ valueBeside }) => !valueBeside).length,
    missingPart: [facts.heading !== null, facts.risks, facts.outlook].filter((there) => !there).length,
    conviction: facts.outlookAssertive,
    invented: facts.numbers.filter(({ card }) => card === null).length,
    overclaimed: facts.cards.filter(
      ({ status, tagged, valueStated, hedged }) =>
        (tagged || valueStated) && (status === 'withdrawn' || (status === 'low' && !hedged)),
    ).length,
  };
}
