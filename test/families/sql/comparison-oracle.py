"""Scores result comparisons with pandas itself, as an independent check of compareResults.

Reads JSON lines {prediction, gold, condition_cols, ignore_order} and writes each with an added `score`:
what the Spider 2.0 rule says when the tables are read by pandas.read_csv and handled as DataFrames.

    python comparison-oracle.py < cases.jsonl > scored.jsonl          (pandas 2.2)
    python comparison-oracle.py --generate 600 --seed 1 > scored.jsonl
"""

import argparse
import io
import json
import math
import random
import sys
import warnings

import pandas as pd

warnings.filterwarnings("ignore")


def is_number(value):
    return isinstance(value, (int, float))


def columns_of(frame):
    """The columns of a frame as lists, through the frame's own common type; missing values become 0."""
    return [[0 if pd.isna(v) else v for v in column] for column in frame.transpose().values.tolist()]


def agree(gold, predicted, ignore_order):
    if len(gold) != len(predicted):
        return False
    if ignore_order:
        key = lambda v: (v is None, str(v), is_number(v))
        gold, predicted = sorted(gold, key=key), sorted(predicted, key=key)
    for a, b in zip(gold, predicted):
        if is_number(a) and is_number(b):
            if not math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-2):
                return False
        elif a != b:
            return False
    return True


def positions_for(condition_cols, index, count):
    if condition_cols is None or condition_cols in ([], [[]], [None]):
        return []
    if count > 1 and not all(isinstance(c, list) for c in condition_cols):
        return condition_cols
    own = condition_cols[index]
    return own if isinstance(own, list) else [own]


def score(case):
    try:
        predicted = columns_of(pd.read_csv(io.StringIO(case["prediction"], newline="")))
        for index, text in enumerate(case["gold"]):
            gold = pd.read_csv(io.StringIO(text, newline=""))
            positions = positions_for(case["condition_cols"], index, len(case["gold"]))
            if positions != []:
                gold = gold.iloc[:, positions]
            if all(any(agree(g, p, case["ignore_order"]) for p in predicted) for g in columns_of(gold)):
                return 1
    except Exception:
        return 0
    return 0


WORDS = ["alpha", "Beta", "x,y", 'say "hi"', "2024-01-31", "é", "\U0001f600", "\uff5e", "12 Main St", "N/A ", "True story"]
MISSING = ["", "", "NULL", "NaN", "None", "n/a", "<NA>"]
NUMBERS = ["0", "1", "-1", "007", "1e3", "1e16", "123456789012345678", "9223372036854775808", "inf", "-inf", "1.5e-7", "0.1",
           "99999999999999999999.5", "-9223372036854775809"]


def cell(chance, kind):
    if kind == "int":
        return str(chance.randint(-20, 400))
    if kind == "float":
        return repr(round(chance.uniform(-50, 2000), chance.randint(0, 6)))
    if kind == "bool":
        return chance.choice(["True", "False", "true", "FALSE"])
    if kind == "word":
        return chance.choice(WORDS)
    if kind == "odd":
        return chance.choice(NUMBERS)
    return cell(chance, chance.choice(["int", "float", "bool", "word", "odd"]))


def table(chance):
    rows = chance.choice([1, 2, 3, 5, 9, 14])
    columns = []
    for _ in range(chance.randint(1, 4)):
        kind = chance.choice(["int", "int", "float", "float", "bool", "word", "odd", "mixed"])
        holes = chance.choice([0, 0, 0.3])
        columns.append([chance.choice(MISSING) if chance.random() < holes else cell(chance, kind) for _ in range(rows)])
    return columns


def quoted(text):
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n') else text


def csv_text(columns, names=None):
    names = names or [f"c{i}" for i in range(len(columns))]
    lines = [names] + [list(row) for row in zip(*columns)]
    return "".join((",".join(quoted(v) for v in line) or '""') + "\n" for line in lines)


def shift(text, by):
    try:
        return repr(float(text) + by)
    except ValueError:
        return text


def mutate(chance, columns):
    """One change of a result: some keep the score, some lose it."""
    columns = [list(c) for c in columns]
    how = chance.choice(["same", "rows", "columns", "scramble", "drop row", "repeat row", "drop column", "extra", ".009", ".02",
                         "relative", "float", "missing", "zero", "one cell", "case", "header only", "text number"])
    order = list(range(len(columns[0])))
    if how == "rows":
        chance.shuffle(order)
        columns = [[c[i] for i in order] for c in columns]
    elif how == "columns":
        chance.shuffle(columns)
    elif how == "scramble":
        for c in columns:
            chance.shuffle(c)
    elif how == "drop row":
        columns = [c[:-1] for c in columns]
    elif how == "repeat row":
        columns = [c + [c[-1]] for c in columns]
    elif how == "drop column" and len(columns) > 1:
        columns.pop(chance.randrange(len(columns)))
    elif how == "extra":
        columns.append([str(i) for i in range(len(columns[0]))])
    elif how in (".009", ".02"):
        columns = [[shift(v, float("0" + how)) for v in c] for c in columns]
    elif how == "relative":
        columns = [[shift(v, float(v) * 5e-10) if v.replace(".", "").isdigit() else v for v in c] for c in columns]
    elif how == "float":
        columns = [[v + ".0" if v.lstrip("-").isdigit() else v for v in c] for c in columns]
    elif how == "missing":
        columns = [["" if v in ("0", "0.0") else v for v in c] for c in columns]
    elif how == "zero":
        columns = [["0" if v in MISSING else v for v in c] for c in columns]
    elif how == "one cell":
        c = chance.choice(columns)
        c[chance.randrange(len(c))] = cell(chance, "mixed")
    elif how == "case":
        columns = [[v.upper() for v in c] for c in columns]
    elif how == "header only":
        columns = [[] for _ in columns]
    elif how == "text number":
        columns = [[v + " " if v in WORDS else v for v in c] for c in columns]
    return columns


def generate(count, seed):
    chance = random.Random(seed)
    for _ in range(count):
        golds = [table(chance) for _ in range(chance.choice([1, 1, 2, 3]))]
        width = min(len(g) for g in golds)
        flat = sorted(chance.sample(range(width), chance.randint(1, width)))
        nested = [sorted(chance.sample(range(len(g)), chance.randint(1, len(g)))) for g in golds]
        defects = [[0, 9], nested[:-1], [None, 0], nested + [[0]], [[]], [None], None, [-1], [0, 0], [[0], 0]]
        condition = chance.choice([[], [], flat, flat, nested, nested, chance.choice(defects)])
        yield {
            "prediction": csv_text(mutate(chance, chance.choice(golds))),
            "gold": [csv_text(g) for g in golds],
            "condition_cols": condition,
            "ignore_order": chance.random() < 0.85,
        }


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--generate", type=int)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    cases = generate(given.generate, given.seed) if given.generate else (json.loads(line) for line in sys.stdin)
    for case in cases:
        print(json.dumps({**case, "score": score(case)}, ensure_ascii=False))


if __name__ == "__main__":
    main()
