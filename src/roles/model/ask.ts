import { z } from 'zod';
import type { JsonObject } from '../../json.js';
import type { ModelCall, Turn } from './model-call.js';
import type { ModelClient } from './model-client.js';
import { fillText, type FilledPrompt, type Prompts } from './prompts.js';
import type { ModelCast, ModelRole } from './cast.js';
import type { StoredAnswer } from './call-store.js';

/** A structured answer, or why there is none. Without one nothing is judged: neither pass nor fail. */
export type Asked<T> =
  | { readonly outcome: 'value'; readonly value: T }
  | { readonly outcome: 'unscored'; readonly reason: string };

/** One question of a role. */
export interface Question<T> {
  readonly role: ModelRole;
  readonly prompt: FilledPrompt;
  readonly maxTokens: number;
  readonly draw: string;
  readonly schema: z.ZodType<T>;
  /** What the schema cannot say; the problem in words, or null. */
  readonly check?: (value: T) => Promise<string | null> | string | null;
}

/** Asks models in the names of their parts. */
export interface Asker {
  structured<T>(question: Question<T>): Promise<Asked<T>>;
  text(question: Omit<Question<never>, 'schema' | 'check'>): Promise<StoredAnswer>;
}

/**
 * Asks, reads the answer by its schema, and asks once more where it does not fit. An answer that was cut short or refused is
 * not asked again: the same would come.
 */
export function createAsker(
  client: Pick<ModelClient, 'call'>,
  {
    cast,
    prompts,
    schemas,
  }: { readonly cast: ModelCast; readonly prompts: Prompts; readonly schemas: boolean },
): Asker {
  const callOf = (
    { role, prompt, maxTokens, draw }: Omit<Question<never>, 'schema' | 'check'>,
    schema: JsonObject | null,
    more: readonly Turn[] = [],
  ): ModelCall => ({
    role,
    model: cast[role],
    prompt: prompt.id,
    system: prompt.system,
    turns: [{ role: 'user', content: prompt.user }, ...more],
    maxTokens,
    schema,
    draw,
  });

  return {
    text: async (question) => client.call(callOf(question, null)),
    structured: async (question) => {
      const schema = schemas ? jsonSchemaOf(question.schema) : null;
      let more: readonly Turn[] = [];
      let problem = '';
      for (const attempt of ['first', 'repair'] as const) {
        const answer = await client.call(callOf(question, schema, more));
        if (answer.outcome !== 'answered') return { outcome: 'unscored', reason: unscoredBecause(answer) };
        const read = readAnswer(answer.text, question.schema);
        if ('value' in read) {
          const found = (await question.check?.(read.value)) ?? null;
          if (found === null) return { outcome: 'value', value: read.value };
          problem = found;
        } else problem = read.problem;
        if (attempt === 'repair') break;
        more = [
          { role: 'assistant', content: answer.text.trim() === '' ? '(nothing)' : answer.text },
          { role: 'user', content: fillText(prompts.text('repair'), { problem }) },
        ];
      }
      return { outcome: 'unscored', reason: `unusable after one repair: ${problem}` };
    },
  };
}

/** Why an answer says nothing. */
export function unscoredBecause({ outcome, stopReason }: StoredAnswer): string {
  return outcome === 'refused' ? 'refused' : `cut short (${stopReason ?? 'no stop reason'})`;
}

function readAnswer<T>(
  text: string,
  schema: z.ZodType<T>,
): { readonly value: T } | { readonly problem: string } {
  const json = parseJson(text);
  if (json === undefined) return { problem: 'it is not JSON' };
  const read = schema.safeParse(json);
  if (read.success) return { value: read.data };
  const issues = read.error.issues.slice(0, 5);
  return {
    problem: issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`).join('; '),
  };
}

/** JSON as models write it: bare, in a fence, or with a sentence around it. */
function parseJson(text: string): unknown {
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  for (const candidate of [text, first === -1 ? '' : text.slice(first, last + 1)]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate may do.
    }
  }
  return undefined;
}

const jsonSchemas = new WeakMap<z.ZodType, JsonObject>();

/** The schema as the API takes it: no meta member, no lengths. */
function jsonSchemaOf(schema: z.ZodType): JsonObject {
  let known = jsonSchemas.get(schema);
  if (known === undefined) {
    const { $schema: _, ...rest } = z.toJSONSchema(schema) as JsonObject;
    jsonSchemas.set(schema, (known = rest));
  }
  return known;
}
