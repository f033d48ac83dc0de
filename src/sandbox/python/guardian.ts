import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Keeps a list of process ids and kills them when its input closes, which happens however our process ends. A child that waits for a job
 * notices a closed pipe by itself; one that is caught in an endless loop of compiled code notices nothing.
 */
const script = `
pids=
while read -r sign pid; do
  case $sign in
    +) pids="$pids $pid" ;;
    -) rest=; for one in $pids; do [ "$one" = "$pid" ] || rest="$rest $one"; done; pids=$rest ;;
  esac
done
[ -z "$pids" ] || kill -9 $pids
`;

/** A tiny shell process beside ours that outlives it by a moment, to kill the children that it leaves. */
export class Guardian {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #over = false;

  constructor() {
    this.#process = spawn('/bin/sh', ['-c', script], {
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    });
    this.#process.stdin?.on('error', () => undefined);
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        this.#over = true;
        resolve();
      };
      this.#process.on('exit', end);
      this.#process.on('error', end); // no such shell: `standsBy` says so
    });
    this.#process.unref();
    if (this.#process.stdin instanceof Socket) this.#process.stdin.unref();
  }

  /** Whether it runs. */
  get standsBy(): boolean {
    return !this.#over;
  }

  watch(pid: number): void {
    this.#process.stdin?.write(`+ ${pid}\n`);
  }

  forget(pid: number): void {
    if (!this.#over) this.#process.stdin?.write(`- ${pid}\n`);
  }

  async end(): Promise<void> {
    if (this.#over) return;
    this.#process.ref();
    this.#process.stdin?.end();
    await this.#ended;
  }
}
