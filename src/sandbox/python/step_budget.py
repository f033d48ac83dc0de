"""A budget of steps for untrusted Python: ends endless loops at the same point on every machine.

A step is a backward jump (one more turn of a loop) or the start or resumption of a Python function or generator. Work that C does inside one
call (`sum(range(10**11))`) takes no steps: the parent's clock is the backstop for that. Once the budget is spent, every further step raises
again, so `except BaseException: pass` cannot swallow the end for ever.

    budget = StepBudget()
    value = budget.run(100_000, function, argument)     # raises StepLimitReached
    budget.steps                                        # steps of the last run, also after an exception
"""

import sys as _sys


class StepLimitReached(BaseException):
    """The monitored code took more steps than it was given. Not an Exception, so that `except Exception` does not stop it."""


class StepBudget:
    """Counts the steps of one run at a time. Make one per job: `sys.monitoring` has few tool ids."""

    def __init__(self, tool=3):
        self.steps = 0
        self._tool = tool
        self._monitoring = _sys.monitoring
        self._monitoring.use_tool_id(tool, "step budget")

    def run(self, limit, function, *arguments, **named):
        """Calls the function and returns its value; raises StepLimitReached at step `limit` + 1."""
        monitoring, tool, event = self._monitoring, self._tool, self._monitoring.events
        if monitoring.get_events(tool):
            raise RuntimeError("a step budget is already running")
        steps = -1  # the start of `function` itself is not a step of its own doing
        disable = monitoring.DISABLE

        def on_jump(code, offset, destination):
            nonlocal steps
            if destination > offset:
                return disable
            steps += 1
            if steps > limit:
                raise StepLimitReached(limit)

        def on_start(code, offset):
            nonlocal steps
            steps += 1
            if steps > limit:
                raise StepLimitReached(limit)

        monitoring.register_callback(tool, event.JUMP, on_jump)
        monitoring.register_callback(tool, event.PY_START, on_start)
        monitoring.register_callback(tool, event.PY_RESUME, on_start)
        try:
            monitoring.set_events(tool, event.JUMP | event.PY_START | event.PY_RESUME)
            return function(*arguments, **named)
        finally:
            monitoring.set_events(tool, 0)
            self.steps = max(steps, 0)
