import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { messageOf, PawlError } from '../errors.js';
import { contentHash } from '../hash.js';
import { didYouMean } from '../input/nearest-name.js';
import type { Json, JsonObject } from '../json.js';
import { leavesOf, isOpName } from './expression.js';
import type { OpSpec } from './op.js';
import { ownRootSchema, type OwnRoot } from './own-root.js';
import { parseExpression } from './parse-expression.js';
import { printExpression } from './print-expression.js';

/** A grader as one file: with the engines that it names, it reproduces every verdict anywhere. */
export interface GraderFile {
  readonly format: 'pawl-grader';
  readonly formatVersion: 1;
  /** The family whose root and facts the ops read. */
  readonly family: {
    readonly name: string;
    readonly version: string;
    /** The root of a user's own family, so that the file alone can grade. */
    readonly own?: OwnRoot;
  };
  readonly expression: string;
  /** Only the ops that the expression names, sorted by name. */
  readonly ops: readonly OpSpec[];
  /** e.g. `{ python: 'pyodide 314.0.7 …', judge: 'simulated code 1a2b3c' }` */
  readonly engines: Readonly<Record<string, string>>;
  /** SHA-256 of expression, ops, family and engines; not of what follows. */
  readonly hash: string;
  /** How it was selected: arm, seed, round, objective, anchors. */
  readonly provenance: JsonObject;
  /** Step 5 of Algorithm 1 on the locked items, or null. */
  readonly audit: JsonObject | null;
}

const opSchema = z.strictObject({
  name: z.string().refine(isOpName, 'not an op name'),
  failureClass: z.string().min(1),
  tier: z.enum(['static', 'execution', 'judge']),
  origin: z.enum(['seed', 'miss', 'gap']),
  bornAt: z.int().min(0),
  check: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('python'), source: z.string().min(1) }),
    z.strictObject({ kind: z.literal('question'), question: z.string().min(1) }),
  ]),
  description: z.string(),
});

const fileSchema = z.strictObject({
  format: z.literal('pawl-grader'),
  formatVersion: z.literal(1),
  family: z.strictObject({
    name: z.string().min(1),
    version: z.string().min(1),
    own: ownRootSchema.optional(),
  }),
  expression: z.string().min(1),
  ops: z.array(opSchema).min(1),
  engines: z.record(z.string(), z.string()),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  provenance: z.record(z.string(), z.unknown()),
  audit: z.record(z.string(), z.unknown()).nullable(),
});

/**
 * Makes a grader file from an expression and the pool it was selected from.
 *
 * @throws PawlError `bad-expression` when the expression does not parse or names an op outside the pool
 */
export function makeGraderFile(parts: {
  readonly family: { readonly name: string; readonly version: string; readonly own?: OwnRoot };
  readonly expression: string;
  readonly pool: readonly OpSpec[];
  readonly engines: Readonly<Record<string, string>>;
  readonly provenance?: JsonObject;
  readonly audit?: JsonObject | null;
}): GraderFile {
  const expression = parseExpression(parts.expression);
  const names = [...new Set(leavesOf(expression))].sort();
  const ops = names.map((name) => {
    const op = parts.pool.find((one) => one.name === name);
    if (op === undefined) {
      throw new PawlError('bad-expression', `the expression names '${name}', which is not in the pool`, {
        hint: didYouMean(
          name,
          parts.pool.map((one) => one.name),
        ),
      });
    }
    return op;
  });
  const content = {
    family: {
      name: parts.family.name,
      version: parts.family.version,
      ...(parts.family.own === undefined ? {} : { own: parts.family.own }),
    },
    expression: printExpression(expression),
    ops,
    engines: parts.engines,
  };
  return {
    format: 'pawl-grader',
    formatVersion: 1,
    ...content,
    hash: contentHash(content),
    provenance: parts.provenance ?? {},
    audit: parts.audit ?? null,
  };
}

/** The text of a grader file: indented JSON with a final newline. */
export function formatGraderFile(grader: GraderFile): string {
  return `${JSON.stringify(grader, null, 2)}\n`;
}

/** Writes a grader file. */
export function saveGraderFile(path: string, grader: GraderFile): void {
  writeFileSync(path, formatGraderFile(grader));
}

/**
 * Reads and checks a grader: shape, hash, expression, and that it brings every op that it names.
 *
 * @throws PawlError `bad-grader` with all problems of shape at once, or when its content was edited by hand
 */
export function parseGraderFile(text: string, source: string): GraderFile {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch (cause) {
    throw new PawlError('bad-grader', `${source}: not JSON (${messageOf(cause)})`, {
      cause,
      hint: 'was the file cut off? export it again',
    });
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${source}: ${issue.path.join('.') || 'file'}: ${issue.message}`,
    );
    throw new PawlError('bad-grader', problems.join('\n'), {
      hint: 'a grader file is written by pawl; export it again',
    });
  }
  const grader = parsed.data as GraderFile;
  const { family, expression, ops, engines } = grader;
  if (contentHash({ family, expression, ops, engines }) !== grader.hash) {
    throw new PawlError(
      'bad-grader',
      `${source}: the content does not match its hash: the file was changed after it was exported`,
      {
        hint: 'export the grader again, or evolve a new one; a grader is not edited by hand',
      },
    );
  }
  const missing = leavesOf(parseExpression(expression)).filter((name) => !ops.some((op) => op.name === name));
  if (missing.length > 0)
    throw new PawlError(
      'bad-grader',
      `${source}: the expression names ${missing.join(', ')}, which the file does not bring`,
    );
  return grader;
}

/** Reads a grader file from disk; errors as in {@link parseGraderFile}, and `not-found`. */
export function loadGraderFile(path: string): GraderFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PawlError('not-found', `${path}: ${messageOf(cause)}`, { cause });
  }
  return parseGraderFile(text, path);
}
