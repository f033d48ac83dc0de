# Runs one op's check(item) on a batch of items; follows step_budget.py in the driver. The op's source is untrusted; what it
# returns is checked again outside. Steps are counted so that an endless check ends at the same point on every machine.

STEPS_TO_LOAD = 30_000
STEPS_PER_ITEM = 30_000


def main(payload):
    namespace = {"__name__": "op"}
    budget = StepBudget()
    try:
        budget.run(STEPS_TO_LOAD, exec, compile(payload["source"], "<op>", "exec"), namespace)
    except BaseException as problem:
        return {"load": _describe(problem)}
    check = namespace.get("check")
    if not callable(check):
        return {"load": "no function check(item)"}
    return {"findings": [_one(budget, check, item) for item in payload["items"]]}


def _one(budget, check, item):
    try:
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
