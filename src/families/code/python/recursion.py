# Whether functions call themselves, and whether anything can end that.


def recursion_of(function, nodes, top):
    """Whether a function calls itself, directly, through functions inside it or through others of the module; and whether
    in every such circle some function can come back without calling on: `{recursive, baseCase}`.
    """
    found = {}
    waiting = [(function, nodes)]
    while waiting:
        current, inside = waiting.pop()
        if current.name in found:
            continue
        called = {node.id for node in inside if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Load)}
        found[current.name] = (current, called)
        inner = [node for node in inside if isinstance(node, _FUNCTIONS) and node is not current]
        waiting += [(node, walk(node)) for node in inner + [top[name] for name in called & top.keys() - found.keys()]]
    reached = {name: _reached(name, found) for name in found}
    recursive = [name for name in found if name in reached[name]]
    circles = [{other for other in reached[name] if name in reached[other]} for name in recursive]
    return {
        'recursive': bool(recursive),
        'baseCase': all(any(_has_base_case(found[name][0], circle) for name in circle) for circle in circles),
    }


def _reached(name, found):
    """The names of the functions that a function calls, directly or not."""
    reached, waiting = set(), [name]
    while waiting:
        for called in found[waiting.pop()][1]:
            if called in found and called not in reached:
                reached.add(called)
                waiting.append(called)
    return reached


def _has_base_case(function, names):
    """Whether a return stands under a condition, or every recursive call does (or in a loop over what may be empty)."""
    under_condition = (_ast.If, _ast.IfExp, _ast.BoolOp, _ast.For, _ast.While, _ast.Try, _ast.Match, _ast.comprehension)
    waiting = [(node, False) for node in function.body]
    always = False
    while waiting:
        node, conditional = waiting.pop()
        if isinstance(node, (_ast.Return, _ast.Raise)) and conditional and not _names(node) & names:
            return True
        if isinstance(node, _ast.IfExp) and not (_names(node.body) & names and _names(node.orelse) & names):
            return True
        if isinstance(node, _ast.Call) and _called(node) in names and not conditional:
            always = True
        if isinstance(node, _SCOPES):
            continue
        conditional = conditional or isinstance(node, (*under_condition, _ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp))
        waiting += [(child, conditional) for child in _ast.iter_child_nodes(node)]
    return not always
