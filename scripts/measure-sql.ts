// Measures the sql family without any evolution: the frozen simulated solver (the only measurement that may move a level of its
// calibration), what its faults do, how often the seed ops speak, and where the official comparison and the rows mode part.
//
//   npx tsx scripts/measure-sql.ts
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { compareResults } from '../src/families/sql/comparison/compare-results.js';
import { createSqlFamily } from '../src/families/sql/family.js';
import { openWarehouse } from '../src/families/sql/open-warehouse.js';
import { sqlHidden } from '../src/families/sql/task.js';
import { goldOf } from '../src/families/sql/truth.js';
import { memoryCache } from '../src/grader/cache.js';
import { makeItem, type Item } from '../src/grader/item.js';
import { createGrading } from '../src/grading/grading.js';
import { buildPack } from '../src/pack/build-pack.js';
import { loadCalibration } from '../src/roles/simulated/calibration.js';
import { createSimulatedRoles } from '../src/roles/simulated/simulated-roles.js';
import { simulatedSolver } from '../src/roles/simulated/solver.js';
import { sqlFaults } from '../src/roles/simulated/sql/sql-faults.js';
import { random } from '../src/random.js';
import { createPythonSandbox } from '../src/sandbox/python/pool.js';

const draws = 20;
const started = performance.now();
const sandbox = createPythonSandbox();
const warehouse = await openWarehouse();
const cache = memoryCache();
const family = createSqlFamily({ warehouse });
const calibration = loadCalibration('sql', family.taxonomy);
const faults = sqlFaults(warehouse);
const roles = createSimulatedRoles({ family, sandbox, warehouse, cache });
const grading = createGrading({ family, roles, sandbox, cache });
const solver = simulatedSolver({ family: family.name, faults, calibration, cache });
const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${whole === 0 ? '–' : (part / whole).toFixed(3)})`;

const pack = await buildPack({ family, roles, grading, cache });
console.log(
  `${family.tasks.length} tasks, pack built in ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
console.log(`passed 5 of 5 and dropped: ${share(pack.screening.droppedAlwaysPassed, pack.screening.tasks)}`);

const rows = await Promise.all(
  pack.train.map(async ({ task, passes }) => {
    const known = await solver.prepare(task);
    const outputs = await Promise.all(
      Array.from({ length: draws }, (_, draw) =>
        solver.solve({ task, skill: null, draw: `measure/${draw}` }),
      ),
    );
    const truths = await grading.truths(outputs.map((output) => makeItem(task, output)));
    return outputs.map((output, index) => ({
      passes,
      variant: known.variantOf(output),
      truth: truths[index],
      variants: known.variants.length,
    }));
  }),
);
const attempts = rows.flat();
const passed = attempts.filter(({ truth }) => truth?.outcome === 'scored' && truth.label === 'PASS');
console.log(`\ntrain: ${rows.length} tasks, ${draws} single draws each`);
console.log(`single-draw pass rate: ${share(passed.length, attempts.length)}`);
for (const times of [0, 1, 2, 3, 4]) {
  const count = rows.filter((row) => row[0]?.passes === times).length;
  console.log(`  passed ${times} of 5 at screening: ${share(count, rows.length)}`);
}
const faulty = attempts.filter(({ variant }) => (variant?.faults.length ?? 0) > 0);
const faultyPassed = faulty.filter((one) => passed.includes(one));
console.log(
  `faulty queries that the official comparison passes: ${share(faultyPassed.length, faulty.length)}`,
);
const rowsFail = passed.filter(
  ({ truth }) => truth?.outcome === 'scored' && truth.details['rowsMode'] === 'FAIL',
);
console.log(
  `passes of the official comparison that the rows mode fails: ${share(rowsFail.length, passed.length)}`,
);
const clean = attempts.filter(
  ({ truth }) =>
    truth?.outcome === 'scored' && truth.label === 'FAIL' && truth.evidence.startsWith('ran and gave'),
);
console.log(
  `failures that ran cleanly and gave rows: ${share(clean.length, attempts.length - passed.length)}`,
);
const counts = rows.map((row) => row[0]?.variants ?? 0).sort((a, b) => a - b);
console.log(`outputs a task: ${counts[0]} to ${counts.at(-1)}, median ${counts[counts.length >> 1]}`);

console.log('\nfaults that a solver can write, over all tasks: tasks, variants, official passes');
const items: { item: Item; faults: readonly string[] }[] = [];
let disagreements = 0;
for (const failureClass of family.taxonomy) {
  const found = await Promise.all(
    family.tasks.map(async (task) => {
      const { variants } = await faults.catalogue({ task, preference: [failureClass], slots: 1 });
      return variants
        .filter((one) => one.faults.length > 0)
        .map((one) => ({ item: makeItem(task, one.output), faults: one.faults }));
    }),
  );
  const all = found.flat();
  items.push(...all);
  const truths = await grading.truths(all.map(({ item }) => item));
  const failing = new Set(
    all
      .filter((_, at) => truths[at]?.outcome === 'scored' && truths[at].label === 'FAIL')
      .map(({ item }) => item.task.id),
  );
  const passes = truths.filter((one) => one.outcome === 'scored' && one.label === 'PASS').length;
  disagreements += passes;
  console.log(
    `  ${failureClass}: ${failing.size} tasks with a real failure, ${share(passes, all.length)} pass`,
  );
}
// Every variant was kept because the rows mode (or the parser) tells it from the reference.
console.log(`official passes what rows fails: ${share(disagreements, items.length)} of all variants`);

console.log(
  '\nseed ops: share of outputs on which each speaks; drawbacks on wrong ones; drawbacks on references',
);
const wrong = await grading.prepare(items.map(({ item }) => item));
const right = await grading.prepare(family.tasks.map((task) => makeItem(task, task.reference ?? '')));
const ops = family.seedOps.filter(({ tier }) => tier !== 'judge');
const onWrong = await grading.run(ops, wrong);
const onRight = await grading.run(ops, right);
for (const [at, op] of ops.entries()) {
  const found = onWrong[at] ?? [];
  const spoken = found.filter(({ verdict }) => verdict !== 'ABSTAIN').length;
  const drawbacks = found.filter(({ verdict }) => verdict === 'DRAWBACK').length;
  const own = found.filter((_, index) => items[index]?.faults.includes(op.failureClass) === true);
  const caught = own.filter(({ verdict }) => verdict === 'DRAWBACK').length;
  const alarms = (onRight[at] ?? []).filter(({ verdict }) => verdict === 'DRAWBACK').length;
  console.log(
    `  ${op.name}: speaks ${share(spoken, found.length)}; drawbacks ${drawbacks}, of its own class ${share(caught, own.length)}; false alarms ${share(alarms, right.length)}`,
  );
}

// A column by column shuffle of a gold result is right for the official rule, whatever it says row by row.
const golds = await Promise.all(family.tasks.map((task) => goldOf(task, warehouse)));
const scrambled = family.tasks.flatMap((task, at) => {
  const gold = golds[at];
  const { conditionColumns, ignoreOrder } = sqlHidden(task);
  if (gold?.kind !== 'results' || !ignoreOrder) return [];
  const [header = [], ...body] = parse(gold.texts[0] ?? '') as readonly string[][];
  const columns = header.map((_, column) =>
    random('scramble', task.id, column).shuffle(body.map((row) => row[column] ?? '')),
  );
  const rows = body.map((_, row) => columns.map((column) => column[row] ?? ''));
  const input = { prediction: stringify([header, ...rows]), gold: gold.texts, conditionColumns, ignoreOrder };
  return [(['official', 'rows'] as const).map((mode) => compareResults({ ...input, mode }).match)];
});
const passes = (at: number): number => scrambled.filter((matches) => matches[at] === true).length;
console.log(
  `\ngold results with each column shuffled on its own: official passes ${share(passes(0), scrambled.length)}, rows ${share(passes(1), scrambled.length)}`,
);
await Promise.all([sandbox.close(), warehouse.close()]);
