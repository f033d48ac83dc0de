import { maxSourceLength } from './limits.js';
import type { Broken } from './call.js';

/** Half a surrogate pair: no text that Python could encode. */
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Brackets deeper than this, or more nested prefixes than this, are refused before Python's parser overflows on them. */
const maxDepth = 90;

/** Why an output is not even handed to Python: no program of this family looks like it. Null for all others. */
export function unreadable(output: string): Broken | null {
  const refuse = (message: string): Broken => ({
    stage: 'compile',
    raised: ['SyntaxError', message],
    line: 0,
  });
  if (output.length > maxSourceLength) return refuse(`longer than ${maxSourceLength} characters`);
  if (loneSurrogate.test(output)) return refuse('not valid Unicode');
  if (output.includes('\0')) return refuse('source code string cannot contain null bytes');
  return depthOf(output) > maxDepth ? refuse('too many nested parentheses') : null;
}

/** How deep brackets are nested at the most, strings and comments included: an upper bound that needs no parser. */
function depthOf(output: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of output) {
    if (character === '(' || character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1);
  }
  return deepest;
}
