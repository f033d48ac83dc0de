import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { dataPath } from '../../data-folder.js';
import { messageOf, PawlError } from '../../errors.js';

/** One setting: its value, and why it has that value. Nothing in a calibration stands without a reason. */
function reasoned<T extends z.ZodType>(
  value: T,
): z.ZodObject<{ value: T; reason: z.ZodString }, z.core.$strict> {
  return z.strictObject({ value, reason: z.string().min(20, 'a reason of one sentence is needed') });
}

const probability = z.number().min(0).max(1);
const range = z
  .tuple([probability, probability])
  .refine(([low, high]) => low <= high, 'the lower end comes first');
const shares = z
  .record(z.string(), z.number().positive())
  .refine((weights) => Object.keys(weights).length > 0, 'empty');

const schema = z.strictObject({
  about: z.string(),
  solver: z.strictObject({
    easyShare: reasoned(probability),
    easyFailure: reasoned(range),
    certainShare: reasoned(probability),
    certainFailure: reasoned(range),
    uncertainFailure: reasoned(range),
    secondFaultShare: reasoned(probability),
    secondFaultFailure: reasoned(range),
    irreducibleClass: reasoned(z.string().min(1)),
    irreducibleShare: reasoned(probability),
    irreducibleCertainShare: reasoned(probability),
    irreducibleFailure: reasoned(range),
    classWeights: reasoned(shares),
    habit: reasoned(probability),
  }),
  skills: z.strictObject({
    strong: reasoned(probability),
    weak: reasoned(probability),
    otherTopic: reasoned(probability),
    distraction: reasoned(probability),
    harm: reasoned(probability),
  }),
  teacher: z.strictObject({ error: reasoned(probability), namesRightClass: reasoned(probability) }),
  observer: z.strictObject({
    readsRightClass: reasoned(probability),
    readsNothing: reasoned(probability),
    readsFaultInPass: reasoned(probability),
  }),
  judge: z.strictObject({
    bareSensitivity: reasoned(probability),
    bareFalseAlarm: reasoned(probability),
    narrowSensitivity: reasoned(probability),
    narrowFalseAlarm: reasoned(probability),
  }),
  drafts: z.strictObject({
    shares: reasoned(
      z.strictObject({
        good: probability,
        'over-broad': probability,
        silent: probability,
        broken: probability,
        'off-target': probability,
      }),
    ),
  }),
  composer: z.strictObject({
    nodeWeights: reasoned(
      z.strictObject({
        any: probability,
        all: probability,
        not: probability,
        'at-least': probability,
        weighted: probability,
      }),
    ),
    leafWeights: reasoned(z.array(z.number().min(0)).min(1)),
    fromElite: reasoned(probability),
  }),
});

/** The settings of a family's simulated roles: rates and levels, each with its reason. */
export type Calibration = z.infer<typeof schema>;

/**
 * Checks a calibration; all problems are reported at once.
 *
 * @param source where it came from, for the message
 * @param taxonomy failure classes that `solver.classWeights` and `solver.irreducibleClass` may name
 * @throws PawlError `bad-input` naming each field that is missing, unknown, out of range or without a reason
 */
export function checkCalibration(given: unknown, source: string, taxonomy: readonly string[]): Calibration {
  const result = schema.safeParse(given);
  if (!result.success) {
    throw new PawlError('bad-input', `${source}: not a calibration:\n${z.prettifyError(result.error)}`, {
      hint: 'every setting is { "value": …, "reason": "…" }; data/families/code/calibration.json is complete',
    });
  }
  const calibration = result.data;
  const named = [
    ...Object.keys(calibration.solver.classWeights.value),
    calibration.solver.irreducibleClass.value,
  ];
  const problems = named
    .filter((failureClass) => !taxonomy.includes(failureClass))
    .map((one) => `solver names the failure class '${one}'`);
  const total = Object.values(calibration.drafts.shares.value).reduce((sum, share) => sum + share, 0);
  if (Math.abs(total - 1) > 1e-9) problems.push(`drafts.shares add up to ${total}, expected 1`);
  if (problems.length > 0) {
    throw new PawlError('bad-input', `${source}: ${problems.join('; ')}`, {
      hint: `the failure classes are ${taxonomy.join(', ')}`,
    });
  }
  return calibration;
}

/**
 * Reads the calibration of a built-in family, `data/families/<family>/calibration.json`.
 *
 * @throws PawlError `not-found` when the family has none, `bad-input` when it does not fit
 */
export function loadCalibration(family: string, taxonomy: readonly string[]): Calibration {
  const path = dataPath('families', family, 'calibration.json');
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PawlError(
      missing ? 'not-found' : 'bad-input',
      `${path}: ${missing ? 'no such file' : messageOf(cause)}`,
      {
        hint: 'simulated roles need a calibration; with a family of your own use a model',
        cause,
      },
    );
  }
  return checkCalibration(given, path, taxonomy);
}
