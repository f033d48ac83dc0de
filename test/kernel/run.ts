/**
 * Pawl's kernel with real clients: `npm run test:kernel`. Needs a build. Python packages and other Nodes are installed in a
 * temporary folder where an index can be reached; what cannot be made here is reported as not run, with the reason.
 *
 * Words choose parts: clients, lab, nodes; all without any.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChecks, NotRun } from './checks.js';
import { checkClients, showStockFaults } from './clients.js';
import { prepareJupyter, type Jupyter } from './jupyter.js';
import { checkLab } from './lab.js';
import { checkNodes } from './nodes.js';

const chosen = process.argv.slice(2);
const wants = (part: string): boolean => chosen.length === 0 || chosen.includes(part);
const scratch = mkdtempSync(join(tmpdir(), 'pawl-kernel-checks-'));
const checks = createChecks();
const missing: { reason?: string } = {};
let jupyter: Jupyter | undefined;

if (wants('clients') || wants('lab')) {
  await checks.check('Jupyter in a fresh Python environment', async () => {
    try {
      jupyter = await prepareJupyter(scratch);
      return jupyter.versions;
    } catch (thrown) {
      if (thrown instanceof NotRun) missing.reason = thrown.message;
      throw thrown;
    }
  });
}
if (jupyter !== undefined) {
  if (wants('clients')) {
    await checkClients(checks, jupyter, scratch);
    await showStockFaults(checks, jupyter, scratch);
  }
  if (wants('lab')) await checkLab(checks, jupyter, scratch);
} else if (missing.reason !== undefined) {
  const { reason } = missing;
  for (const name of ['conformance suite', 'nbconvert', 'nbclient', 'jupyter-console', 'JupyterLab']) {
    await checks.check(name, () => Promise.reject(new NotRun(reason)));
  }
}
if (wants('nodes')) await checkNodes(checks, scratch);

const count = (state: string): number => checks.results.filter((result) => result.state === state).length;
process.stdout.write(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run\n`);
rmSync(scratch, { recursive: true, force: true });
process.exitCode = count('failed') === 0 ? 0 : 1;
