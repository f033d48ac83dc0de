// Measures on which share of the frozen simulated solver's outputs each seed op of the code family has an opinion.
// Nothing here looks at what is true. Usage: npx tsx scripts/measure-op-applicability.ts [tasks file]
import { memoryCache } from '../src/grader/cache.js';
import { makeItem } from '../src/grader/item.js';
import { openWorld } from '../src/jobs/open-world.js';

const draws = 5;
const [file] = process.argv.slice(2);
const world = await openWorld({
  family: 'code',
  tasks: file ?? null,
  ops: null,
  children: 2,
  cache: memoryCache(),
});
const { family, roles, grading } = world;

const items = (
  await Promise.all(
    family.tasks.map(async (task) =>
      Promise.all(
        Array.from({ length: draws }, async (_, draw) =>
          makeItem(task, await roles.solve({ task, skill: null, draw: `applicability/${draw}` })),
        ),
      ),
    ),
  )
).flat();
const prepared = await grading.prepare(items);
const findings = await grading.run(family.seedOps, prepared);

console.log(`${family.tasks.length} tasks, ${draws} outputs each: ${items.length} outputs`);
console.log(
  `root: DRAWBACK on ${percent(prepared.filter(({ root }) => root.verdict === 'DRAWBACK').length)}\n`,
);
console.log('| op | tier | opinion | DRAWBACK | CLEAN | faults of the op |');
console.log('|---|---|---|---|---|---|');
for (const [index, { name, tier }] of family.seedOps.entries()) {
  const row = findings[index] ?? [];
  const said = (verdict: string): number => row.filter((finding) => finding.verdict === verdict).length;
  const faults = row.filter(({ reason }) => reason !== undefined && reason !== 'precondition').length;
  const opinions = said('DRAWBACK') + said('CLEAN');
  console.log(
    `| \`${name}\` | ${tier} | ${percent(opinions)} | ${percent(said('DRAWBACK'))} | ${percent(said('CLEAN'))} | ${faults} |`,
  );
}
await world.close();

function percent(count: number): string {
  return `${((100 * count) / items.length).toFixed(1)} %`;
}
