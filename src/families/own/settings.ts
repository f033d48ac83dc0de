import { z } from 'zod';
import { messageOf, PawlError } from '../../errors.js';
import { isOpName } from '../../grader/expression.js';
import { ownRootSchema, type OwnRoot } from '../../grader/own-root.js';
import { didYouMean } from '../../input/nearest-name.js';
import { comparisons, type Comparison } from './compare-reference.js';

/** `family.json` of a user's own family. */
export interface OwnSettings {
  readonly name: string;
  /** What is asked for, in the words that a model that drafts checks would read. */
  readonly description: string;
  /** What a good output must do: read by the final judge. */
  readonly contract: string;
  /** The failure classes that exist. */
  readonly taxonomy: readonly string[];
  /** w, the exponent of A_train in the objective; 0.25 unless told, as for the report family, which has no verifier either. */
  readonly consensusWeight: number;
  readonly root: OwnRoot;
  /** How outputs are compared with references where that decides the label; null where only people can tell. */
  readonly compare: Comparison | null;
  /** The grader that a person would write from the ops; `(any …)` over all of them when left out. */
  readonly handSeed: string | null;
}

/** Names that built-in families have. */
const taken: readonly string[] = ['code', 'sql', 'report'];

const schema = z.strictObject({
  $schema: z.string().optional(),
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,59}$/,
      'expected lower-case letters, digits and hyphens, beginning with a letter',
    )
    .refine((name) => !taken.includes(name), `a built-in family has this name (${taken.join(', ')})`),
  description: z.string().default(''),
  contract: z.string().default(''),
  taxonomy: z.array(z.string().refine(isOpName, 'a failure class is one word such as wrong-unit')).min(1),
  consensusWeight: z.number().min(0).max(10).default(0.25),
  root: ownRootSchema.default({ json: false, requiredKeys: [], maximumCharacters: null }),
  compare: z.enum(comparisons).nullable().default(null),
  handSeed: z.string().min(1).nullable().default(null),
});

const keys = Object.keys(schema.shape);

/**
 * Reads `family.json`.
 *
 * @param text the file's text @param source its name in messages
 * @throws PawlError `bad-input` with all problems at once, one a line
 */
export function parseOwnSettings(text: string, source: string): OwnSettings {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new PawlError('bad-input', `${source}: not JSON (${messageOf(cause)})`, { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) {
    const twice = parsed.data.taxonomy.find((name, at, all) => all.indexOf(name) !== at);
    if (twice === undefined) return parsed.data;
    throw new PawlError('bad-input', `${source}: taxonomy: '${twice}' is given twice`);
  }
  const problems = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const known = issue.path[0] === 'root' ? ['json', 'requiredKeys', 'maximumCharacters'] : keys;
      return issue.keys.map(
        (key) => `${[...issue.path, key].join('.')}: unknown key; ${didYouMean(key, known)}`,
      );
    }
    return [`${issue.path.join('.') || 'file'}: ${issue.message}`];
  });
  throw new PawlError('bad-input', problems.map((problem) => `${source}: ${problem}`).join('\n'), {
    hint: "'pawl family init DIR' writes an example; docs/own-families.md explains every key",
  });
}
