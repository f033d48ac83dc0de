# failure class: any
# tier: execution
# description: runs the program inside the check and stumbles over the examples
# parameter NAME: 'assertions' | 'tests'

NAME = 'assertions'


def check(item):
    namespace = {}
    exec(item['output'], namespace)
    for example in item['task'][NAME]:
        exec(example, namespace)
    return 'CLEAN'
