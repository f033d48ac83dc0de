/** A program that tries to get out, to cheat or to hang, and how its job must end. */
export interface Probe {
  readonly name: string;
  readonly source: string;
  /** `value` with the given value, or one of the other kinds, with the exception's type where it is given. */
  readonly ends:
    | { readonly kind: 'value'; readonly value: unknown }
    | { readonly kind: 'raised'; readonly type?: string | RegExp }
    | { readonly kind: 'timed-out' | 'out-of-memory' };
}

const raised = (type?: string | RegExp): Probe['ends'] => ({
  kind: 'raised',
  ...(type === undefined ? {} : { type }),
});
const value = (it: unknown): Probe['ends'] => ({ kind: 'value', value: it });
const timedOut: Probe['ends'] = { kind: 'timed-out' };
const outOfMemory: Probe['ends'] = { kind: 'out-of-memory' };

/** `CANARY` stands for a folder of the host that holds `secret.txt`. */
export const probes: readonly Probe[] = [
  // The host's shell.
  { name: 'os.system', source: "import os\nresult = os.system('touch CANARY/out')", ends: value(32512) },
  {
    name: 'os.popen',
    source: "import os\nresult = os.popen('cat CANARY/secret.txt').read()",
    ends: raised(),
  },
  {
    name: 'subprocess',
    source: "import subprocess\nsubprocess.run(['touch', 'CANARY/out'])",
    ends: raised(),
  },
  { name: 'fork', source: 'import os\nos.fork()', ends: raised() },
  {
    name: 'exec',
    source: "import os\nos.execv('/bin/sh', ['sh', '-c', 'touch CANARY/out'])",
    ends: raised(),
  },
  { name: 'posix_spawn', source: "import os\nos.posix_spawn('/bin/true', ['true'], {})", ends: raised() },
  {
    name: 'multiprocessing',
    source: 'import multiprocessing\nmultiprocessing.Process(target=print).start()',
    ends: raised(),
  },
  { name: 'a signal to the parent', source: 'import os\nos.kill(os.getppid(), 9)', ends: raised() },
  { name: 'a signal to itself', source: 'import os\nos.kill(os.getpid(), 9)', ends: raised() },

  // The host's environment and files.
  {
    name: 'environment',
    source: "import os\nresult = [name for name in os.environ if 'PAWL' in name or 'NODE' in name]",
    ends: value([]),
  },
  {
    name: 'reading a file',
    source: "result = open('CANARY/secret.txt').read()",
    ends: raised('FileNotFoundError'),
  },
  { name: 'reading by descriptor', source: 'import os\nresult = os.read(3, 100)', ends: raised('OSError') },
  { name: 'writing a file', source: "open('CANARY/out', 'w')", ends: raised() },
  { name: 'writing inside', source: "open('/tmp/out', 'w')", ends: raised('OSError') },
  {
    name: 'every way to change files',
    source: `
import os
ways = [lambda: os.mkdir('/tmp/a'), lambda: os.remove('/lib/python314.zip'), lambda: os.rename('/tmp', '/b'), lambda: os.symlink('/', '/tmp/c'),
  lambda: os.truncate('/lib/python314.zip', 0), lambda: os.chmod('/tmp', 0), lambda: os.utime('/tmp', (1, 1)), lambda: os.rmdir('/tmp'),
  lambda: os.mknod('/tmp/d'), lambda: os.chdir('/tmp'), lambda: os.link('/lib/python314.zip', '/tmp/e'), lambda: os.open('/tmp/f', os.O_CREAT | os.O_RDWR),
  lambda: os.open('/lib/python314.zip', os.O_RDWR), lambda: os.pwrite(os.open('/lib/python314.zip', 0), b'x', 0), lambda: os.pipe(), lambda: os.mkfifo('/tmp/g')]
result = 0
for way in ways:
    try: way()
    except (OSError, AttributeError): result += 1
`,
    ends: value(16),
  },
  {
    name: 'the working folder of the host',
    source: "import os\nresult = [os.getcwd(), os.path.exists('CANARY'), os.path.exists('/etc/passwd')]",
    ends: value(['/', false, false]),
  },
  {
    name: 'mounting the host',
    source:
      "import os\nresult = [os.path.exists(p) for p in ('/proc/self/environ', '/proc/1', '/sys', '/dev/sda', '/host')]",
    ends: value([false, false, false, false, false]),
  },
  {
    name: 'mapping a file',
    source: "import mmap, os\nmmap.mmap(os.open('/lib/python314.zip', 0), 100)",
    ends: raised(),
  },

  // The network.
  {
    name: 'a TCP connection',
    source: "import socket\nsocket.create_connection(('127.0.0.1', 80), 1)",
    ends: raised(),
  },
  {
    name: 'a bare socket',
    source: "import socket\ns = socket.socket()\ns.connect(('127.0.0.1', 80))",
    ends: raised('PermissionError'),
  },
  {
    name: 'a server',
    source: "import socket\ns = socket.socket()\ns.bind(('', 0))",
    ends: raised('PermissionError'),
  },
  {
    name: 'a datagram',
    source: "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))",
    ends: raised('PermissionError'),
  },
  { name: 'a name look-up', source: "import socket\nsocket.gethostbyname('localhost')", ends: raised() },
  {
    name: 'urllib',
    source: "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:80/', timeout=1)",
    ends: raised(),
  },
  {
    name: 'asyncio sockets',
    source: "import asyncio\nasyncio.run(asyncio.open_connection('127.0.0.1', 80))",
    ends: raised(),
  },

  // Bridges to JavaScript and C.
  { name: 'import js', source: 'import js', ends: raised('ModuleNotFoundError') },
  { name: 'import pyodide_js', source: 'import pyodide_js', ends: raised('ModuleNotFoundError') },
  {
    name: 'pyodide.code.run_js',
    source: "from pyodide.code import run_js\nrun_js('process.exit()')",
    ends: raised('ModuleNotFoundError'),
  },
  {
    name: 'a fresh pyodide from the zip',
    source: `
import sys
for name in [name for name in sys.modules if name.split('.')[0] in ('pyodide', '_pyodide', '_pyodide_core', 'js', 'pyodide_js')]: del sys.modules[name]
import pyodide.ffi, pyodide.code
result = pyodide.code.run_js('1 + 1')
`,
    ends: raised(),
  },
  {
    name: 'built-in modules by the back door',
    source: `
import _imp, importlib.util
for name in ('_pyodide_core', '_ctypes'):
    module = _imp.create_builtin(importlib.util.spec_from_loader(name, None))
    _imp.exec_builtin(module)
result = module.dlopen(None, 0)
`,
    ends: raised(),
  },
  {
    name: 'finders and loaders found by gc',
    source: `
import gc
finders = [one for one in gc.get_objects() if type(one).__name__ in ('JsFinder', 'JsLoader')]
result = [repr(finder.find_spec('js', None, None)) for finder in finders if hasattr(finder, 'find_spec')]
assert not any('process' in one for one in result)
modules = [loader.create_module(None) for loader in finders if hasattr(loader, 'create_module')]
result = [module.process for module in modules if module is not None]
assert result
`,
    ends: raised(),
  },
  {
    name: 'functions of Pyodide found by gc',
    source: `
import gc
found = {getattr(one, '__name__', ''): one for one in gc.get_objects() if callable(one)}
wanted = [found[name] for name in ('run_js', 'create_proxy', 'to_js', 'run_sync', 'destroy_proxies') if name in found]
for one in wanted: one('process.exit(0)')
for one in gc.get_objects():
    if type(one).__name__ == 'builtin_function_or_method' and 'odide' in str(getattr(one, '__module__', '')): one('1')
raise LookupError
`,
    ends: raised(),
  },
  {
    name: 'JavaScript objects found by gc',
    source: `
import gc
proxies = [one for one in gc.get_objects() if type(one).__name__ == 'JsProxy']
for one in proxies: one.constructor.constructor('return process')().exit(0)
raise LookupError(len(proxies))
`,
    ends: raised(),
  },
  {
    name: 'converters of Pyodide',
    source: `
import gc
for one in gc.get_objects():
    if type(one).__name__ in ('Js2PyConverter', 'Py2JsConverter', 'JsFuncSignature', 'TypeConverter'):
        for name in dir(one):
            member = getattr(one, name)
            if callable(member) and not name.startswith('__'): member({}) 
raise LookupError
`,
    ends: raised(),
  },
  { name: 'ctypes', source: 'import ctypes\nctypes.CDLL(None)', ends: raised('ModuleNotFoundError') },
  {
    name: 'loading compiled code',
    source:
      "import importlib.machinery as m\nm.ExtensionFileLoader('x', '/lib/python314.zip').create_module(m.ModuleSpec('x', None, origin='/lib/python314.zip'))",
    ends: raised(),
  },
  {
    name: 'a made-up code object',
    source: `
def f(): pass
code = f.__code__.replace(co_code=bytes([100, 255, 83, 0] * 50), co_stacksize=1, co_consts=(), co_names=(), co_varnames=())
result = type(f)(code, {})()
result = object()
`,
    ends: raised(),
  },
  {
    name: 'constructor chains',
    source:
      "result = [c.__name__ for c in ().__class__.__base__.__subclasses__() if c.__name__ in ('Popen', 'JsProxy')]\nimport os\nresult = ().__class__.__base__.__subclasses__()[0].mro and os.system('touch CANARY/out')",
    ends: value(32512),
  },
  { name: 'node modules', source: "import require\nrequire('fs')", ends: raised('ModuleNotFoundError') },
  {
    name: 'prototype tricks in the result',
    source: "result = {'__proto__': {'polluted': True}, 'constructor': {'prototype': {'polluted': True}}}",
    ends: value(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')),
  },
  {
    name: 'prototype tricks in an exception',
    source: "raise type('__proto__', (Exception,), {})('constructor')",
    ends: raised('__proto__'),
  },
  { name: 'installing a package', source: 'import micropip', ends: raised('ModuleNotFoundError') },
  { name: 'inspecting with a debugger', source: 'breakpoint()', ends: raised() },

  // Ending the interpreter.
  { name: 'sys.exit', source: 'import sys\nsys.exit(0)', ends: raised('SystemExit') },
  { name: 'os._exit', source: 'import os\nos._exit(0)', ends: raised('SystemExit') },
  { name: 'os.abort', source: 'import os\nos.abort()', ends: raised('Aborted') },
  { name: 'a fatal signal', source: 'import faulthandler\nfaulthandler._sigsegv()', ends: raised() },
  {
    name: 'finalising the interpreter',
    source: 'import atexit\natexit._run_exitfuncs()\nimport sys\nsys.exit(1)',
    ends: raised('SystemExit'),
  },
  {
    name: 'a null pointer',
    source: "import faulthandler\nfaulthandler._read_null()\nresult = 'address 0 exists'",
    ends: value('address 0 exists'),
  },

  // Input and threads.
  { name: 'standard input', source: 'result = input()', ends: raised('EOFError') },
  {
    name: 'standard input by descriptor',
    source: 'import os\nresult = os.read(0, 10).decode()',
    ends: value(''),
  },
  {
    name: 'a thread',
    source: 'import threading\nthreading.Thread(target=print).start()',
    ends: raised('RuntimeError'),
  },
  {
    name: 'a subinterpreter',
    source: "import _interpreters\n_interpreters.exec(_interpreters.create(), 'import js')",
    ends: raised(),
  },

  // Memory.
  { name: 'a list of ten thousand million', source: '[0] * 10**10', ends: raised('OverflowError') },
  {
    name: 'a thousand million, again and again',
    source: `
for _ in range(100):
    try: [0] * 10**9
    except MemoryError: pass
[0] * 10**9
`,
    ends: outOfMemory,
  },
  {
    name: 'a memory bomb that is caught',
    source: `
kept = []
while True:
    try:
        while True: kept.append(bytearray(10**6))
    except MemoryError:
        break
result = 'caught'
`,
    ends: value('caught'),
  },
  { name: 'a memory bomb of strings', source: "a = 'x'\nwhile True: a += a", ends: outOfMemory },
  {
    name: 'a huge number',
    source: 'result = len(str(3 ** 10**6)) if False else 10 ** 10**10',
    ends: { kind: 'timed-out' },
  },
  { name: 'a deep literal', source: "eval('[' * 100_000 + ']' * 100_000)", ends: { kind: 'raised' } },
  {
    name: 'a billion laughs in the result',
    source: 'result = []\nfor _ in range(40): result = [result, result]',
    ends: raised('ResultTooLarge'),
  },
  {
    name: 'eight mebibytes of output',
    source: "for _ in range(100): print('x' * 10**6)\nresult = 'done'",
    ends: value('done'),
  },
  { name: 'a result too large', source: "result = 'x' * 10**7", ends: raised('ResultTooLarge') },

  // Recursion.
  { name: 'recursion', source: 'def f(): return f()\nf()', ends: raised('RecursionError') },
  {
    name: 'recursion without a limit',
    source: 'import sys\nsys.setrecursionlimit(2**31 - 1)\ndef f(x): return max([1], key=f)\nf(1)',
    ends: raised('RecursionError'),
  },
  {
    name: 'recursion that is swallowed',
    source: 'def f():\n    try: f()\n    except RecursionError: pass\nf()\nresult = 1',
    ends: value(1),
  },
  {
    name: 'recursion in comparing',
    source: 'a = []\nb = []\nfor _ in range(10**5): a, b = [a], [b]\na == b',
    ends: raised('RecursionError'),
  },

  // Endless loops, most of a kind that an interrupt does not stop.
  { name: 'an endless loop', source: 'while True: pass', ends: timedOut },
  { name: 'an endless loop in C', source: 'sum(range(10**11))', ends: timedOut },
  {
    name: 'an endless loop that catches everything',
    source: 'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    ends: timedOut,
  },
  {
    name: 'an endless iterator',
    source: 'import collections, itertools\ncollections.deque(itertools.count(), 0)',
    ends: timedOut,
  },
  {
    name: 'a lock that is never released',
    source: 'import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire(timeout=10**6)',
    ends: timedOut,
  },
  {
    name: 'sleeping for ever',
    source: "import time\ntime.sleep(10**6)\nresult = 'awake'",
    ends: value('awake'),
  },
  {
    name: 'catastrophic backtracking',
    source: "import re\nre.match('(a+)+$', 'a' * 60 + 'b')",
    ends: timedOut,
  },
  {
    name: 'an endless message',
    source: 'class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E',
    ends: timedOut,
  },
];
