import { closest, distance } from 'fastest-levenshtein';

/**
 * The known name nearest to a misspelt one, if it is near enough to be meant (two letters or a third of them differ,
 * or one is the beginning of the other).
 *
 * @example
 * nearestName('cod', ['code', 'sql']) // 'code'
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const lower = given.toLowerCase();
  const prefixed = known.find((name) => lower.length >= 2 && name.toLowerCase().startsWith(lower));
  if (prefixed !== undefined) return prefixed;
  const best = closest(lower, [...known]);
  return distance(lower, best.toLowerCase()) <=
    (best.length <= 3 ? 1 : Math.max(2, Math.floor(best.length / 3)))
    ? best
    : undefined;
}

/**
 * A hint for an unknown name: the nearest one, else all that exist.
 *
 * @example
 * didYouMean('cod', ['code', 'sql']) // "did you mean 'code'?"
 */
export function didYouMean(given: string, known: readonly string[]): string {
  const near = nearestName(given, known);
  if (near !== undefined) return `did you mean '${near}'?`;
  return known.length > 0 ? `known: ${known.join(', ')}` : 'none exist';
}
