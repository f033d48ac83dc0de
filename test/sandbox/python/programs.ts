import type { PythonJob } from '../../../src/sandbox/python/python-sandbox.js';

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
