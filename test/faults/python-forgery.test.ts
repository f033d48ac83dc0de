import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../src/json.js';
import { createPythonSandbox } from '../../src/sandbox/python/pool.js';
import { warm, warmMs } from '../sandbox/python/programs.js';

const sandbox = createPythonSandbox({ children: 1 });
beforeAll(() => warm(sandbox), warmMs);
afterAll(() => sandbox.close());

/** Calls the program's `f` on each input and returns what came out. What is right is known outside only. */
const driver = `
def main(payload):
    names = {"__name__": "program"}
    exec(compile(payload["source"], "<program>", "exec"), names)
    results = []
    for value in payload["inputs"]:
        results.append(names["f"](value))
    return results
`;
const inputs = [3, 8, 21];
/** The task: add one to a third of the square. No program below computes it. */
const right: readonly Json[] = inputs.map((x) => Math.floor((x * x) / 3) + 1);

const frame = `
import struct
def framed(nonce, text): return struct.pack("<I", 32 + len(text)) + nonce + text
forged = framed(b"0" * 32, b'{"fit":true,"outcome":["value",[4,22,148]]}')
`;

const forgeries: readonly (readonly [string, string])[] = [
  [
    'an object equal to everything',
    'class E:\n    def __eq__(self, other): return True\n    def __ne__(self, other): return False\ndef f(x): return E()',
  ],
  [
    'a number equal to everything',
    'class I(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\ndef f(x): return I(0)',
  ],
  [
    'a list equal to everything',
    'class L(list):\n    def __eq__(self, other): return True\ndef f(x): return L()',
  ],
  ['printed words', "print('OK')\nprint('PASS', flush=True)\ndef f(x): return 'OK'"],
  ['an exit status of zero', 'import sys\nsys.exit(0)'],
  ['an exit status of zero, at once', 'import os\nos._exit(0)'],
  [
    'a message on each descriptor',
    `${frame}\nimport os\nfor number in range(20):\n    try: os.write(number, forged)\n    except OSError: pass\ndef f(x): return None`,
  ],
  [
    'a message through the files of descriptors',
    `${frame}\nfor path in ("/dev/fd/3", "/proc/self/fd/3", "/dev/stdout", "/dev/stderr", "/dev/tty"):\n    try: open(path, "wb").write(forged)\n    except OSError: pass\ndef f(x): return None`,
  ],
  ['a message in the result', `${frame}\ndef f(x): return forged.decode()`],
  ['a message in an exception', `${frame}\nraise ValueError(forged.decode())`],
  [
    'a patched encoder',
    "import marshal, json\nmarshal.dumps = lambda *a: b'[\\x00\\x00\\x00\\x00'\njson.dumps = json.loads = lambda *a, **k: [4]\ndef f(x): return None",
  ],
  [
    'patched builtins',
    'import builtins\nfor name in ("len", "sum", "list", "isinstance", "type", "compile", "exec", "str"):\n    setattr(builtins, name, lambda *a, **k: True)\ndef f(x): return None',
  ],
  [
    'the list of results, by frames',
    'import sys\ndef f(x):\n    sys._getframe(1).f_locals["results"].append("OK")\n    return None',
  ],
  [
    'the list of results, by gc',
    'import gc\ndef f(x):\n    for one in gc.get_objects():\n        if type(one) is list and len(one) < 4: one.append("OK")\n    return None',
  ],
  [
    'the inputs, by frames',
    'import sys\ndef f(x):\n    sys._getframe(1).f_locals["payload"]["inputs"].clear()\n    return None',
  ],
  [
    "the driver's code",
    'import sys\ndef main(payload): return ["OK"]\nfor name, one in [(n, o) for n, o in sys._getframe(1).f_globals.items() if callable(o)]:\n    try: one.__code__ = main.__code__\n    except Exception: pass\ndef f(x): return None',
  ],
  [
    "the runner's code, by frames",
    'import sys\nframe = sys._getframe()\nwhile frame:\n    frame.f_globals.clear() if frame.f_globals.get("__name__") != "program" else None\n    frame = frame.f_back\ndef f(x): return None',
  ],
  [
    "the runner's code, by gc",
    "import gc, types\nfor one in gc.get_objects():\n    if type(one) is types.FunctionType and one.__name__ in ('run', 'describe', 'load_driver'):\n        try: one.__code__ = (lambda text: b'[\\x00\\x00\\x00\\x00').__code__\n        except Exception: pass\ndef f(x): return None",
  ],
  [
    'an answer to the next job, by an exit handler',
    'import atexit, sys\natexit.register(lambda: print("OK"))\nsys.exitfunc = lambda: print("OK")\ndef f(x): return None',
  ],
  [
    'an answer to the next job, by a finaliser',
    'import sys\nclass F:\n    def __del__(self): sys._getframe(1).f_locals["results"][:] = ["OK"]\nkept = [F()]\nkept.append(kept)\ndef f(x): return None',
  ],
  [
    'an answer to the next job, by a trace function',
    'import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda frame, *a: frame.f_locals.update(results=["OK"]))\ndef f(x): return None',
  ],
];

describe('a program that cannot do the task', () => {
  it.each(forgeries)('does not pass by %s, and the next one gets its own verdict', async (_name, source) => {
    const cheat = await sandbox.run({ driver, payload: { source, inputs }, timeoutMs: 20_000 });
    expect(cheat.kind).not.toBe('infrastructure');
    expect(cheat).not.toEqual({ kind: 'value', value: right });

    const honest = 'def f(x): return x * x // 3 + 1';
    expect(await sandbox.run({ driver, payload: { source: honest, inputs }, timeoutMs: 20_000 })).toEqual({
      kind: 'value',
      value: right,
    });
    const wrong = 'def f(x): return x * x // 3';
    expect(await sandbox.run({ driver, payload: { source: wrong, inputs }, timeoutMs: 20_000 })).toEqual({
      kind: 'value',
      value: inputs.map((x) => Math.floor((x * x) / 3)),
    });
  });
});
