import { spawn } from 'node:child_process';

/** What came of one check. */
export interface CheckResult {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'not run';
  /** What was seen, or why it was not run. */
  readonly detail: string;
}

/** A check that does not hold. */
export class CheckFailed extends Error {}

/** A check that cannot be made here. */
export class NotRun extends Error {}

/** Collects checks and prints each as it ends. */
export interface Checks {
  readonly results: readonly CheckResult[];
  /** Runs a check; what it returns is printed beside its name. */
  readonly check: (name: string, action: () => Promise<string>) => Promise<void>;
}

export function createChecks(): Checks {
  const results: CheckResult[] = [];
  return {
    results,
    check: async (name, action) => {
      const began = performance.now();
      let result: CheckResult;
      try {
        result = { name, state: 'passed', detail: await action() };
      } catch (thrown) {
        const detail = thrown instanceof Error ? thrown.message : String(thrown);
        result = { name, state: thrown instanceof NotRun ? 'not run' : 'failed', detail };
      }
      results.push(result);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(`${result.state.padEnd(8)} ${name} (${seconds} s): ${result.detail}\n`);
    },
  };
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function run(
  program: string,
  words: readonly string[],
  options: {
    readonly cwd?: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly input?: string;
    readonly timeoutMs?: number;
  } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: options.cwd,
      env: { ...process.env, ...options.environment },
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin?.end(options.input);
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 300_000);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ code: null, stdout, stderr: error.message });
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    });
  });
}

/** Throws unless a statement holds. */
export function holds(statement: boolean, otherwise: string): void {
  if (!statement) throw new CheckFailed(otherwise);
}

/** The last lines of a text, on one line. */
export function tail(text: string, lines = 3): string {
  return text.trim().split('\n').slice(-lines).join(' | ').slice(-500);
}
