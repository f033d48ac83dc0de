import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';
import type { PythonOutcome } from '../../../src/sandbox/python/python-sandbox.js';
import { program, warm, warmMs } from './programs.js';

const sandbox = createPythonSandbox({ children: 1 });
beforeAll(() => warm(sandbox), warmMs);
afterAll(() => sandbox.close());

/** Describes everything that a job could find changed: modules, builtins, files, descriptors, settings, clocks, random numbers, addresses. */
const describeState = `
import builtins, fcntl, gc, json, math, os, random, re, signal, sys, time, types
def tree(path):
    found = []
    for name in sorted(os.listdir(path)):
        whole = path.rstrip("/") + "/" + name
        try:
            seen = os.lstat(whole)
        except OSError as error:
            found.append([whole, error.errno])
            continue
        found.append([whole, seen.st_mode, seen.st_ino, seen.st_size, seen.st_mtime, seen.st_atime, seen.st_ctime])
        if os.path.isdir(whole) and not os.path.islink(whole) and not whole.startswith("/proc"):
            found.extend(tree(whole))
    return found
def flags(number):
    try:
        return fcntl.fcntl(number, fcntl.F_GETFL)
    except OSError as error:
        return -error.errno
result = json.dumps([
    sorted(sys.modules), [[name, id(value)] for name, value in sorted(vars(builtins).items())], sorted(globals()),
    tree("/"), os.getcwd(), [flags(number) for number in range(12)], dict(os.environ),
    sys.getrecursionlimit(), sys.path, sys.argv, [repr(one) for one in sys.meta_path], gc.isenabled(), gc.get_threshold(), len(gc.get_objects()),
    repr(sys.stdout), repr(sys.excepthook), str(sys.gettrace()), sys.getswitchinterval(), [sys.monitoring.get_tool(n) for n in range(6)],
    time.time(), time.monotonic(), os.urandom(4).hex(), random.random(), repr(signal.getsignal(signal.SIGINT)), sorted(vars(math)), id(json.loads), id(object()),
    str(re._cache), sorted(vars(types)), os.umask(0o22), sorted(vars(sys.modules["__main__"])), "".join(map(str, [1, 2])), [1] == [2], sum([1, 2]),
], default=repr)
`;

const dirt: readonly (readonly [string, string])[] = [
  ['nothing at all', 'pass'],
  [
    'globals of __main__ and of modules',
    'import __main__, json\n__main__.x = 1\njson.x = 1\njson.loads = None',
  ],
  ['builtins', 'import builtins\nbuiltins.sum = builtins.len = lambda *a: 42\nbuiltins.__import__ = None'],
  [
    'the types of builtins',
    "import gc\nfor one in gc.get_referents(str.__dict__):\n    if type(one) is dict: one['join'] = lambda *a: 'OK'",
  ],
  ['modules', 'import sys, random\nsys.modules.clear()'],
  ['new imports', 'import http.client, email.message, zipfile, unittest'],
  ['the recursion limit', 'import sys\nsys.setrecursionlimit(77)'],
  [
    'random numbers and entropy',
    'import random, os\nrandom.seed(5)\nos.urandom(1000)\nrandom.random = lambda: 4',
  ],
  ['clocks', 'import time, datetime\ntime.sleep(99)\ntime.time = lambda: 0\ndatetime.datetime = None'],
  ['the environment', "import os\nos.environ['PATH'] = 'x'\nos.putenv('A', 'b')\nos.environ.clear()"],
  [
    'open files',
    "import os\nkept = [os.open('/lib/python314.zip', 0) for _ in range(50)]\nos.close(1)\nos.close(0)",
  ],
  [
    'flags of the standard streams',
    'import fcntl\ntry: fcntl.fcntl(1, fcntl.F_SETFL, 2048)\nexcept OSError: pass',
  ],
  ['the standard streams', 'import sys\nsys.stdout.close()\nsys.stdin = sys.stderr = None'],
  [
    'import hooks and paths',
    "import sys\nsys.meta_path.clear()\nsys.path[:] = ['/x']\nsys.path_hooks.clear()",
  ],
  [
    'tracing, profiling, monitoring',
    "import sys\nsys.monitoring.use_tool_id(4, 'x')\nsys.settrace(lambda *a: None)\nsys.setprofile(print)",
  ],
  [
    'exit handlers, signals, collection',
    'import atexit, gc, signal\natexit.register(print)\nsignal.signal(2, signal.SIG_IGN)\ngc.disable()\ngc.set_threshold(1)',
  ],
  [
    'the functions that run jobs',
    "import gc\nfor one in gc.get_objects():\n    if getattr(one, '__name__', '') in ('run', 'load_driver', 'describe'):\n        try: one.__code__ = (lambda *a: b'').__code__\n        except Exception: pass",
  ],
  ['an ended interpreter', 'import os\nos._exit(1)'],
  ['an aborted interpreter', 'import os\nos.abort()'],
  ['a lot of memory', 'kept = [bytearray(10**6) for _ in range(40)]'],
  ['a deep stack', 'def f(n): return n and max([n], key=lambda _: f(n - 1))\nf(300)'],
  ['an error while encoding', 'result = [(1,)]'],
];

describe('every job starts in the same state', () => {
  let clean: PythonOutcome | undefined;

  it.each(dirt)('after a job that changed %s', async (_name, source) => {
    clean ??= await sandbox.run(program(describeState));
    expect(clean).toMatchObject({ kind: 'value' });
    const dirty = await sandbox.run(program(source));
    expect(dirty.kind).not.toBe('infrastructure');
    expect(await sandbox.run(program(describeState))).toEqual(clean);
  });

  it('and in a child of its own', { timeout: warmMs }, async () => {
    const other = createPythonSandbox({ children: 1, reset: 'respawn' });
    try {
      expect(await other.run(program(describeState))).toEqual(clean);
      expect(await other.run(program(describeState))).toEqual(clean);
    } finally {
      await other.close();
    }
  });

  it('whatever other drivers were loaded before', async () => {
    const driver = (n: number): string => `kept = []\ndef main(_):\n    kept.append(${n})\n    return kept`;
    for (const n of [...Array.from({ length: 10 }, (_, index) => index), 0, 9, 5, 5]) {
      expect(await sandbox.run({ driver: driver(n), payload: null, timeoutMs: 20_000 })).toEqual({
        kind: 'value',
        value: [n],
      });
    }
    expect(await sandbox.run(program(describeState))).toEqual(clean);
  });
});
