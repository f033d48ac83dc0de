import { z } from 'zod';
import type { PublishedPaper } from './published.js';

const text = z.string().min(1);
const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by dashes');
const reference = text.describe(
  'The id of a value, or a part of it: id.mean, id.sd, id.low, id.high, id.part, id.whole.',
);
const references = z.array(reference).min(1);
const operand = z.union([z.number(), reference]).describe('A number, or a reference to a printed one.');
const positive = z.int().min(1);
const formula = text.describe('+ − × / and brackets over numbers and {references}.');

const value = z.strictObject({
  id: id.describe('What checks call it.'),
  label: text.describe('What people call it.'),
  printed: text.describe(
    'The string that was printed: 0.717, 106%, ≈0.27, 1,056, 0.717±.038, [−.03, .06], 997–1014 or 16/23.',
  ),
  document: text.describe('A key of `documents`.'),
  place: text.describe('Section, table or figure.'),
  unit: text.describe("What is measured or counted; 'text' for a cell that holds no number."),
  n: positive.optional().describe("Items behind one run's value."),
  runs: positive.optional().describe('Runs (seeds) behind a mean.'),
  grid: positive
    .optional()
    .describe('The value is a whole number of 1/grid: items × runs for a mean of shares.'),
  setting: z.boolean().optional().describe('A choice of the authors: nothing to recompute.'),
});

const common = {
  group: text.optional().describe('The heading of the report under which the lines stand.'),
  assuming: text
    .optional()
    .describe('What is taken for granted; a mismatch is then "not derivable", not "impossible".'),
  note: text.optional().describe('A remark for the line.'),
};
const factors = z.array(z.strictObject({ count: operand, what: text })).min(1);
const lift = z.strictObject({ baseline: operand.optional(), peak: operand });

const check = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('arithmetic'),
      ...common,
      of: reference.optional(),
      label: text.optional(),
      expression: formula,
      as: z.enum(['number', 'percent', 'points']).optional(),
    })
    .describe('A printed number against a formula; without `of`, a number that the paper does not print.'),
  z
    .strictObject({ kind: z.literal('equal'), ...common, label: text, left: formula, right: formula })
    .describe('Two formulas that should give the same number.'),
  z
    .strictObject({
      kind: z.literal('count'),
      ...common,
      of: reference,
      per: z.strictObject({ count: operand, what: text }).optional(),
      terms: z.array(z.strictObject({ factors })).min(1),
      complete: z.boolean().optional().describe('False when the documents may not name every term.'),
    })
    .describe('A printed count against a sum of products of named factors.'),
  z
    .strictObject({ kind: z.literal('share'), ...common, of: reference, part: operand, whole: operand })
    .describe('A printed share against part / whole.'),
  z
    .strictObject({ kind: z.literal('grid'), ...common, of: references })
    .describe("Printed shares of a known number of things (the values' `grid`)."),
  z
    .strictObject({
      kind: z.literal('reconstruct-seeds'),
      ...common,
      of: reference,
      n: positive.optional(),
      sd: z.enum(['sample', 'population']).optional(),
    })
    .describe('The whole counts of each run behind a printed mean ± sd.'),
  z
    .strictObject({
      kind: z.literal('retention'),
      ...common,
      families: z
        .array(
          z.strictObject({
            name: text,
            of: reference,
            under: z.record(text, z.strictObject({ reference: lift, co: lift })),
          }),
        )
        .min(1),
    })
    .describe('Lift of one arm over lift of another, under every definition worth trying.'),
  z
    .strictObject({
      kind: z.literal('unpaired-bootstrap'),
      ...common,
      of: reference,
      a: reference,
      b: reference,
      level: z.number().gt(0).lt(1).optional(),
    })
    .describe('A printed interval of mean a − mean b against the percentile bootstrap over runs.'),
  z
    .strictObject({
      kind: z.literal('mcnemar'),
      ...common,
      of: reference,
      corrected: operand,
      broken: operand,
    })
    .describe('A printed p-value against the exact binomial test of corrected v broken.'),
  z
    .strictObject({
      kind: z.literal('task-sign-flip'),
      ...common,
      of: reference,
      corrected: operand,
      broken: operand,
      tasks: operand,
      runs: operand,
    })
    .describe('A printed task-level p-value against the range that the totals allow.'),
  z
    .strictObject({
      kind: z.literal('peak-optimism'),
      ...common,
      label: text,
      tasks: operand,
      rounds: operand,
      rate: operand,
      neverPassed: operand.optional(),
    })
    .describe('What the best of many rounds adds by chance.'),
  z
    .strictObject({
      kind: z.literal('anchor-agreement'),
      ...common,
      of: references,
      failures: operand,
      clean: operand,
      weightOfFailures: operand,
      weightOfClean: operand,
    })
    .describe('A printed weighted agreement against the values that a handful of anchors allows.'),
  z
    .strictObject({ kind: z.literal('not-derivable'), ...common, of: references, why: text })
    .describe('Numbers whose inputs were not printed.'),
]);

/** The shape of a published.json; what it means is in `published.ts` and docs/paper.md. */
export const publishedSchema: z.ZodType<PublishedPaper> = z.strictObject({
  $schema: z.string().optional(),
  format: z.literal('pawl-published/1'),
  paper: z.strictObject({ title: text, id: text.optional() }),
  documents: z.record(id, text).describe('The documents that were read: a key and a readable name.'),
  values: z.array(value).min(1),
  checks: z.array(check),
});

/** The same as JSON Schema (draft 2020-12), for editors. */
export function publishedJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(publishedSchema), title: 'Published values of a paper, for pawl paper' };
}
