// Measures the frozen simulated solver on the code family: the only measurement that may move a level of its calibration.
// Usage: npx tsx scripts/measure-frozen.ts [tasks file]
import { createCodeFamily } from '../src/families/code/family.js';
import { loadCodeTaskFile } from '../src/families/code/load-task-file.js';
import { memoryCache } from '../src/grader/cache.js';
import { makeItem } from '../src/grader/item.js';
import { createGrading } from '../src/grading/grading.js';
import { buildPack } from '../src/pack/build-pack.js';
import { loadCalibration } from '../src/roles/simulated/calibration.js';
import { codeFaults } from '../src/roles/simulated/code/code-faults.js';
import { createSimulatedRoles } from '../src/roles/simulated/simulated-roles.js';
import { simulatedSolver } from '../src/roles/simulated/solver.js';
import { createPythonSandbox } from '../src/sandbox/python/pool.js';

const draws = 20;
const started = performance.now();
const sandbox = createPythonSandbox();
const cache = memoryCache();
const [file] = process.argv.slice(2);
const tasks = file === undefined ? undefined : (await loadCodeTaskFile(file, { sandbox })).tasks;
const family = await createCodeFamily({ sandbox, ...(tasks === undefined ? {} : { tasks }) });
const calibration = loadCalibration(family.name, family.taxonomy);
const roles = createSimulatedRoles({ family, sandbox, cache });
const grading = createGrading({ family, roles, sandbox, cache });
const pack = await buildPack({
  family,
  roles,
  grading,
  cache,
  ...(file === undefined ? {} : { candidates: 200 }),
});
const seconds = (performance.now() - started) / 1000;

const { screening, train } = pack;
console.log(`${family.tasks.length} tasks, ${screening.tasks} screened in ${seconds.toFixed(1)} s`);
console.log(`passed 5 of 5 and dropped: ${share(screening.droppedAlwaysPassed, screening.tasks)}`);
for (const { id, reason } of screening.droppedUnusable) console.log(`unusable: ${id}: ${reason}`);

const solver = simulatedSolver({ family: family.name, faults: codeFaults(sandbox), calibration, cache });
const rows = await Promise.all(
  train.map(async ({ task, passes }) => {
    const known = await solver.prepare(task);
    const outputs = await Promise.all(
      Array.from({ length: draws }, (_, draw) =>
        solver.solve({ task, skill: null, draw: `measure/${draw}` }),
      ),
    );
    const truths = await grading.truths(outputs.map((output) => makeItem(task, output)));
    const passed = truths.map((truth) => truth.outcome === 'scored' && truth.label === 'PASS');
    const faults = outputs.map((output) => known.variantOf(output)?.faults ?? []);
    const unseen = outputs.map((output) => known.variantOf(output)?.unseen === true);
    return { passes, passed, faults, unseen, variants: known.variants.length };
  }),
);
const all = rows.flatMap(({ passed, faults, unseen }) =>
  passed.map((pass, index) => ({ pass, faults: faults[index] ?? [], unseen: unseen[index] })),
);
const wrong = all.filter(({ pass }) => !pass);
console.log(`\ntrain: ${rows.length} tasks, ${draws} single draws each`);
console.log(`single-draw pass rate: ${share(all.length - wrong.length, all.length)}`);
for (const times of [0, 1, 2, 3, 4])
  console.log(
    `  passed ${times} of 5 at screening: ${share(rows.filter(({ passes }) => passes === times).length, rows.length)}`,
  );
console.log(
  `faulty programs that pass: ${share(all.filter(({ pass, faults }) => pass && faults.length > 0).length, all.filter(({ faults }) => faults.length > 0).length)}`,
);
console.log(
  `two faults: ${share(wrong.filter(({ faults }) => faults.length > 1).length, wrong.length)} of wrong programs`,
);
console.log(
  `wrong programs that fit the visible examples: ${share(wrong.filter(({ unseen }) => unseen === true).length, wrong.length)}`,
);
for (const failureClass of family.taxonomy)
  console.log(
    `  ${failureClass}: ${share(wrong.filter(({ faults }) => faults.includes(failureClass)).length, wrong.length)}`,
  );
const counts = rows.map(({ variants }) => variants).sort((a, b) => a - b);
console.log(`outputs a task: ${counts[0]} to ${counts.at(-1)}, median ${counts[counts.length >> 1]}`);
await sandbox.close();

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}
