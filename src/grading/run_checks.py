# Runs one op's check(item) on a batch of items; follows step_budget.py in the driver. The op's source is untrusted; what it
# returns is checked again outside. Every item gets the op afresh (module, random stream, steps), so that a verdict depends
# on the item alone and never on which others happened to be in the batch.

import random

STEPS_TO_LOAD = 30_000
STEPS_PER_ITEM = 30_000


def main(payload):
    try:
        code = compile(payload["source"], "<op>", "exec")
    except BaseException as problem:
        return [["raised", _describe(problem)] for _ in payload["items"]]
    budget = StepBudget()
    return [_one(budget, code, item) for item in payload["items"]]


def _one(budget, code, item):
    namespace = {"__name__": "op"}
    random.seed(0)
    try:
        budget.run(STEPS_TO_LOAD, exec, code, namespace)
        check = namespace.get("check")
        if not callable(check):
            return ["no-check", "no function check(item)"]
        verdict = budget.run(STEPS_PER_ITEM, check, item)
    except MemoryError:
        raise
    except BaseException as problem:
        return ["raised", _describe(problem)]
    if type(verdict) is str and verdict in ("DRAWBACK", "CLEAN", "ABSTAIN"):
        return ["verdict", verdict]
    return ["nonsense", ascii(verdict)[:120] if type(verdict) in (str, int, float, bool, type(None)) else type(verdict).__name__]


def _describe(problem):
    try:
        return ascii(f"{type(problem).__name__}: {problem}")[1:201]
    except BaseException:
        return type(problem).__name__
