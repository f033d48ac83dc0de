# failure class: misread-question
# tier: static
# description: a name or a year that the question gives does not occur in the query
#
# Speaks where the question has words in quotation marks or a year. A year may stand in a date ('2024-01-01'), also as the
# day before or after it, or alone.
import re


def check(item):
    summary = item['facts']['summary']
    question = item['task']['prompt']
    quoted = [word.lower() for word in re.findall(r"'([^']+)'", question)]
    years = re.findall(r'\b20\d\d\b', question)
    if summary is None or not (quoted or years):
        return 'ABSTAIN'
    literals = [text.lower() for text in summary['literals']]
    missing = [word for word in quoted if not any(word in text for text in literals)]
    near = lambda year: any(str(int(year) + step) in text for step in (0, 1) for text in literals)
    return 'DRAWBACK' if missing or not all(near(year) for year in years) else 'CLEAN'
