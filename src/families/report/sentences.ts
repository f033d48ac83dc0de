/** Which part of a section a sentence stands in. */
export type Part = 'body' | 'risks' | 'outlook';

/** One sentence with its place. */
export interface Sentence {
  readonly part: Part;
  readonly text: string;
}

/** A section cut into its heading and sentences. */
export interface SectionText {
  readonly heading: string | null;
  readonly parts: { readonly risks: boolean; readonly outlook: boolean };
  readonly sentences: readonly Sentence[];
}

/** Longer lines are cut: a section is prose, and hostile text must not cost more than prose does. */
const longestLine = 4_000;
const mostLines = 400;

/** Cuts a section by its Markdown headings and sentence ends. Never throws, whatever the text holds. */
export function cutSection(text: string): SectionText {
  let heading: string | null = null;
  let part: Part = 'body';
  const parts = { risks: false, outlook: false };
  const sentences: Sentence[] = [];
  for (const raw of text.split('\n', mostLines)) {
    const line = raw.slice(0, longestLine).trim();
    if (line === '') continue;
    if (line.startsWith('#')) {
      const title = line.replace(/^#+/, '').trim();
      if (/^risks\b/i.test(title)) part = 'risks';
      else if (/^outlook\b/i.test(title)) part = 'outlook';
      else heading ??= title;
      continue;
    }
    for (const sentence of line.split(/(?<=[.!?])\s+/)) {
      sentences.push({ part, text: sentence });
      if (part !== 'body') parts[part] = true;
    }
  }
  return { heading, parts, sentences };
}

const hedgeWords =
  /\b(about|around|approximately|roughly|preliminary|suggests?|indicates?|may|might|could|likely|appears?|unaudited|early data|if|uncertain|provisional)\b/i;

/** True when a sentence is worded with care. */
export function isHedged(sentence: string): boolean {
  return hedgeWords.test(sentence);
}

/** True when a sentence predicts without care. */
export function isAssertive(sentence: string): boolean {
  return /\b(will|is certain to|is set to|guarantees?)\b/i.test(sentence) && !isHedged(sentence);
}
