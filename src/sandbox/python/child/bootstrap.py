"""The clean state that every job starts from. Runs once, when the memory image is built; `run` and `load_driver` are called from outside.

Nothing here is a secret: a program can find these functions through `gc` and break them, for itself only, since the memory is put back
after every job.
"""

import builtins
import gc
import json
import marshal
import sys

# Imported now so that programs find them in memory instead of unpacking them each time.
PREPARED = (
    "_ast_unparse abc array ast base64 binascii bisect calendar cmath codecs collections collections.abc contextlib copy csv dataclasses datetime "
    "decimal difflib dis enum fractions functools hashlib heapq html inspect io itertools json keyword linecache locale math numbers operator os pprint "
    "random re reprlib secrets statistics string struct sys textwrap time timeit token tokenize traceback types typing unicodedata uuid warnings weakref zlib"
).split()
for _name in PREPARED:
    __import__(_name)

# Bridges to JavaScript; also barred by the table of wasm imports, should a program find them by another way.
BRIDGES = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "ctypes", "_ctypes", "pyodide_http", "micropip")




def _seal():
    """Takes the bridges away, undoes what Pyodide changed in the standard library, and starts `random` from a fixed state."""
    import asyncio
    import random
    import time

    webloop = sys.modules["pyodide.webloop"]
    time.sleep = webloop._orig_sleep
    asyncio.run = webloop._orig_run
    asyncio._set_running_loop(None)
    asyncio.events._event_loop_policy = _still_policy()

    for name in list(sys.modules):
        if name.split(".")[0] in BRIDGES:
            sys.modules[name] = None
    for name in BRIDGES:
        sys.modules[name] = None
    del sys.modules["__pawl__"]
    sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "__name__", "") in ("BuiltinImporter", "FrozenImporter", "PathFinder")]
    sys.path[:] = [entry for entry in sys.path if entry.startswith("/lib/python") and "site-packages" not in entry]
    sys.excepthook = sys.__excepthook__
    sys.argv[:] = [""]
    main = sys.modules["__main__"].__dict__
    for name in list(main):
        if not name.startswith("__"):
            del main[name]
    sys.path_importer_cache.clear()
    random.seed(0)
    gc.collect()


def _still_policy():
    """asyncio without sockets and with a clock of its own: sleeping moves that clock on and returns at once."""
    import asyncio.base_events
    import asyncio.events

    class StillSelector:
        def __init__(self, loop):
            self.loop = loop

        def select(self, timeout=None):
            if timeout is None:
                raise RuntimeError("asyncio waits for something that never happens in the sandbox")
            self.loop.now += timeout
            return []

    class StillLoop(asyncio.base_events.BaseEventLoop):
        def __init__(self):
            super().__init__()
            self.now = 1000.0
            self._selector = StillSelector(self)

        def time(self):
            return self.now

        def _process_events(self, events):
            pass

        def _write_to_self(self):
            pass

    class StillPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
        _loop_factory = StillLoop

    return StillPolicy()


def _make(dumps, loads, type_name, whole, BaseException, type, str, slice, compile, exec):
    main = None
    clip = slice(None, 4000)

    def load_driver(source):
        nonlocal main
        namespace = {"__name__": "driver", "__builtins__": builtins}
        try:
            exec(compile(source, "<driver>", "exec", dont_inherit=True), namespace)
            main = namespace["main"]
        except BaseException as error:
            return ": ".join(describe(error))
        return ""

    def run(text):
        try:
            value = main(loads(text))
        except BaseException as error:
            return dumps(["raised", *describe(error)], 3)
        try:
            return dumps(["value", value], 3)
        except BaseException as error:
            kind, message = describe(error)
            if kind != "MemoryError":
                kind, message = "TypeError", "main returned what cannot be sent: " + message
            return dumps(["raised", kind, message], 3)

    def describe(error):
        kind = type(error)
        try:
            message = whole(str(error), clip)
        except BaseException:
            message = "(its message cannot be printed)"
        return whole(type_name(kind), clip), message

    return load_driver, run


load_driver, run = _make(
    marshal.dumps, json.loads, type.__dict__["__name__"].__get__, str.__getitem__,
    BaseException, type, str, slice, compile, exec,
)
_seal()
