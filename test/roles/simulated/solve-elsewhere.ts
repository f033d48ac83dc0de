// Solves tasks in a process of its own; prints the outputs as JSON.
import { createCodeFamily } from '../../../src/families/code/family.js';
import { createSimulatedRoles } from '../../../src/roles/simulated/simulated-roles.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';

const { ids, draws } = JSON.parse(process.argv[2] ?? '') as {
  readonly ids: string[];
  readonly draws: string[];
};
const sandbox = createPythonSandbox({ children: 1 });
const family = await createCodeFamily({ sandbox });
const roles = createSimulatedRoles({ family, sandbox });
const tasks = ids.flatMap((id) => family.tasks.filter((task) => task.id === id));
const outputs = await Promise.all(
  tasks.map((task) => Promise.all(draws.map((draw) => roles.solve({ task, skill: null, draw })))),
);
process.stdout.write(JSON.stringify(outputs));
await sandbox.close();
