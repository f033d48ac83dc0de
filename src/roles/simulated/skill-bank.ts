import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { messageOf, PawlError } from '../../errors.js';
import { contentHash } from '../../hash.js';

/** What skills about one failure class say. */
export interface SkillTexts {
  readonly keyInsight: string;
  readonly commonPitfalls: readonly string[];
  readonly verifyBeforeReturning: readonly string[];
  /** What a harmful skill says instead. */
  readonly harmful: string;
}

/** The texts that a simulated writer of skills draws from. */
export interface SkillBank {
  /** Content hash of the file. */
  readonly version: string;
  readonly classes: Readonly<Record<string, SkillTexts>>;
}

const text = z.string().min(10);
const schema = z.strictObject({
  about: z.string(),
  classes: z.record(
    z.string(),
    z.strictObject({
      keyInsight: text,
      commonPitfalls: z.array(z.string().min(3)).min(1),
      verifyBeforeReturning: z.array(z.string().min(3)).min(1),
      harmful: text,
    }),
  ),
});

/**
 * Reads the skill texts of a family.
 *
 * @throws PawlError `bad-input` when the file does not fit or a failure class has no texts
 */
export function readSkillBank(path: string, taxonomy: readonly string[]): SkillBank {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new PawlError('bad-input', `${path}: ${messageOf(cause)}`, { cause });
  }
  const read = schema.safeParse(given);
  if (!read.success) throw new PawlError('bad-input', `${path}: ${z.prettifyError(read.error)}`);
  const missing = taxonomy.filter((one) => read.data.classes[one] === undefined);
  if (missing.length > 0) throw new PawlError('bad-input', `${path}: no texts for ${missing.join(', ')}`);
  return { version: contentHash(read.data), classes: read.data.classes };
}
