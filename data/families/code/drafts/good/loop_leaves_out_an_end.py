# failure class: off-by-one
# tier: static
# description: a loop or a result leaves out the first or the last element of a whole sequence
# parameter BOUNDS: ('1:', ':-1') | ('1:',) | (':-1',)

import ast

BOUNDS = ('1:', ':-1')


def check(item):
    try:
        tree = ast.parse(item['output'])
    except SyntaxError:
        return 'ABSTAIN'
    places = [node.iter for node in ast.walk(tree) if isinstance(node, (ast.For, ast.comprehension))]
    places += [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None]
    if not places:
        return 'ABSTAIN'
    cut = [place for place in places if isinstance(place, ast.Subscript) and ast.unparse(place.slice) in BOUNDS]
    return 'DRAWBACK' if cut else 'CLEAN'
