import { PawlError } from '../../errors.js';
import type { Children } from './children.js';
import type { Attempt } from './outcome.js';
import type { IsolationReport, PythonJob } from './python-sandbox.js';

type Walls = IsolationReport['walls'];

const probeLimitMs = 60_000;
const clockLimitMs = 100;
/** Where a job's message has the length of its driver, this asks for the probe instead. */
const probeMark = Buffer.alloc(4, 0xff);

/** Tries each way out that a program has from within Python; answers true where it is barred. */
const insideDriver = `
import os, sys, time

def barred(action):
    try:
        action()
    except BaseException:
        return True
    return False

def main(path):
    return {
        "bridges": all(barred(lambda: __import__(name)) for name in ("js", "pyodide_js", "pyodide", "_pyodide_core", "ctypes")),
        "files": barred(lambda: open(path)) and barred(lambda: open("/pawl-probe", "w")),
        "commands": os.system("true") != 0 and barred(lambda: os.popen("true").read()),
        "sockets": barred(lambda: __import__("socket").create_connection(("127.0.0.1", 9))),
        "clock": time.time() == time.time() == 1735689600.0,
        "environment": sorted(set(os.environ) - {"HOME", "LANG", "LD_LIBRARY_PATH", "LOGNAME", "PATH", "PWD", "PYTHONHASHSEED", "PYTHONINSPECT", "USER", "_"}) == [],
    }
`;

/**
 * Tries the walls of a running child: those around its process with JavaScript's own rights, those inside it as a program would, and the
 * parent's clock with an endless loop.
 *
 * @throws PawlError `sandbox` when no child can be started or it does not answer
 */
export async function probeWalls(
  children: Children,
  attempt: (job: PythonJob) => Promise<Attempt>,
): Promise<Walls> {
  const child = await children.take();
  const reply = await child.ask([probeMark], probeLimitMs);
  children.giveBack(child, reply.kind === 'answer');
  if (reply.kind !== 'answer') throw new PawlError('sandbox', `the walls could not be probed: ${reply.why}`);
  const around = JSON.parse(reply.body.toString('utf8')) as Walls;

  const inside = await attempt({ driver: insideDriver, payload: process.execPath, timeoutMs: probeLimitMs });
  const told = inside.kind === 'answered' && inside.outcome.kind === 'value' ? inside.outcome.value : null;
  const holds = (name: string): boolean =>
    typeof told === 'object' &&
    told !== null &&
    !Array.isArray(told) &&
    Object.entries(told).some(([key, value]) => key === name && value === true);

  const endless = await attempt({
    driver: 'def main(_):\n    while True:\n        pass',
    payload: null,
    timeoutMs: clockLimitMs,
  });
  return [
    ...around,
    {
      name: 'bridges',
      inForce: holds('bridges'),
      detail: 'Python finds no module that leads to JavaScript or C',
    },
    {
      name: 'host files',
      inForce: holds('files'),
      detail: 'Python can open no file of the host and create none',
    },
    {
      name: 'commands',
      inForce: holds('commands') && holds('sockets'),
      detail: 'Python can start no command and open no socket',
    },
    {
      name: 'fixed clocks',
      inForce: holds('clock') && holds('environment'),
      detail: 'clocks stand still and the environment is the same everywhere',
    },
    {
      name: 'time limit',
      inForce: endless.kind === 'timed-out',
      detail: 'an endless loop is killed from outside',
    },
    {
      name: 'orphans',
      inForce: children.guarded,
      detail: children.guarded
        ? 'a guardian kills the children should this process be killed'
        : 'no guardian: a killed parent may leave a child in an endless loop',
    },
  ];
}
