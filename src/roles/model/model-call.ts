import { canonicalJson, contentHash, sha256 } from '../../hash.js';
import type { JsonObject } from '../../json.js';
import type { ModelRole } from './cast.js';

/** The version of the Messages API that is spoken: part of every key. */
export const apiVersion = '2026-10-21';

/** One thing said in a conversation. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** One question to a model. */
export interface ModelCall {
  readonly role: ModelRole;
  readonly model: string;
  /** The prompt file and the hash of its content, e.g. `judge.md 1a2b3c4d5e6f`. */
  readonly prompt: string;
  /** The part that is the same for many calls, so that a server may keep it. */
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly maxTokens: number;
  /** JSON Schema of the answer; null where it is free text. */
  readonly schema: JsonObject | null;
  /** Equal draws are one call; another draw is asked anew. */
  readonly draw: string;
}

/** A call with everything else that its answer depends on: what a key is the hash of. */
export interface CallIdentity extends ModelCall {
  readonly baseUrl: string;
  readonly apiVersion: string;
}

/** The fields in which two calls can differ, in the order in which differences are told. */
export interface CallFields {
  readonly role: string;
  readonly model: string;
  readonly 'base URL': string;
  readonly 'API version': string;
  readonly prompt: string;
  readonly schema: string;
  readonly 'max tokens': number;
  readonly input: string;
  readonly draw: string;
}

/** SHA-256 of the canonical identity. */
export function callKey(identity: CallIdentity): string {
  return contentHash(identity);
}

/** The identity as short fields: schema and input as hashes. */
export function fieldsOf(identity: CallIdentity): CallFields {
  return {
    role: identity.role,
    model: identity.model,
    'base URL': identity.baseUrl,
    'API version': identity.apiVersion,
    prompt: identity.prompt,
    schema: identity.schema === null ? 'none' : sha256(canonicalJson(identity.schema)).slice(0, 16),
    'max tokens': identity.maxTokens,
    input: contentHash([identity.system, identity.turns]).slice(0, 16),
    draw: identity.draw,
  };
}

/** A field in which a call differs from one that is stored. */
export interface FieldDifference {
  readonly field: keyof CallFields;
  readonly asked: string;
  readonly stored: string;
}

/**
 * The differing fields, in order; an edited prompt changes the input too, so the first one is what to look at.
 *
 * @example
 * differences(fieldsOf(a), fieldsOf({ ...a, draw: '1' })) // [{ field: 'draw', asked: '0', stored: '1' }]
 */
export function differences(asked: CallFields, stored: CallFields): readonly FieldDifference[] {
  return (Object.keys(asked) as (keyof CallFields)[])
    .filter((field) => asked[field] !== stored[field])
    .map((field) => ({ field, asked: String(asked[field]), stored: String(stored[field]) }));
}
