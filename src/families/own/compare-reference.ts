import { canonicalJson } from '../../hash.js';
import type { Label } from '../../verdict.js';

/** Ways in which an output can be compared with a reference without anyone's opinion. */
export const comparisons = ['exact', 'number', 'json', 'contains'] as const;

/** `exact`: the same text but for white space at both ends; `number`: the last number; `json`: equal values; `contains`. */
export type Comparison = (typeof comparisons)[number];

/** Numbers count as equal within this share of the reference. */
const tolerance = 1e-6;

/**
 * The label that a comparison gives, or null where the reference does not fit it (no number in it, no JSON).
 *
 * @example
 * compareWithReference('number', 'The total is 1,250.', '1250') // 'PASS'
 */
export function compareWithReference(
  comparison: Comparison,
  output: string,
  reference: string | null,
): Label | null {
  if (reference === null || reference.trim() === '') return null;
  switch (comparison) {
    case 'exact':
      return label(output.trim() === reference.trim());
    case 'contains':
      return label(output.toLowerCase().includes(reference.trim().toLowerCase()));
    case 'number': {
      const wanted = lastNumber(reference);
      if (wanted === null || !/^\s*[-+]?[\d.,]+\s*\S{0,3}\s*$/.test(reference)) return null;
      const got = lastNumber(output);
      return label(got !== null && Math.abs(got - wanted) <= tolerance * Math.max(1, Math.abs(wanted)));
    }
    case 'json': {
      const wanted = jsonOf(reference);
      if (wanted === undefined) return null;
      const got = jsonOf(output);
      return label(got !== undefined && canonicalJson(got) === canonicalJson(wanted));
    }
  }
}

function label(equal: boolean): Label {
  return equal ? 'PASS' : 'FAIL';
}

function lastNumber(text: string): number | null {
  const found = text.match(/[-+]?\d[\d,]*(?:\.\d+)?/g)?.at(-1);
  return found === undefined ? null : Number(found.replaceAll(',', ''));
}

/** The value of a text that is a JSON object or list; anything else is compared as text or number. */
function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
