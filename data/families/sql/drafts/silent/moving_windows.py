# failure class: any
# tier: static
# description: speaks only about windows with several partitions
# parameter LEAST: 3 | 4

LEAST = 3


def check(item):
    summary = item['facts']['summary']
    windows = [window for window in summary['windows'] if len(window['partitions']) >= LEAST] if summary else []
    if not windows:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(window['orders'] == 0 for window in windows) else 'CLEAN'
