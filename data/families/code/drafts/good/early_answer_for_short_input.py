# failure class: dropped-guard
# tier: static
# description: answers at once for short or small inputs that the task does not single out
# parameter SMALL: ('< 2', '<= 2', '<= 1') | ('<= 2', '< 3') | ('< 2', '<= 1', '< 0')

SMALL = ('< 2', '<= 2', '<= 1')


def check(item):
    entry = item['facts']['entry']
    if entry is None or not entry['guards']:
        return 'ABSTAIN'
    prompt = item['task']['prompt'].lower()
    if any(word in prompt for word in ('shorter', 'fewer', 'less than', 'at most')):
        return 'CLEAN'
    return 'DRAWBACK' if any(guard.endswith(SMALL) for guard in entry['guards']) else 'CLEAN'
