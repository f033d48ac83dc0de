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
    for name in list(sys.modules):
        if name.split(".")[0] in BRIDGES:
            sys.modules[name] = None
    for name in BRIDGES:
        sys.modules[name] = None
    sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "__name__", "") in ("BuiltinImporter", "FrozenImporter", "PathFinder")]
    sys.path[:] = [entry for entry in sys.path if entry.startswith("/lib/python") and "site-packages" not in entry]
    sys.excepthook = sys.__excepthook__
    sys.argv[:] = [""]
    import random
    import asyncio

    asyncio.events._event_loop_policy = None
    asyncio._set_running_loop(None)
    main = sys.modules["__main__"].__dict__
    for name in list(main):
        if not name.startswith("__"):
            del main[name]
    random.seed(0)
    sys.path_importer_cache.clear()
    gc.collect()


def _make(dumps, loads, type_name, whole, BaseException, ValueError, MemoryError, type, str, slice, compile, exec):
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
            return dumps(["raised", *describe(error)], 2)
        try:
            return dumps(["value", value], 2)
        except ValueError:
            return dumps(["raised", "TypeError", "main returned something other than None, bool, int, float, str, list or dict with str keys"], 2)
        except MemoryError:
            return dumps(["raised", "MemoryError", "while encoding the result of main"], 2)

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
    BaseException, ValueError, MemoryError, type, str, slice, compile, exec,
)
_seal()
