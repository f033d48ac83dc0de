# failure class: any
# tier: static
# description: distrusts every loop
# parameter COMPREHENSIONS_TOO: True | False

COMPREHENSIONS_TOO = True


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    loops = entry['forLoops'] + len(entry['whileLoops']) + (entry['comprehensions'] if COMPREHENSIONS_TOO else 0)
    return 'DRAWBACK' if loops else 'CLEAN'
