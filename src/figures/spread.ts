/**
 * Moves labels apart so that none touch, each as near as possible to where it wants to be (least squares, order kept).
 *
 * @param wanted - positions in pixels, any order
 * @param gap - least distance between neighbours
 * @param range - lowest and highest position allowed; neighbours may leave it only when they cannot all fit
 * @returns positions in the order given
 * @example
 * spread([50, 52], 12, [0, 100]) // [45, 57]
 */
export function spread(wanted: readonly number[], gap: number, range: readonly [number, number]): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  // Subtracting rank × gap turns "at least a gap apart" into "not decreasing": pool neighbours that violate it.
  const blocks: { sum: number; count: number }[] = [];
  order.forEach((index, rank) => {
    let block = { sum: (wanted[index] ?? 0) - rank * gap, count: 1 };
    for (
      let before = blocks.at(-1);
      before !== undefined && before.sum / before.count >= block.sum / block.count;
      before = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  });
  const highest = range[1] - (wanted.length - 1) * gap;
  const placed = blocks.flatMap(({ sum, count }) =>
    Array.from({ length: count }, () => Math.max(range[0], Math.min(highest, sum / count))),
  );
  const result = new Array<number>(wanted.length).fill(0);
  order.forEach((index, rank) => {
    result[index] = (placed[rank] ?? 0) + rank * gap;
  });
  return result;
}
