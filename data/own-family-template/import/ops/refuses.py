# failure class: refusal
# tier: static
# description: declines to answer, or speaks of itself as a model

import re

REFUSALS = r"\bas an ai\b|\bi('m| am) (sorry|unable)\b.{0,40}\b(can('|no)?t|unable)|\bi (can('|no)?t|cannot|won't) (help|assist|answer|do that)"


def check(item):
    return 'DRAWBACK' if re.search(REFUSALS, item['output'].replace('\u2019', "'"), re.I) else 'CLEAN'
