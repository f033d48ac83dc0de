/** A distribution on whole numbers: `shares[i]` is the probability of `from + i`. */
export interface WholeDistribution {
  readonly from: number;
  readonly shares: Float64Array;
}

/** Ends below this are cut off: far too little to move a quantile in its last digit. */
const NEGLIGIBLE = 1e-30;
/** Standard deviations beyond which a sum of many draws has only negligible shares (for cost estimates). */
const REACH = 12;

/** The distribution of one draw from a list of whole numbers. */
export function drawOf(numbers: readonly number[]): WholeDistribution {
  let from = Infinity;
  let to = -Infinity;
  for (const value of numbers) {
    if (value < from) from = value;
    if (value > to) to = value;
  }
  const counts = new Float64Array(to - from + 1);
  for (const value of numbers) counts[value - from] = (counts[value - from] ?? 0) + 1;
  return { from, shares: counts.map((count) => count / numbers.length) };
}

/** The distribution of the sum of two independent numbers. */
function convolve(a: WholeDistribution, b: WholeDistribution): WholeDistribution {
  const shares = new Float64Array(a.shares.length + b.shares.length - 1);
  for (let j = 0; j < b.shares.length; j++) {
    const share = b.shares[j] ?? 0;
    if (share !== 0) addScaled(shares, a.shares, j, share);
  }
  return trimmed({ from: a.from + b.from, shares });
}

function addScaled(target: Float64Array, source: Float64Array, shift: number, factor: number): void {
  const length = source.length;
  for (let x = 0; x < length; x++) target[x + shift] = (target[x + shift] ?? 0) + factor * (source[x] ?? 0);
}

function trimmed({ from, shares }: WholeDistribution): WholeDistribution {
  let low = 0;
  let high = shares.length;
  while (low < high - 1 && (shares[low] ?? 0) < NEGLIGIBLE) low++;
  while (high > low + 1 && (shares[high - 1] ?? 0) < NEGLIGIBLE) high--;
  return low === 0 && high === shares.length
    ? { from, shares }
    : { from: from + low, shares: shares.subarray(low, high) };
}

/** Multiplications behind `sumOfDraws`, one draw at a time and by doubling. */
function costs(draw: WholeDistribution, times: number): { adding: number; doubling: number } {
  const range = draw.shares.length - 1;
  let support = 0;
  let first = 0;
  let second = 0;
  for (const [x, share] of draw.shares.entries()) {
    if (share !== 0) support++;
    first += share * x;
    second += share * x * x;
  }
  const reach = 2 * REACH * Math.sqrt(Math.max(0, second - first * first));
  const width = (draws: number): number => 1 + Math.min(range * draws, reach * Math.sqrt(draws));
  let adding = 0;
  for (let draws = 1; draws < times; draws++) adding += support * width(draws);
  let doubling = 0;
  for (let draws = 1; draws < times; draws *= 2) doubling += 2 * width(draws) ** 2;
  return { adding, doubling };
}

/** The cheaper of the two costs of `sumOfDraws`, in multiplications. */
export function costOfSum(draw: WholeDistribution, times: number): number {
  const { adding, doubling } = costs(draw, times);
  return Math.min(adding, doubling);
}

/** The distribution of the sum of so many independent draws, by repeated convolution. */
export function sumOfDraws(draw: WholeDistribution, times: number): WholeDistribution {
  const { adding, doubling } = costs(draw, times);
  let sum: WholeDistribution | undefined;
  if (adding <= doubling) {
    sum = draw;
    for (let draws = 1; draws < times; draws++) sum = convolve(sum, draw);
    return sum;
  }
  let power = draw;
  for (let left = times; ; power = convolve(power, power)) {
    if (left % 2 === 1) sum = sum === undefined ? power : convolve(sum, power);
    left = Math.floor(left / 2);
    if (left === 0) return sum ?? power;
  }
}
