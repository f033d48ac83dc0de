import { PawlError } from '../errors.js';
import type { PythonSandbox } from '../sandbox/python/python-sandbox.js';

/**
 * A sandbox whose own faults end the job instead of becoming an observation. A fault of the machine says nothing about the code
 * that was to run, would not come out the same again, and must not be counted as an abstention, a refused draft or an
 * unusable task.
 *
 * @throws PawlError `sandbox`, from every job that the machine could not run
 */
export function strictSandbox(sandbox: PythonSandbox): PythonSandbox {
  return {
    engine: sandbox.engine,
    run: async (job) => {
      const outcome = await sandbox.run(job);
      if (outcome.kind !== 'infrastructure') return outcome;
      throw new PawlError('sandbox', `the sandbox failed: ${outcome.message}`, {
        hint: "nothing of this round was kept; 'pawl doctor' says what is in force",
      });
    },
    inspect: () => sandbox.inspect(),
    close: () => sandbox.close(),
  };
}
