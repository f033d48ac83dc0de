import { createReportFamily } from '../../src/families/report/family.js';
import { memoryCache } from '../../src/grader/cache.js';
import { makeItem } from '../../src/grader/item.js';
import { createGrading } from '../../src/grading/grading.js';
import { createSimulatedRoles } from '../../src/roles/simulated/simulated-roles.js';
import { createPythonSandbox } from '../../src/sandbox/python/pool.js';
import type { BenchRow } from './row.js';

const draws = 13;

/** Measures sections of the simulated writer: root, rubric and every op that asks no judge, each section seen for the first time. */
export async function benchReport(): Promise<readonly BenchRow[]> {
  const sandbox = createPythonSandbox({ children: 2 });
  try {
    const family = createReportFamily();
    const roles = createSimulatedRoles({ family, sandbox });
    const outputs = await Promise.all(
      family.tasks.flatMap((task) =>
        Array.from({ length: draws }, async (_, draw) =>
          makeItem(task, await roles.solve({ task, skill: null, draw: `bench/${draw}` })),
        ),
      ),
    );
    // The writer repeats itself; a comment makes each text one of a kind, so that nothing is read from a cache.
    const items = outputs.map(({ task, output }, at) => makeItem(task, `${output}\n<!-- ${at} -->\n`));
    const ops = family.seedOps.filter(({ tier }) => tier !== 'judge');
    const grading = createGrading({ family, roles, sandbox, cache: memoryCache() });
    await grading.run(ops, await grading.prepare(items.slice(0, 50))); // starts the interpreters

    const start = performance.now();
    const fresh = items.slice(50);
    const [truths] = await Promise.all([
      grading.truths(fresh),
      grading.prepare(fresh).then((prepared) => grading.run(ops, prepared)),
    ]);
    const seconds = (performance.now() - start) / 1000;
    if (truths.some(({ outcome }) => outcome !== 'scored')) throw new Error('a section was not scored');

    const alone = performance.now();
    await Promise.all(fresh.map((item) => family.truth(item)));
    const rubricSeconds = (performance.now() - alone) / 1000;
    return [
      {
        name: `report: rubric and ${ops.length} ops, 2 processes`,
        value: fresh.length / seconds,
        unit: 'sections/s',
        target: '≥ 2,000',
      },
      { name: 'report: rubric alone', value: fresh.length / rubricSeconds, unit: 'sections/s' },
    ];
  } finally {
    await sandbox.close();
  }
}
