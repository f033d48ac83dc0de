/** Words of a text in lower case; everything but letters and digits separates. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** How often each term occurs, with the length of the vector. */
export interface TermVector {
  readonly counts: ReadonlyMap<string, number>;
  readonly norm: number;
}

/** Counts of words. */
export function wordVector(text: string): TermVector {
  return vectorOf(wordsOf(text));
}

/** Counts of three letters in a row: a second view that sees word forms which whole words miss. */
export function trigramVector(text: string): TermVector {
  const grams = wordsOf(text).flatMap((word) => {
    const padded = ` ${word} `;
    return Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3));
  });
  return vectorOf(grams);
}

/** Counts weighted by how rare a term is among the documents: ln((1 + n) / (1 + df)) + 1. */
export function tfIdf(vector: TermVector, documents: readonly TermVector[]): TermVector {
  const weighted = new Map<string, number>();
  for (const [term, count] of vector.counts) {
    const containing = documents.filter(({ counts }) => counts.has(term)).length;
    weighted.set(term, count * (Math.log((1 + documents.length) / (1 + containing)) + 1));
  }
  return { counts: weighted, norm: normOf(weighted) };
}

/**
 * Cosine of the angle between two vectors of counts, in [0, 1]; 0 where one is empty.
 *
 * @example
 * cosine(wordVector('off by one in strings'), wordVector('off by one in lists')) // 0.8
 */
export function cosine(a: TermVector, b: TermVector): number {
  if (a.norm === 0 || b.norm === 0) return 0;
  const [small, large] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let product = 0;
  for (const [term, count] of small.counts) product += count * (large.counts.get(term) ?? 0);
  return product / (a.norm * b.norm);
}

function vectorOf(terms: readonly string[]): TermVector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, norm: normOf(counts) };
}

function normOf(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return Math.sqrt(sum);
}
