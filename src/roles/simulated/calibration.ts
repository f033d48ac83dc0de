import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { dataPath } from '../../data-folder.js';
import { messageOf, PawlError } from '../../errors.js';

/** One setting: its value, and why it has that value. Nothing in a calibration stands without a reason. */
export interface Reasoned<T> {
  readonly value: T;
  readonly reason: string;
}

type Range = readonly [low: number, high: number];

/** The settings of a family's simulated roles: rates and levels, each with its reason. Shares and rates are in [0, 1]. */
export interface Calibration {
  readonly about: string;
  readonly solver: {
    /** Share of tasks with one fault that strikes now and then, and how often it does. */
    readonly easyShare: Reasoned<number>;
    readonly easyFailure: Reasoned<Range>;
    /** Share of the other tasks whose fault strikes nearly always, how often, and how often that of the rest. */
    readonly certainShare: Reasoned<number>;
    readonly certainFailure: Reasoned<Range>;
    readonly uncertainFailure: Reasoned<Range>;
    /** Share of those tasks with a second fault, and how often it strikes. */
    readonly secondFaultShare: Reasoned<number>;
    readonly secondFaultFailure: Reasoned<Range>;
    /** The class and the share of faults that no skill removes; how many strike always; how often the rest. */
    readonly irreducibleClass: Reasoned<string>;
    readonly irreducibleShare: Reasoned<number>;
    readonly irreducibleCertainShare: Reasoned<number>;
    readonly irreducibleFailure: Reasoned<Range>;
    /** How common each failure class is, relative to the others. */
    readonly classWeights: Reasoned<Readonly<Record<string, number>>>;
    /** Share of the attempts in which a writer makes a fault in the first way that the catalogue holds, of the rest in the second … */
    readonly habit: Reasoned<number>;
    /** Share of the attempts in which a fault is written so that the visible examples do not show it, where it can be. */
    readonly unseenShare: Reasoned<number>;
  };
  /** What skills do to a fault's probability; see `withSkill`. */
  readonly skills: {
    readonly strong: Reasoned<number>;
    readonly weak: Reasoned<number>;
    readonly otherTopic: Reasoned<number>;
    readonly distraction: Reasoned<number>;
    readonly harm: Reasoned<number>;
  };
  readonly teacher: { readonly error: Reasoned<number>; readonly namesRightClass: Reasoned<number> };
  readonly observer: {
    readonly readsRightClass: Reasoned<number>;
    readonly readsNothing: Reasoned<number>;
    readonly readsFaultInPass: Reasoned<number>;
  };
  readonly judge: {
    readonly bareSensitivity: Reasoned<number>;
    readonly bareFalseAlarm: Reasoned<number>;
    readonly narrowSensitivity: Reasoned<number>;
    readonly narrowFalseAlarm: Reasoned<number>;
  };
  readonly drafts: {
    /** Add up to 1. */
    readonly shares: Reasoned<
      Readonly<Record<'good' | 'over-broad' | 'silent' | 'broken' | 'off-target', number>>
    >;
  };
  readonly critic: {
    readonly namesRightClass: Reasoned<number>;
    readonly namesFaultInPass: Reasoned<number>;
  };
  readonly writer: {
    /** Add up to 1. */
    readonly shares: Reasoned<Readonly<Record<'strong' | 'weak' | 'empty' | 'harmful', number>>>;
  };
  readonly router: { readonly seesRelevance: Reasoned<number>; readonly offersAnyway: Reasoned<number> };
  readonly composer: {
    readonly nodeWeights: Reasoned<Readonly<Record<'any' | 'all' | 'not' | 'at-least' | 'weighted', number>>>;
    /** Weights of one leaf, two leaves, … */
    readonly leafWeights: Reasoned<readonly number[]>;
    readonly fromElite: Reasoned<number>;
  };
}

/** The part that families with another kind of solver share. */
export type SharedCalibration = Omit<Calibration, 'solver'>;

const reason = z.string().min(20, 'a reason of one sentence is needed');
const probability = z.number().min(0).max(1);
const rate = z.strictObject({ value: probability, reason });
const span = z.strictObject({
  value: z
    .tuple([probability, probability])
    .refine(([low, high]) => low <= high, 'the lower end comes first'),
  reason,
});
const weights = z
  .record(z.string(), z.number().positive())
  .refine((given) => Object.keys(given).length > 0, 'empty');

const schema = z.strictObject({
  about: z.string(),
  solver: z.strictObject({
    easyShare: rate,
    easyFailure: span,
    certainShare: rate,
    certainFailure: span,
    uncertainFailure: span,
    secondFaultShare: rate,
    secondFaultFailure: span,
    irreducibleClass: z.strictObject({ value: z.string().min(1), reason }),
    irreducibleShare: rate,
    irreducibleCertainShare: rate,
    irreducibleFailure: span,
    classWeights: z.strictObject({ value: weights, reason }),
    habit: rate,
    unseenShare: rate,
  }),
  skills: z.strictObject({ strong: rate, weak: rate, otherTopic: rate, distraction: rate, harm: rate }),
  teacher: z.strictObject({ error: rate, namesRightClass: rate }),
  observer: z.strictObject({ readsRightClass: rate, readsNothing: rate, readsFaultInPass: rate }),
  judge: z.strictObject({
    bareSensitivity: rate,
    bareFalseAlarm: rate,
    narrowSensitivity: rate,
    narrowFalseAlarm: rate,
  }),
  drafts: z.strictObject({
    shares: z.strictObject({
      value: z.strictObject({
        good: probability,
        'over-broad': probability,
        silent: probability,
        broken: probability,
        'off-target': probability,
      }),
      reason,
    }),
  }),
  critic: z.strictObject({ namesRightClass: rate, namesFaultInPass: rate }),
  writer: z.strictObject({
    shares: z.strictObject({
      value: z.strictObject({
        strong: probability,
        weak: probability,
        empty: probability,
        harmful: probability,
      }),
      reason,
    }),
  }),
  router: z.strictObject({ seesRelevance: rate, offersAnyway: rate }),
  composer: z.strictObject({
    nodeWeights: z.strictObject({
      value: z.strictObject({
        any: probability,
        all: probability,
        not: probability,
        'at-least': probability,
        weighted: probability,
      }),
      reason,
    }),
    leafWeights: z.strictObject({
      value: z
        .array(z.number().min(0))
        .refine((given) => given.some((weight) => weight > 0), 'all weights are 0'),
      reason,
    }),
    fromElite: rate,
  }),
}) satisfies z.ZodType<Calibration>;

const sharedSchema = schema.omit({ solver: true }).extend({ solver: z.unknown() });

/**
 * Checks a calibration; all problems are reported at once.
 *
 * @param source where it came from, for the message
 * @param taxonomy failure classes that `solver.classWeights` and `solver.irreducibleClass` may name
 * @throws PawlError `bad-input` naming each field that is missing, unknown, out of range or without a reason
 */
export function checkCalibration(given: unknown, source: string, taxonomy: readonly string[]): Calibration {
  const calibration: Calibration = parsed(schema, given, source);
  const named = [
    ...Object.keys(calibration.solver.classWeights.value),
    calibration.solver.irreducibleClass.value,
  ];
  const problems = named
    .filter((failureClass) => !taxonomy.includes(failureClass))
    .map((one) => `solver names the failure class '${one}'`);
  problems.push(...shareProblems(calibration));
  if (problems.length > 0) {
    throw new PawlError('bad-input', `${source}: ${problems.join('; ')}`, {
      hint: `the failure classes are ${taxonomy.join(', ')}`,
    });
  }
  return calibration;
}

/**
 * Checks a calibration whose solver is of a kind of its own.
 *
 * @param solver the schema of its `solver` part
 * @throws PawlError as {@link checkCalibration}
 */
export function checkOwnCalibration<T>(
  given: unknown,
  source: string,
  solver: z.ZodType<T>,
): SharedCalibration & { readonly solver: T } {
  const calibration = parsed(sharedSchema, given, source);
  const problems = shareProblems(calibration);
  if (problems.length > 0) throw new PawlError('bad-input', `${source}: ${problems.join('; ')}`);
  return { ...calibration, solver: parsed(solver, calibration.solver, `${source}: solver`) };
}

function parsed<T>(expected: z.ZodType<T>, given: unknown, source: string): T {
  const result = expected.safeParse(given);
  if (result.success) return result.data;
  throw new PawlError('bad-input', `${source}: not a calibration:\n${z.prettifyError(result.error)}`, {
    hint: 'every setting is { "value": …, "reason": "…" }; data/families/code/calibration.json is complete',
  });
}

function shareProblems({ drafts, writer }: SharedCalibration): string[] {
  return Object.entries({ 'drafts.shares': drafts.shares, 'writer.shares': writer.shares }).flatMap(
    ([name, { value }]) => {
      const total = Object.values(value).reduce((sum, share) => sum + share, 0);
      return Math.abs(total - 1) > 1e-9 ? [`${name} add up to ${total}, expected 1`] : [];
    },
  );
}

/**
 * Reads the calibration of a built-in family, `data/families/<family>/calibration.json`.
 *
 * @throws PawlError `not-found` when the family has none, `bad-input` when it does not fit
 */
export function loadCalibration(family: string, taxonomy: readonly string[]): Calibration {
  const { path, given } = readCalibration(family);
  return checkCalibration(given, path, taxonomy);
}

/** Reads a calibration file without checking it; errors as {@link loadCalibration}. */
export function readCalibration(family: string): { readonly path: string; readonly given: unknown } {
  const path = dataPath('families', family, 'calibration.json');
  try {
    return { path, given: JSON.parse(readFileSync(path, 'utf8')) };
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PawlError(
      missing ? 'not-found' : 'bad-input',
      `${path}: ${missing ? 'no such file' : messageOf(cause)}`,
      { hint: 'simulated roles need a calibration; with a family of your own use a model', cause },
    );
  }
}
