import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { createPythonSandbox } from '../../src/sandbox/python/pool.js';
import { stepBudgetSource } from '../../src/sandbox/python/step-budget.js';

/** One measured number, with the number to reach where there is one. */
export interface SandboxBenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: string;
}

/** Programs of the size and kind of MBPP's, written for this measurement: each a function and three inputs. */
const programs: readonly {
  readonly source: string;
  readonly entry: string;
  readonly inputs: readonly unknown[][];
}[] = [
  {
    source: `import re
def snake_to_camel(text):
    first, *rest = re.split("_+", text.strip("_"))
    return first.lower() + "".join(word.capitalize() for word in rest)`,
    entry: 'snake_to_camel',
    inputs: [['snake_to_camel'], ['_a__b_'], ['']],
  },
  {
    source: `def longest_run(values):
    best, run = 0, 0
    previous = object()
    for value in values:
        run = run + 1 if value == previous else 1
        best = max(best, run)
        previous = value
    return best`,
    entry: 'longest_run',
    inputs: [[[1, 1, 2, 2, 2]], [[]], [[7]]],
  },
  {
    source: `from collections import Counter
import heapq
def most_frequent(words, k):
    counts = Counter(words)
    return [word for _, word in heapq.nsmallest(k, ((-n, word) for word, n in counts.items()))]`,
    entry: 'most_frequent',
    inputs: [
      [['a', 'b', 'a'], 1],
      [[], 2],
      [['x', 'y', 'z'], 3],
    ],
  },
  {
    source: `def transpose(rows):
    return [list(column) for column in zip(*rows)]
def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** i * m[0][i] * determinant([row[:i] + row[i + 1:] for row in m[1:]]) for i in range(len(m)))`,
    entry: 'determinant',
    inputs: [
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [
        [
          [2, 0, 1],
          [1, 3, 2],
          [1, 1, 4],
        ],
      ],
      [[[5]]],
    ],
  },
  {
    source: `import datetime
def days_between(a, b):
    first, second = (datetime.date.fromisoformat(one) for one in (a, b))
    return abs((second - first).days)`,
    entry: 'days_between',
    inputs: [
      ['2024-02-28', '2024-03-01'],
      ['2023-01-01', '2022-01-01'],
      ['2020-05-05', '2020-05-05'],
    ],
  },
];

const driver = `
def main(payload):
    names = {"__name__": "program"}
    exec(compile(payload["source"], "<program>", "exec"), names)
    function = names[payload["entry"]]
    return [function(*inputs) for inputs in payload["inputs"]]
`;

const loopDriver = `${stepBudgetSource}
def loop():
    total = 0
    for n in range(1_000_000):
        total += n
    return total
def main(limit):
    return loop() if limit is None else StepBudget().run(limit, loop)
`;

/**
 * Measures the Python sandbox on this machine: jobs a second with the memory put back after each, what a job costs, how long a child takes to
 * be ready, what a step budget costs, and the memory that the children hold.
 */
export async function benchSandbox(
  options: { readonly jobs?: number } = {},
): Promise<readonly SandboxBenchRow[]> {
  const jobs = options.jobs ?? 1500;
  const sandbox = createPythonSandbox({ children: 2 });
  try {
    const run = async (index: number): Promise<void> => {
      const payload = programs[index % programs.length] ?? null;
      const outcome = await sandbox.run({
        driver,
        payload: JSON.parse(JSON.stringify(payload)) as never,
        timeoutMs: 60_000,
      });
      if (outcome.kind !== 'value') throw new Error(`a program ended as ${JSON.stringify(outcome)}`);
    };
    const time = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const firstMs = await time(() => run(0));
    await Promise.all(Array.from({ length: 300 }, (_, index) => run(index)));
    const usedBefore = childrenUse().processorSeconds;
    const totalMs = await time(() => Promise.all(Array.from({ length: jobs }, (_, index) => run(index))));
    const usedSeconds = childrenUse().processorSeconds - usedBefore;
    const oneMs = await time(async () => {
      for (let index = 0; index < 100; index += 1) await run(index);
    });
    const loop = (limit: number | null): Promise<number> =>
      time(async () => {
        const outcome = await sandbox.run({ driver: loopDriver, payload: limit, timeoutMs: 60_000 });
        if (outcome.kind !== 'value' || outcome.value !== 499999500000)
          throw new Error('the loop did not end');
      });
    await Promise.all([loop(null), loop(null), loop(2e6), loop(2e6)]);
    const plainMs = await loop(null);
    const budgetMs = await loop(2e6);
    return [
      {
        name: 'sandbox: MBPP-sized programs with reset, 2 children',
        value: jobs / (totalMs / 1000),
        unit: '1/s',
        target: '>= 200',
      },
      { name: 'sandbox: processor time of one such program', value: (usedSeconds * 1000) / jobs, unit: 'ms' },
      { name: 'sandbox: one after the other, 1 child', value: 1000 / (oneMs / 100), unit: '1/s' },
      { name: 'sandbox: from nothing to the first result', value: firstMs, unit: 'ms' },
      { name: 'sandbox: loop of 10^6 turns, plain', value: plainMs, unit: 'ms' },
      { name: 'sandbox: loop of 10^6 turns, step budget', value: budgetMs, unit: 'ms' },
      {
        name: 'sandbox: resident memory of the children',
        value: childrenUse().residentMiB,
        unit: 'MiB',
        target: '<= 600',
      },
    ];
  } finally {
    await sandbox.close();
  }
}

/** What the processes that ours has started hold and have used; `ps` counts processor time in whole seconds. */
function childrenUse(): { readonly residentMiB: number; readonly processorSeconds: number } {
  const table = execFileSync('ps', ['-A', '-o', 'ppid=,rss=,cputimes='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const rows = table
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([parent]) => parent === process.pid);
  return {
    residentMiB: rows.reduce((sum, [, kib]) => sum + (kib ?? 0), 0) / 1024,
    processorSeconds: rows.reduce((sum, [, , seconds]) => sum + (seconds ?? 0), 0),
  };
}

const script = process.argv[1];
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  for (const { name, value, unit, target } of await benchSandbox()) {
    console.log(`${name}: ${value.toFixed(1)} ${unit}${target === undefined ? '' : ` (target ${target})`}`);
  }
}
