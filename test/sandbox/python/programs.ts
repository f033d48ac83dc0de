import type { PythonJob, PythonSandbox } from '../../../src/sandbox/python/python-sandbox.js';

/** Runs untrusted source as a family's driver would: in a namespace of its own, taking what it leaves in `result`. */
const programDriver = `
def main(source):
    names = {"__name__": "program"}
    exec(compile(source, "<program>", "exec"), names)
    return names.get("result")
`;

/** A job that runs a program and returns its global \`result\`. */
export function program(source: string, timeoutMs = 20_000): PythonJob {
  return { driver: programDriver, payload: source, timeoutMs };
}

/** Starts a pool's first child, which on a machine's first run builds the memory image: not a matter of the test that happens to be first. */
export async function warm(sandbox: PythonSandbox): Promise<void> {
  await sandbox.run(program('result = 1'));
}

/** Patience for that, in milliseconds. */
export const warmMs = 180_000;
