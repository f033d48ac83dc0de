/**
 * The value that would stand at `rank` (from 0) if the values were sorted; reorders them on the way. Quickselect with
 * C. A. R. Hoare's partition and the median of three, which stays fast on many equal values.
 */
export function select(values: Float64Array, rank: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = medianOf(values[low] ?? 0, values[(low + high) >> 1] ?? 0, values[high] ?? 0);
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left++;
      while ((values[right] ?? 0) > pivot) right--;
      if (left <= right) {
        const kept = values[left] ?? 0;
        values[left++] = values[right] ?? 0;
        values[right--] = kept;
      }
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else break;
  }
  return values[rank] ?? NaN;
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
