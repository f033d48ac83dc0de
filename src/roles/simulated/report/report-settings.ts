import { z } from 'zod';

/** One setting with its reason. */
export interface Reasoned<T> {
  readonly value: T;
  readonly reason: string;
}

/** The `solver` part of the report family's calibration: how often which habits show in one attempt without a skill. */
export interface ReportSolverSettings {
  /** The range over sections of the share of lazy attempts. */
  readonly lazyShare: Reasoned<readonly [number, number]>;
  /** Of lazy attempts: those that stop after half of the cards; the others state all values without tags. */
  readonly lazyHalf: Reasoned<number>;
  /** Of lazy attempts: those without risks and outlook; the others lack the outlook. */
  readonly lazyBare: Reasoned<number>;
  readonly lazyOverclaimed: Reasoned<number>;
  readonly usualCites: Reasoned<number>;
  readonly usualInvents: Reasoned<number>;
  readonly usualNoOutlook: Reasoned<number>;
  readonly usualConfident: Reasoned<number>;
  readonly usualOverclaimed: Reasoned<number>;
}

/** The `skills` part, the same for all families. */
export type SkillEffects = Readonly<
  Record<'strong' | 'weak' | 'otherTopic' | 'distraction' | 'harm', Reasoned<number>>
>;

const probability = z.number().min(0).max(1);
const reason = z.string().min(20, 'a reason of one sentence is needed');
const rate = z.strictObject({ value: probability, reason });
const range = z
  .tuple([probability, probability])
  .refine(([low, high]) => low <= high, 'the lower end comes first');

/** Checks the `solver` part of the report family's calibration. */
export const reportSolverSchema: z.ZodType<ReportSolverSettings> = z.strictObject({
  lazyShare: z.strictObject({ value: range, reason }),
  lazyHalf: rate,
  lazyBare: rate,
  lazyOverclaimed: rate,
  usualCites: rate,
  usualInvents: rate,
  usualNoOutlook: rate,
  usualConfident: rate,
  usualOverclaimed: rate,
});
