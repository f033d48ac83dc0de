/** How often each term occurs: term numbers in rising order, their counts, and the length of the vector. */
export interface TermVector {
  readonly terms: Float64Array;
  readonly counts: Float64Array;
  readonly norm: number;
}

/** Counts of words in lower case; everything but letters and digits separates. */
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

/**
 * Cosine of the angle between two vectors of counts, in [0, 1]; 0 where one is empty.
 *
 * @example
 * cosine(wordVector('off by one in strings'), wordVector('off by one in lists')) // 0.8
 */
export function cosine(a: TermVector, b: TermVector): number {
  let product = 0;
  let at = 0;
  for (let index = 0; index < a.terms.length; index++) {
    const term = a.terms[index] as number;
    while (at < b.terms.length && (b.terms[at] as number) < term) at++;
    if (at === b.terms.length) break;
    if (b.terms[at] === term) product += (a.counts[index] as number) * (b.counts[at] as number);
  }
  return product === 0 ? 0 : product / (a.norm * b.norm);
}

/** Ranks documents for queries by tf-idf: the weight of a term is its count times ln((1 + n) / (1 + df)) + 1. */
export interface TfIdfIndex {
  /** Cosine of a query with every document, in their order. */
  cosines(query: TermVector): Float64Array;
}

interface Posting {
  weight: number;
  readonly documents: number[];
  readonly counts: number[];
}

/** An inverted index of documents, so that a query looks at the documents of its own terms only. */
export function tfIdfIndex(documents: readonly TermVector[]): TfIdfIndex {
  const postings = new Map<number, Posting>();
  documents.forEach(({ terms, counts }, index) => {
    terms.forEach((term, at) => {
      let posting = postings.get(term);
      if (posting === undefined) postings.set(term, (posting = { weight: 0, documents: [], counts: [] }));
      posting.documents.push(index);
      posting.counts.push(counts[at] as number);
    });
  });
  const squares = new Float64Array(documents.length);
  for (const posting of postings.values()) {
    posting.weight = Math.log((1 + documents.length) / (1 + posting.documents.length)) + 1;
    posting.documents.forEach((document, at) => {
      squares[document] =
        (squares[document] as number) + ((posting.counts[at] as number) * posting.weight) ** 2;
    });
  }
  const unseen = Math.log(1 + documents.length) + 1;
  return {
    cosines: ({ terms, counts }) => {
      const products = new Float64Array(documents.length);
      let square = 0;
      for (let index = 0; index < terms.length; index++) {
        const posting = postings.get(terms[index] as number);
        const weighted = (counts[index] as number) * (posting?.weight ?? unseen);
        square += weighted * weighted;
        if (posting === undefined) continue;
        const factor = weighted * posting.weight;
        for (let at = 0; at < posting.documents.length; at++) {
          const document = posting.documents[at] as number;
          products[document] = (products[document] as number) + factor * (posting.counts[at] as number);
        }
      }
      return products.map((product, index) =>
        product === 0 ? 0 : product / Math.sqrt(square * (squares[index] as number)),
      );
    },
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function vectorOf(words: readonly string[]): TermVector {
  const counted = new Map<number, number>();
  for (const word of words) {
    const number = termNumber(word);
    counted.set(number, (counted.get(number) ?? 0) + 1);
  }
  const sorted = [...counted].sort(([a], [b]) => a - b);
  return {
    terms: Float64Array.from(sorted, ([term]) => term),
    counts: Float64Array.from(sorted, ([, count]) => count),
    norm: Math.sqrt(sorted.reduce((sum, [, count]) => sum + count * count, 0)),
  };
}

/**
 * A term's number of 53 bits, from its letters alone (two FNV-1a hashes). Were it the order in which a process met its terms, sums
 * would be rounded in another order after a resume, and near ties ranked otherwise.
 */
function termNumber(term: string): number {
  let high = 0x811c9dc5;
  let low = 0x01234567;
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x01000193);
  }
  return (high >>> 11) * 4294967296 + (low >>> 0);
}
