"""Times scipy's procedures on the data that the JavaScript side measured: JSON in on stdin, seconds by name out."""
import json
import sys
import time

import numpy as np
from scipy import stats


def best(call, at_least=0.4):
    """Processor seconds of the fastest of at least three calls: other work on the machine must not count."""
    fastest = float("inf")
    start = time.perf_counter()
    rounds = 0
    while rounds < 3 or time.perf_counter() - start < at_least:
        before = time.process_time()
        call()
        fastest = min(fastest, time.process_time() - before)
        rounds += 1
    return fastest


def main():
    data = {name: np.asarray(values) for name, values in json.load(sys.stdin).items()}
    rng = np.random.default_rng(1)

    def flip(values, resamples):
        return stats.permutation_test(
            (values,), np.mean, permutation_type="samples", vectorized=True, n_resamples=resamples, batch=100_000, rng=rng
        )

    def bca(values, resamples, batch):
        return stats.bootstrap(
            (values,), np.mean, method="BCa", n_resamples=resamples, batch=batch, vectorized=True, rng=rng
        )

    def apart(a, b):
        return stats.permutation_test(
            (a, b), lambda x, y, axis: x.mean(axis) - y.mean(axis), vectorized=True, n_resamples=100_000, rng=rng
        )

    def welch():
        return stats.ttest_ind(data["runsA"], data["runsB"], equal_var=False).confidence_interval()

    cases = {
        "signFlip16": lambda: flip(data["thirds16"], 2**16),
        "monteCarlo": lambda: flip(data["thirds40"], 1_000_000),
        "bca40": lambda: bca(data["real40"], 100_000, 10_000),
        "bca40default": lambda: bca(data["thirds40"], 9_999, 9_999),
        "bca1000": lambda: bca(data["real1000"], 100_000, 1_000),
        "twoSample": lambda: apart(data["treated"], data["control"]),
        "mcnemar": lambda: stats.binomtest(61, 97).pvalue,
        "clopperPearson": lambda: stats.binomtest(81, 263).proportion_ci(method="exact"),
        "wilson": lambda: stats.binomtest(81, 263).proportion_ci(method="wilson"),
        "welch": welch,
        "bh": lambda: stats.false_discovery_control(data["pValues"]),
        "peak": lambda: (1 - stats.binom.cdf(np.arange(40), 40, 0.27) ** 100).sum() / 40,
    }
    seconds = {name: best(call) for name, call in cases.items()}
    import scipy

    json.dump({"version": scipy.__version__, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
