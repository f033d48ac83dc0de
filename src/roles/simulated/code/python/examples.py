# Whether a program does what the visible examples say. This is the only part that runs programs: each within a budget of steps.
import contextlib
import io

STEPS = 20_000


class Examples:
    """The visible examples of a task; of no use where the reference itself does not fit them."""

    def __init__(self, asserts, setup, reference):
        self.budget = StepBudget()
        self.asserts = []
        for text in asserts:
            with contextlib.suppress(SyntaxError, ValueError):
                self.asserts.append(compile(text, 'example', 'exec'))
        self.setup = setup
        self.usable = bool(self.asserts) and self.fit(reference)

    def fit(self, text):
        """True when the program loads and every example holds."""
        try:
            code = compile(text, 'variant', 'exec')
            with contextlib.redirect_stdout(io.StringIO()):
                self.budget.run(STEPS, self.run, code)
        except BaseException:  # whatever a program does here, it does not fit
            return False
        return True

    def run(self, code):
        namespace = {'__name__': 'variant'}
        exec(self.setup, namespace)
        exec(code, namespace)
        for example in self.asserts:
            exec(example, namespace)
