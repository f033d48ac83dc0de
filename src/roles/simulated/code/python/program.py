# The parts of this folder are joined in the order of parts.ts into one sandbox driver; nothing here runs a program.
import ast
import re
import warnings
import zlib

# Some faults make Python warn about them; nobody reads that here.
warnings.simplefilter('ignore')


SKIPPED = frozenset(ast.operator.__subclasses__() + ast.cmpop.__subclasses__() + ast.unaryop.__subclasses__()
                    + ast.boolop.__subclasses__() + ast.expr_context.__subclasses__())


class Edit:
    """One change at one place: its name, and a function that makes it in a freshly parsed copy of the program."""

    def __init__(self, name, apply):
        self.name = name
        self.apply = apply


class Program:
    """A parsed program: its nodes in a fixed order, their parents, and the function that the task asks for."""

    def __init__(self, source, entry_point, kinds):
        self.tree = ast.parse(source)
        self.entry_point = entry_point
        self.kinds = kinds
        functions = [node for node in self.tree.body if isinstance(node, ast.FunctionDef)]
        named = [node for node in functions if node.name == entry_point]
        if not functions:
            raise ValueError('the reference defines no function')
        self.entry = named[-1] if named else functions[-1]
        self.index()

    def index(self):
        """Numbers the nodes, depth first, and notes the place of each; again before an edit that builds on another."""
        self.nodes = []
        self.place = {}
        self.owner = {}
        self._live = None
        stack = [(self.tree, None)]
        while stack:
            node, function = stack.pop()
            self.nodes.append(node)
            self.owner[node] = function
            if isinstance(node, (ast.FunctionDef, ast.Lambda)):
                function = node
            children = []
            for field in node._fields:
                value = getattr(node, field, None)
                if isinstance(value, list):
                    for position, child in enumerate(value):
                        if isinstance(child, ast.AST) and type(child) not in SKIPPED:
                            self.place[child] = (node, field, position)
                            children.append((child, function))
                elif isinstance(value, ast.AST) and type(value) not in SKIPPED:
                    self.place[value] = (node, field, None)
                    children.append((value, function))
            stack.extend(reversed(children))

    @property
    def live(self):
        """Nodes that a call of the entry point can reach, without docstrings, annotations and decorators."""
        if self._live is None:
            by_name = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
            self._live, reached, waiting = set(), {self.entry}, [self.entry]
            while waiting:
                stack = list(waiting.pop().body)
                while stack:
                    node = stack.pop()
                    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                        continue
                    self._live.add(node)
                    if isinstance(node, ast.Name) and node.id in by_name and by_name[node.id] not in reached:
                        reached.add(by_name[node.id])
                        waiting.append(by_name[node.id])
                    children = [child for child in ast.iter_child_nodes(node) if child in self.place]
                    if isinstance(node, ast.FunctionDef):
                        children = [child for child in children if child not in node.decorator_list and child is not node.returns]
                    stack.extend(children)
        return self._live

    def sites(self, *types):
        """(index, node) of the live nodes of these types, in the fixed order."""
        return [(index, node) for index, node in enumerate(self.nodes) if node in self.live and isinstance(node, types)]

    def number(self, node):
        return self.nodes.index(node)

    def ancestors(self, node):
        while node in self.place:
            node = self.place[node][0]
            yield node

    def replace(self, node, new):
        parent, field, index = self.place[node]
        if index is None:
            setattr(parent, field, new)
        else:
            getattr(parent, field)[index] = new

    def splice(self, statement, new):
        """Puts statements in the place of one; an empty block gets a `pass`."""
        parent, field, _ = self.place[statement]
        block = getattr(parent, field)
        at = next(index for index, one in enumerate(block) if one is statement)
        block[at : at + 1] = new
        if not block and field == 'body':
            block.append(ast.Pass())

    def parameters(self):
        return [argument.arg for argument in self.entry.args.posonlyargs + self.entry.args.args]

    def own(self, *types):
        """(index, node) of nodes in the entry function itself, not in functions nested in it."""
        return [(index, node) for index, node in self.sites(*types) if self.owner[node] is self.entry]

    def returns(self):
        """(index, node) of the entry function's returns of a value, in the order of the text."""
        return [
            (index, node)
            for index, node in enumerate(self.nodes)
            if isinstance(node, ast.Return) and node.value is not None and self.owner[node] is self.entry
        ]

    def loop_control(self, node):
        """True where a change could keep a while loop from ending: in its test, in what moves its test, in its way out."""
        for loop in self.ancestors(node):
            if not isinstance(loop, ast.While):
                continue
            tested = {name.id for name in ast.walk(loop.test) if isinstance(name, ast.Name)}
            for one in [node, *self.ancestors(node)]:
                if one is loop:
                    break
                if one is loop.test:
                    return True
                if isinstance(one, (ast.Assign, ast.AugAssign)) and tested & stored_names(one):
                    return True
                if isinstance(one, ast.Expr) and tested & {name.id for name in ast.walk(one) if isinstance(name, ast.Name)}:
                    return True
                if isinstance(one, ast.If) and any(isinstance(leaf, (ast.Break, ast.Return)) for leaf in ast.walk(one)):
                    return True
                if isinstance(one, ast.If) and tested & stored_names(one):
                    return True
        return False


def stored_names(node):
    """Names that a statement assigns, also through a subscript or an attribute."""
    stored = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    for one in ast.walk(node):
        if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
            stored.add(one.target.id)
        if isinstance(one, (ast.Subscript, ast.Attribute)) and isinstance(one.ctx, ast.Store):
            stored |= {name.id for name in ast.walk(one.value) if isinstance(name, ast.Name)}
    return stored


def expression(text):
    return ast.parse(text, mode='eval').body


def statements(text):
    return ast.parse(text).body


def call(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def plus(node, amount):
    """`node + amount` or `node - amount`, folded where it is a number already."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value + amount
        return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))
    operator = ast.Add() if amount > 0 else ast.Sub()
    return ast.BinOp(node, operator, ast.Constant(abs(amount)))


def is_call(node, *names):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def is_method(node, *names):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def after_docstring(function):
    return 1 if function.body and is_docstring(function.body[0]) else 0


def fresh_name(program, wanted):
    """The first of `wanted`, `wanted_2`, … that the program does not use."""
    used = {node.id for node in program.nodes if isinstance(node, ast.Name)}
    used |= {node.arg for node in program.nodes if isinstance(node, ast.arg)}
    used |= {node.name for node in program.nodes if isinstance(node, ast.FunctionDef)}
    name, count = wanted, 1
    while name in used:
        count += 1
        name = f'{wanted}_{count}'
    return name


def hashed(*words):
    return zlib.crc32('\n'.join(str(word) for word in words).encode())


def assign(name, value):
    return ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)


def rendered(program):
    """The program's text, or None where a change left what cannot be written."""
    try:
        return ast.unparse(program.tree) + '\n'
    except (ValueError, TypeError, AttributeError):
        return None
