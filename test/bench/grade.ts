import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataPath } from '../../src/data-folder.js';
import { createOwnFamily } from '../../src/families/own/family.js';
import { readOwnFolder } from '../../src/families/own/read-folder.js';
import { makeGraderFile, type GraderFile } from '../../src/grader/grader-file.js';
import { gradeOutputs } from '../../src/jobs/grade-outputs.js';
import { openWorld } from '../../src/jobs/open-world.js';
import { openStore } from '../../src/store/store.js';
import type { BenchRow } from './row.js';

/** Outputs that are graded. */
const outputs = 100_000;

/**
 * Grades a file of 100,000 different outputs with the hand-written grader of the example family, seven detectors, into a store;
 * then again, with every fact and finding cached. Memory is the resident set of this process, read after the first tenth
 * and at its highest.
 */
export async function benchGrade(count: number = outputs): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  try {
    const path = join(folder, 'outputs.jsonl');
    await writeOutputs(path, count);
    const grader = handSeedGrader();
    const first = await timed(grader, path, folder, count);
    const again = await timed(grader, path, folder, count);
    return [
      {
        name: `grade ${count} outputs, nothing cached, 2 children`,
        value: first.seconds,
        unit: 's',
      },
      {
        name: `grade ${count} outputs with cached facts`,
        value: again.seconds,
        unit: 's',
        target: '≤ 60 s',
      },
      {
        name: 'resident memory at the end over that after a tenth',
        value: again.highest / again.early,
        unit: '×',
        target: 'flat',
      },
      { name: 'highest resident memory', value: again.highest / 2 ** 20, unit: 'MiB' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed(
  grader: GraderFile,
  path: string,
  folder: string,
  count: number,
): Promise<{ readonly seconds: number; readonly early: number; readonly highest: number }> {
  const store = openStore({
    folder: join(folder, 'store'),
    mode: 'write',
    command: 'bench',
    // As the command line opens it.
    memoryBudget: 1_000_000,
  });
  const started = performance.now();
  let done = 0;
  let early = 0;
  let highest = 0;
  try {
    await gradeOutputs({
      grader,
      file: { path },
      openWorld,
      cache: store.cache,
      children: 2,
      signal: new AbortController().signal,
      onRows: (rows) => {
        done += rows.length;
        const resident = process.memoryUsage.rss();
        if (done <= count / 10) early = resident;
        highest = Math.max(highest, resident);
      },
    });
    return { seconds: (performance.now() - started) / 1000, early, highest };
  } finally {
    store.close();
  }
}

/** The example's rows, over and over, each with a text of its own. */
async function writeOutputs(path: string, count: number): Promise<void> {
  const folder = dataPath('own-family-template', 'example');
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as { prompt: string; output: string });
  const stream = createWriteStream(path);
  for (let index = 0; index < count; index++) {
    const { prompt, output } = rows[index % rows.length] ?? { prompt: '', output: '' };
    const row = { id: `row-${index}`, prompt, output: `${output} (case ${index})` };
    if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

function handSeedGrader(): GraderFile {
  const family = createOwnFamily(readOwnFolder(dataPath('own-family-template', 'example')), { judge: false });
  return makeGraderFile({ family, expression: family.handSeed, pool: family.seedOps, engines: {} });
}

// Run alone: tsx test/bench/grade.ts [outputs] [file for the rows]
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = await benchGrade(process.argv[2] === undefined ? outputs : Number(process.argv[2]));
  for (const { name, value, unit, target } of rows)
    console.log(`${name}: ${value.toFixed(2)} ${unit}${target === undefined ? '' : ` (${target})`}`);
  if (process.argv[3] !== undefined) writeFileSync(process.argv[3], `${JSON.stringify(rows, null, 2)}\n`);
}
