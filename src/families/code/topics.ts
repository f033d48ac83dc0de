/** The topics of the family, in the order in which {@link topicOf} tries them, with the words that tell each. */
const topicWords: readonly (readonly [topic: string, words: RegExp])[] = [
  ['matrices', /\b(matri(x|ces)|2d|grid|nested lists?|transpose|pascal|list of lists|rows?|columns?)\b/i],
  ['dates', /\b(dates?|days?|months?|years?|weekday|calendar|hours?|minutes?)\b/i],
  [
    'parsing',
    /\b(regex|regular expression|parse|pattern|match(es)?|urls?|emails?|brackets?|parenthes[ie]s|expression)\b/i,
  ],
  [
    'recursion',
    /\b(recurs\w*|fibonacci|factorial|catalan|bell|lucas|permutations?|combinations?|subsets?|dynamic|longest|maximum path)\b/i,
  ],
  ['dicts', /\b(dictionar(y|ies)|dicts?|keys?|frequenc(y|ies)|count(s|ing)? of each)\b/i],
  ['tuples', /\btuples?\b/i],
  [
    'strings',
    /\b(strings?|characters?|words?|letters?|text|vowels?|lowercase|uppercase|substrings?|sentences?)\b/i,
  ],
  ['lists', /\b(lists?|arrays?|elements?|sublists?|heap|sort(s|ed|ing)?|sequence)\b/i],
];

/** What a task is about when no word tells. */
const otherwise = 'numbers';

/**
 * The topic of a task whose file names none, told by the first topic with a word in the prompt: a rough sorting of our
 * own, since MBPP has no topics.
 *
 * @example
 * topicOf('Write a function to reverse the words of a string.') // 'strings'
 */
export function topicOf(prompt: string): string {
  return topicWords.find(([, words]) => words.test(prompt))?.[0] ?? otherwise;
}
