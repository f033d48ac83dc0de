import { z } from 'zod';
import { encodedSchema, type Encoded } from './value.js';

/** How one call ended. Exactly one of `value`, `raised` and `stepLimit` is there. */
export interface Call {
  readonly value?: Encoded;
  /** Type and message of the exception. */
  readonly raised?: readonly [type: string, message: string];
  readonly stepLimit?: true;
  /** Steps taken. */
  readonly steps: number;
  /** How many characters were printed, and the first of them. */
  readonly stdout?: readonly [count: number, start: string];
  /** An argument is not what it was. */
  readonly mutated?: true;
  /** An argument is empty, None, zero, negative or holds a single element. */
  readonly edge?: true;
}

/** Why a program could not be called at all. */
export interface Broken {
  readonly stage: 'compile' | 'run' | 'entry';
  readonly raised?: readonly [type: string, message: string];
  readonly stepLimit?: true;
  readonly line?: number;
}

const errorSchema = z.tuple([z.string(), z.string()]).readonly();

/** A call as a driver reports it. */
export const callSchema: z.ZodType<Call> = z.object({
  value: encodedSchema.exactOptional(),
  raised: errorSchema.exactOptional(),
  stepLimit: z.literal(true).exactOptional(),
  steps: z.number(),
  stdout: z.tuple([z.number(), z.string()]).readonly().exactOptional(),
  mutated: z.literal(true).exactOptional(),
  edge: z.literal(true).exactOptional(),
});

/** A program that could not be called, as a driver reports it. */
export const brokenSchema: z.ZodType<Broken> = z.object({
  stage: z.enum(['compile', 'run', 'entry']),
  raised: errorSchema.exactOptional(),
  stepLimit: z.literal(true).exactOptional(),
  line: z.number().exactOptional(),
});
