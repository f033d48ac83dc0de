# Driver: runs a program and its own asserts in one namespace. Both are the data set's, so nothing is kept from either.


def main(payload):
    names = {'__name__': 'program'}
    exec(compile(payload['setup'], 'setup', 'exec'), names)
    exec(compile(payload['code'], 'program', 'exec'), names)
    for test in payload['tests']:
        exec(compile(test, 'test', 'exec'), names)
    return len(payload['tests'])
