# Looks at a drafted op before anything else does; follows step_budget.py in the driver. It must parse, define check(item) with
# one parameter, load, and give a verdict on at least one of the outputs that it was written for. Returns the problem or None.

import ast

STEPS = 30_000


def main(payload):
    try:
        tree = ast.parse(payload["source"])
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        return ascii(f"the source does not parse: {problem}")[1:201]
    checks = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "check"]
    if not checks:
        return "the source defines no function check(item)"
    arguments = checks[-1].args
    required = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    if required > 1 or not (arguments.posonlyargs or arguments.args or arguments.vararg) or arguments.kw_defaults.count(None):
        return "check must be callable with one argument, the item"
    budget = StepBudget()
    namespace = {"__name__": "op"}
    problem = None
    try:
        budget.run(STEPS, exec, compile(tree, "<op>", "exec"), namespace)
    except BaseException as raised:
        return _describe("loading the source raises", raised)
    for item in payload["items"]:
        try:
            verdict = budget.run(STEPS, namespace["check"], item)
        except BaseException as raised:
            problem = problem or _describe("check(item) raises", raised)
            continue
        if type(verdict) is str and verdict in ("DRAWBACK", "CLEAN", "ABSTAIN"):
            return None
        problem = problem or "check(item) returns something other than 'DRAWBACK', 'CLEAN' or 'ABSTAIN'"
    return problem


def _describe(what, raised):
    try:
        return ascii(f"{what} {type(raised).__name__}: {raised}")[1:201]
    except BaseException:
        return f"{what} {type(raised).__name__}"
