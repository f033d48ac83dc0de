/** A line (or word) of a comparison: in both texts, only in the first, or only in the second. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many cells of the table the middle is shown as replaced whole: the answer stays right, only less fine. */
const mostCells = 4_000_000;

/**
 * The shortest way from one list to another: common ends first, then the longest common subsequence of the middle.
 *
 * @example
 * diffLists(['a', 'b'], ['a', 'c']) // same a, removed b, added c
 */
export function diffLists(before: readonly string[], after: readonly string[]): DiffPart[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const same = (text: string): DiffPart => ({ kind: 'same', text });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function middle(before: readonly string[], after: readonly string[]): DiffPart[] {
  const width = after.length + 1;
  if (before.length === 0 || after.length === 0 || before.length * after.length > mostCells) {
    return [
      ...before.map((text): DiffPart => ({ kind: 'removed', text })),
      ...after.map((text): DiffPart => ({ kind: 'added', text })),
    ];
  }
  // longest[i * width + j]: length of the longest common subsequence of before[i…] and after[j…].
  const longest = new Int32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const left = before[i];
    const right = after[j];
    if (left !== undefined && left === right) {
      parts.push({ kind: 'same', text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'removed', text: left });
      i++;
    } else if (right !== undefined) {
      parts.push({ kind: 'added', text: right });
      j++;
    }
  }
  return parts;
}
