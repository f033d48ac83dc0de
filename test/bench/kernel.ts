/**
 * Pawl's kernel beside stock tslab and Deno's kernel, in one run: `npx tsx test/bench/kernel.ts [deno program]`.
 * Needs a build. Without a Deno program its rows say so.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startKernel, type KernelClient } from '../../src/notebook/run/kernel-client.js';
import { runNotebook } from '../../src/notebook/run/run-notebook.js';
import { kernelCommand } from '../../src/notebook/kernel/launch.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
const [, , deno] = process.argv;

interface Contender {
  readonly name: string;
  readonly command: (connectionFile: string) => readonly string[];
}

const contenders: readonly Contender[] = [
  { name: 'pawl', command: kernelCommand },
  {
    name: 'stock tslab',
    command: (file) => [
      process.execPath,
      join(checkout, 'node_modules/tslab/bin/tslab'),
      'kernel',
      `--config-path=${file}`,
    ],
  },
  ...(deno === undefined
    ? []
    : [{ name: 'deno', command: (file: string) => [deno, 'jupyter', '--kernel', '--conn', file] }]),
];
const starts = 5;

async function timed<Value>(
  action: () => Promise<Value>,
): Promise<{ readonly ms: number; readonly value: Value }> {
  const began = performance.now();
  const value = await action();
  return { ms: performance.now() - began, value };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Resident memory of a process and what it started, in MB. */
function residentMb(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter((one) => one !== ''),
  );
  return own + children.reduce((sum, child) => sum + residentMb(Number(child)), 0);
}

async function open({ name, command }: Contender): Promise<KernelClient> {
  try {
    return await startKernel({ folder, command, transport: 'tcp', startTimeoutMs: 30_000 });
  } catch (cause) {
    throw new Error(`${name} did not start`, { cause });
  }
}

const rows: Record<string, Record<string, string>> = {};
const note = (name: string, what: string, value: string): void => {
  (rows[what] ??= {})[name] = value;
};

// Contenders take turns, so that what else the machine does meets all of them.
const startTimes = new Map<string, number[]>();
for (let round = 0; round < starts; round++) {
  for (const contender of contenders) {
    const { ms, value: client } = await timed(async () => {
      const started = await open(contender);
      await started.execute('1 + 1');
      return started;
    });
    startTimes.set(contender.name, [...(startTimes.get(contender.name) ?? []), ms]);
    await client.close();
  }
}

const clients: { readonly name: string; readonly client: KernelClient }[] = [];
for (const contender of contenders) {
  const { name } = contender;
  note(name, 'start to first result', `${(median(startTimes.get(name) ?? []) / 1000).toFixed(2)} s`);
  const client = await open(contender);
  await client.execute('const warm = 1');
  clients.push({ name, client });
}

/** Measures an action on each contender in turn, many times. */
async function compare(
  what: string,
  times: number,
  action: (client: KernelClient, turn: number) => Promise<unknown>,
): Promise<void> {
  const all = new Map<string, number[]>();
  for (let turn = 0; turn < times; turn++) {
    for (const { name, client } of clients) {
      all.set(name, [...(all.get(name) ?? []), (await timed(() => action(client, turn))).ms]);
    }
  }
  for (const [name, values] of all) note(name, what, `${median(values).toFixed(1)} ms`);
}
const code = 'Math.flo';
const resident = (what: string): void => {
  for (const { name, client } of clients) note(name, what, `${residentMb(client.process.pid).toFixed(0)} MB`);
};

await compare('trivial cell', 60, (client, turn) => client.execute(`warm + ${turn}`));
await compare('cell that defines', 40, (client, turn) =>
  client.execute(`const defined${turn} = warm + ${turn}`),
);
await compare('completion', 15, (client) =>
  client.request('complete_request', { code, cursor_pos: code.length }),
);
resident('resident');
for (const { name, client } of clients) {
  // Deno does not resolve it without a configuration of its own.
  if (name === 'deno') continue;
  const first = await timed(() => client.execute("import { random } from 'pawl';\ntypeof random"));
  note(
    name,
    "first import of 'pawl'",
    `${(first.ms / 1000).toFixed(2)} s (${String(first.value.content['status'])})`,
  );
}
await compare('trivial cell after it', 40, (client, turn) => client.execute(`warm + ${turn}`));
resident('resident after it');
for (const { client } of clients) await client.close();

const file = join(folder, 'thirty.ipynb');
const work = (index: number): string =>
  `const until${index} = performance.now() + 100;\nwhile (performance.now() < until${index});\n${index}`;
writeFileSync(
  file,
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: Array.from({ length: 30 }, (_, index) => ({
      cell_type: 'code',
      id: `c${index}`,
      metadata: {},
      source: work(index),
      outputs: [],
      execution_count: null,
    })),
  }),
);
let inCells = 0;
const whole = await timed(() => runNotebook({ file, onCell: ({ durationMs }) => (inCells += durationMs) }));
note(
  'pawl',
  '30 cells of 100 ms, headless',
  `${(whole.ms / 1000).toFixed(2)} s, ${(whole.ms / inCells).toFixed(2)} × its cells`,
);
rmSync(folder, { recursive: true });

const names = contenders.map(({ name }) => name);
console.log(`| what | ${names.join(' | ')} |\n|---|${names.map(() => '---').join('|')}|`);
for (const [what, row] of Object.entries(rows)) {
  console.log(`| ${what} | ${names.map((name) => row[name] ?? '–').join(' | ')} |`);
}
if (deno === undefined) console.log('\nDeno was not run: give the path of its program.');
