# failure class: any
# tier: static
# description: wants the task and the output as two arguments
# parameter WORD: 'print(' | 'while True'

WORD = 'print('


def check(task, output):
    return 'DRAWBACK' if WORD in output else 'CLEAN'
