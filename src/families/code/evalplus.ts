import type { Comparison } from './comparison.js';

/** Entry points whose results EvalPlus compares as sets (Mbpp/2, 7, 111, 140, 232, 249, 579, 769). */
const setTasks: ReadonlySet<string> = new Set([
  'similar_elements',
  'find_char_long',
  'common_in_nested_lists',
  'extract_singly',
  'larg_nnum',
  'intersection_array',
  'find_dissimilar',
  'Diff',
]);

/** Entry points of which EvalPlus asks only whether they return something (Mbpp/737, 787, 794). */
const notNoneTasks: ReadonlySet<string> = new Set(['check_str', 'text_match_three', 'text_starta_endb']);

/** Entry points for which EvalPlus takes the answer of a second oracle as well, written here anew. */
const secondOracles: Readonly<Record<string, string>> = {
  // Mbpp/295: whether the number itself is a divisor, and what 1 gives, is left open.
  sum_div: 'def sum_div(number):\n    return 0\n',
  // Mbpp/558: digits are compared from the right, the shorter number filled up with zeros.
  digit_distance_nums: [
    'def digit_distance_nums(first, second):',
    '    width = max(len(str(first)), len(str(second)))',
    '    pairs = zip(str(first).zfill(width), str(second).zfill(width))',
    '    return sum(abs(int(a) - int(b)) for a, b in pairs)',
    '',
  ].join('\n'),
  // Mbpp/581: the given height may be the pyramid's and not the slant height.
  surface_Area: [
    'def surface_Area(edge, height):',
    '    slant = ((edge / 2) ** 2 + height ** 2) ** 0.5',
    '    return round(edge ** 2 + 2 * edge * slant)',
    '',
  ].join('\n'),
};

/**
 * How EvalPlus (v0.3.1) compares the results of an MBPP+ task: by the entry point's own rule, else exactly or within
 * the task's absolute tolerance. `are_equivalent` (Mbpp/164) has no wrong answer.
 *
 * @example
 * evalPlusRule('Diff', 0).comparison // { kind: 'set' }
 */
export function evalPlusRule(
  entryPoint: string,
  atol: number,
): { readonly comparison: Comparison; readonly alternatives: readonly string[] } {
  const second = Object.hasOwn(secondOracles, entryPoint) ? secondOracles[entryPoint] : undefined;
  const alternatives = second === undefined ? [] : [second];
  if (entryPoint === 'are_equivalent') return { comparison: { kind: 'any' }, alternatives };
  if (setTasks.has(entryPoint)) return { comparison: { kind: 'set' }, alternatives };
  if (notNoneTasks.has(entryPoint)) return { comparison: { kind: 'not-none' }, alternatives };
  return { comparison: atol > 0 ? { kind: 'atol', atol } : { kind: 'exact' }, alternatives };
}
