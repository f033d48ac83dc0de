import { z } from 'zod';

/** What the root of a user's own family checks. It travels in the grader file, so that a grader needs nothing else. */
export interface OwnRoot {
  /** The output must be JSON; its value is a fact. */
  readonly json: boolean;
  /** Keys that the JSON object must have. */
  readonly requiredKeys: readonly string[];
  /** Characters that an output may have; null for any number. */
  readonly maximumCharacters: number | null;
}

/** The shape of {@link OwnRoot} in files; what is left out is not checked. */
export const ownRootSchema: z.ZodType<OwnRoot> = z.strictObject({
  json: z.boolean().default(false),
  requiredKeys: z.array(z.string().min(1)).default([]),
  maximumCharacters: z.int().min(1).nullable().default(null),
});
