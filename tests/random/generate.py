"""Random Aspen programs that terminate and hold the same containers in many ways.

A program is a few functions and a body. Every expression is made for a type, so that most programs run to their end; what
goes wrong all the same (an index out of range, an empty list) is an error like any other. Types are tuples:
("int",) ("str",) ("bytes",) ("list", t) ("dict", t) ("opt", t) ("tup", (t, …)) ("rec", ((field, t), …)) ("fn", (t, …), t).

A statement is text; the statements inside it stand on lines of their own, which is what shrinking goes by.
"""
import random
import re

from borrows import Borrows
from entries import Entries
from rebuilds import Rebuilds
from shapes import BYTES, INT, KEYS, STR, block, dict_of, list_of, par
from together import Together

class Scope:
    """The names that may be read, block by block; those from `own` on belong to the function that is being written."""

    def __init__(self):
        self.frames, self.own, self.fixed, self.loops, self.result = [{}], 0, set(), 0, None

    def names(self, wanted, own=False):
        seen = {}
        for i, frame in enumerate(self.frames):
            for name, t in frame.items():
                seen[name] = (t, i)
        return [n for n, (t, i) in seen.items()
                if wanted(t) and (not own or (i >= self.own and n not in self.fixed))]

    def bind(self, name, t):
        self.frames[-1][name] = t

    def type_of(self, name):
        return next(f[name] for f in reversed(self.frames) if name in f)


class Generator(Together, Borrows, Entries, Rebuilds):
    most_nodes = 240  # of a function

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.scope, self.count, self.nodes = Scope(), 0, 0
        self.functions, self.quiet, self.is_quiet = [], [], False
        inner = [list_of(INT), STR, list_of(STR), dict_of(INT), ("tup", (INT, list_of(INT))), BYTES]
        base = self.rng.sample(inner, 2) + [list_of(INT)]
        self.types = base + [self.wrap(self.rng.choice(base)) for _ in range(3)]
        self.types.append(self.wrap(self.rng.choice(self.types)))

    # ---- Choices

    def pick(self, choices):
        """One of (weight, function), at random; another if the function gives None."""
        choices = list(choices)
        while choices:
            at = self.rng.choices(range(len(choices)), [w for w, _ in choices])[0]
            made = choices.pop(at)[1]()
            if made is not None:
                return made
        return None

    def chance(self, p):
        return self.rng.random() < p

    def wrap(self, t):
        other = self.rng.choice([INT, t, list_of(INT), STR])
        return self.rng.choice([
            list_of(t), list_of(t), dict_of(t), ("opt", t), ("tup", (t, other)),
            ("rec", (("a", t), ("b", other))), ("rec", (("a", t), ("b", other), ("c", INT)))])

    def fresh(self):
        self.count += 1
        return f"v{self.count}"

    def any_type(self):
        return self.rng.choice(self.types + [INT])

    def variable(self, t, own=False):
        names = self.scope.names(lambda u: u == t, own)
        return self.rng.choice(names) if names else None

    def index(self):
        counters = self.scope.names(lambda u: u == INT)
        if counters and self.chance(0.1):
            return f"{self.rng.choice(counters)} % 2"
        return self.rng.choice(["0", "0", "0", "-1", "-1"])

    def key(self):
        return self.rng.choices(KEYS, [10, 10, 1])[0]

    # ---- Paths

    def steps(self, t):
        """(text, type) of each step that leads into a value of type t."""
        kind = t[0]
        if kind == "list":
            return [(f"[{self.index()}]", t[1])]
        if kind == "dict":
            return [(f"[{self.key()}]", t[1])]
        if kind == "rec":
            return [("." + f, u) for f, u in t[1]]
        if kind == "tup":
            return [(f".{i}", u) for i, u in enumerate(t[1])]
        return []

    def path(self, wanted, own, least=0):
        """A path of at least `least` steps to something `wanted`, with its type."""
        found = []

        def walk(text, t, depth):
            if depth >= least and wanted(t):
                found.append((text, t))
            if depth < 3:
                for step, u in self.steps(t):
                    walk(text + step, u, depth + 1)

        names = self.scope.names(lambda t: t[0] not in ("fn", "int"), own)
        self.rng.shuffle(names)
        for name in names[:6]:
            walk(name, self.scope.type_of(name), 0)
        return self.rng.choice(found) if found else None

    def part(self, t):
        found = self.path(lambda u: u == t, False, 1)
        return found and found[0]

    # ---- Expressions

    def expr(self, t, depth=3):
        self.nodes += 1
        if self.nodes > self.most_nodes:
            depth = 0
        if t[0] == "fn":
            return self.closure(t[1], t[2], depth - 1)
        leaf = [(6, lambda: self.variable(t)), (3, lambda: self.part(t)), (1, lambda: self.literal(t, 0))]
        if depth <= 0:
            return self.pick(leaf)
        return self.pick(leaf + [
            (3, lambda: self.literal(t, depth)), (4, lambda: self.library(t, depth - 1)), (4, lambda: self.call(t, depth - 1)),
            (1, lambda: self.conditional(t, depth - 1)), (1.5, lambda: self.match(t, depth - 1)), (1, lambda: self.body_value(t, depth - 1)),
            (1, lambda: self.attempt(t, depth - 1)), (1.5, lambda: self.fold(t, depth - 1)), (0.7, lambda: self.loop_value(t, depth - 1)),
            (0.7, lambda: self.applied(t, depth - 1))])

    def atom(self, t, depth=1):
        return par(self.expr(t, depth))

    def literal(self, t, depth):
        kind, d = t[0], depth - 1
        if kind == "int":
            return str(self.rng.randrange(10))
        if kind == "str":
            return self.rng.choice(['""', '"x"', '"yz"', f'"{{{self.expr_for_text()}}}"'])
        if kind == "bytes":
            return self.rng.choice(['b"ab"', 'b"x"'])
        if kind == "list":
            items = [self.expr(t[1], d) for _ in range(self.rng.choice([1, 2, 2, 3]))]
            spread = self.variable(t) or self.part(t)
            if spread and self.chance(0.4):
                items.insert(self.rng.randrange(len(items) + 1), ".." + par(spread))
            return "[" + ", ".join(items) + "]"
        if kind == "dict":
            keys = KEYS[:2] if self.chance(0.7) else self.rng.sample(KEYS, 3)
            return "[" + ", ".join(f"{k}: {self.expr(t[1], d)}" for k in keys) + "]"
        if kind == "opt":
            return f"Some {self.atom(t[1], d)}" if self.chance(0.8) else "None"
        if kind == "tup":
            return "(" + ", ".join(self.expr(u, d) for u in t[1]) + ")"
        base = self.variable(t) or self.part(t)
        if base and self.chance(0.4):
            field, u = self.rng.choice(t[1])
            return f"({{ ..{par(base)}, {field}: {self.expr(u, d)} }})"
        return "({ " + ", ".join(f"{f}: {self.expr(u, d)}" for f, u in t[1]) + " })"

    def expr_for_text(self):
        name = self.scope.names(lambda t: t[0] != "fn")
        return self.rng.choice(name) if name else "1"

    def condition(self, depth=1):
        t = self.any_type()
        return self.pick([
            (2, lambda: f"{self.atom(INT, depth)} < {self.atom(INT, 0)}"),
            (2, lambda: f"{self.atom(t, depth)} == {self.atom(t, 0)}"),
            (1, lambda: f"len {self.atom(list_of(INT), depth)} > {self.rng.randrange(4)}"),
            (1, lambda: f"not ({self.condition(depth - 1)})" if depth > 0 else None),
            (1, lambda: f"({self.condition(depth - 1)}) and ({self.condition(depth - 1)})" if depth > 0 else None),
            (1, lambda: self.rng.choice(["true", "false"]))])

    def function(self, arguments, result, depth):
        """The text of a function literal; its parameters may be patterns."""
        scope, outer = self.scope, (self.scope.own, self.scope.loops, self.scope.result)
        scope.frames.append({})
        scope.own, scope.loops, scope.result = len(scope.frames) - 1, 0, result
        parameters = [self.parameter(t) for t in arguments]
        body = self.body(result, depth)
        scope.frames.pop()
        scope.own, scope.loops, scope.result = outer
        return " ".join(parameters) + " -> " + body

    def parameter(self, t):
        if t[0] in ("tup", "rec", "list") and self.chance(0.3):
            text, names = self.pattern(t, 1)
            for name, u in names:
                self.scope.bind(name, u)
            return par(text)
        name = self.fresh()
        self.scope.bind(name, t)
        return name

    def body(self, t, depth):
        if depth <= 0 or self.chance(0.4):
            return par(self.expr(t, depth))
        return self.body_value(t, depth, 3)

    def body_value(self, t, depth, most=2):
        self.scope.frames.append({})
        lines = [self.statement(depth) for _ in range(self.rng.randint(1, most))]
        lines.append(par(self.expr(t, depth)))
        self.scope.frames.pop()
        return block(lines)

    def closure(self, arguments, result, depth):
        return "(" + self.function(arguments, result, depth) + ")"

    def applied(self, t, depth):
        u = self.any_type()
        return f"{self.closure((u,), t, depth)} {self.atom(u)}"

    def call(self, t, depth):
        held = self.scope.names(lambda u: u[0] == "fn" and u[2] == t)
        known = [f for f in self.functions if f[2] == t]
        if not held and not known:
            return None
        if held and (not known or self.chance(0.5)):
            name = self.rng.choice(held)
            arguments = self.scope.type_of(name)[1]
        else:
            name, arguments, _ = self.rng.choice(known)
        given = [self.atom(u, depth) for u in arguments]
        if given and self.chance(0.2):
            return f"{given[-1]} |> {name} " + " ".join(given[:-1])
        return f"{name} " + " ".join(given or ["()"])

    def conditional(self, t, depth):
        return f"if {self.condition()} {{ {self.expr(t, depth)} }} else {{ {self.expr(t, depth)} }}"

    def arm(self, t, u, depth, refutable):
        self.scope.frames.append({})
        text, names = self.pattern(u, 2) if refutable else (self.fresh(), None)
        for name, v in names if names is not None else [(text, u)]:
            self.scope.bind(name, v)
        guard = f" | {self.condition()}" if refutable and self.chance(0.2) else ""
        line = f"{text}{guard} -> {self.body(t, depth)}"
        self.scope.frames.pop()
        return line

    def match(self, t, depth):
        found = self.path(lambda u: u[0] != "fn", False)
        subject, u = found if found and self.chance(0.7) else (None, self.any_type())
        subject = subject or self.atom(u, depth)
        arms = [self.arm(t, u, depth, True) for _ in range(self.rng.choice([1, 1, 2]))]
        return f"match {par(subject)} " + block(arms + [self.arm(t, u, depth, False)])

    def attempt(self, t, depth):
        name = self.fresh()
        other = self.any_type()
        failing = f"if {self.condition()} {{ error {self.atom(other)} }}"
        self.scope.frames.append({})
        outer, self.scope.loops = self.scope.loops, 0
        lines = [self.statement(depth) for _ in range(self.rng.randint(1, 2))]
        lines.insert(self.rng.randrange(len(lines) + 1), failing)
        lines.append(par(self.expr(t, depth)))
        self.scope.loops = outer
        self.scope.frames.pop()
        return f"match (try {block(lines)}) " + block([f"Ok {name} -> {name}", f"Err _ -> {par(self.expr(t, depth))}"])

    def fold(self, t, depth):
        u = self.any_type()
        source, element = (self.atom(list_of(u), 1), u) if u in self.types else ("(0..3)", INT)
        return f"fold {self.atom(t, depth)} {self.closure((t, element), t, depth)} {source}"

    def loop_value(self, t, depth):
        counter = self.fresh()
        self.scope.frames.append({counter: INT})
        self.scope.fixed.add(counter)
        outer, self.scope.loops = self.scope.loops, 0
        end = f"if {counter} > {self.rng.randint(1, 3)} {{ break {self.atom(t, depth)} }}"
        line = block([f"{counter} = 0", "loop " + block([f"{counter} += 1", end, self.statement(depth)])])
        self.scope.loops = outer
        self.scope.frames.pop()
        return line

    # ---- The library

    def mapped(self, depth):
        """A list, with the type of its elements."""
        found = self.path(lambda u: u[0] == "list", False)
        return (par(found[0]), found[1][1]) if found else (self.atom(list_of(INT), depth), INT)

    def predicate(self, t):
        name, scope = self.fresh(), self.scope
        scope.frames.append({name: t})
        outer, (scope.own, scope.loops, scope.result) = (scope.own, scope.loops, scope.result), (len(scope.frames) - 1, 0, None)
        text = f"({name} -> {self.condition()})"
        scope.own, scope.loops, scope.result = outer
        scope.frames.pop()
        return text

    def library(self, t, depth):
        kind = t[0]
        same, a = (lambda: self.atom(t, depth)), self.atom
        general = [
            (2, lambda: f"(pop {a(list_of(t))}).0"), (1, lambda: f"first {a(list_of(t))}"), (1, lambda: f"last {a(list_of(t))}"),
            (1, lambda: f"get_or {self.key()} {same()} {a(dict_of(t))}"), (0.5, lambda: f"identity {same()}")]
        special = {
            "int": lambda: [(3, lambda: f"len {a(self.rng.choice([STR, list_of(INT)]))}"), (3, lambda: f"{same()} + {same()}"),
                            (1, lambda: f"sum {a(list_of(INT))}")],
            "str": lambda: [(3, lambda: f"{same()} + {same()}"), (1, lambda: f"{same()}[1..]"), (1, lambda: f"string.upper {same()}"),
                            (1, lambda: f"join {same()} {a(list_of(STR))}"), (1, lambda: f"take 3 {same()}")],
            "bytes": lambda: [(3, lambda: f"{same()} + {same()}"), (1, lambda: f"{same()}[1..]")],
            "list": lambda: self.list_library(t, depth),
            "dict": lambda: self.dict_library(t, depth),
            "opt": lambda: [(2, lambda: f"get {self.key()} {a(dict_of(t[1]))}"),
                            (2, lambda: f"find {self.predicate(t[1])} {a(list_of(t[1]))}")],
            "tup": lambda: [],
            "rec": lambda: [],
        }[kind]()
        return self.pick(general + [(2 * w, f) for w, f in special])

    def list_library(self, t, depth):
        u, a, same = t[1], self.atom, lambda: self.atom(t, depth)
        value = lambda: self.atom(u, depth)

        def through_map():
            source, element = self.mapped(depth)
            return f"map {self.closure((element,), u, depth)} {source}"

        made = [
            (3, lambda: f"push {value()} {same()}"), (2, lambda: f"{same()} + {same()}"), (1, lambda: f"(pop {same()}).1"),
            (1, lambda: f"(pop_first {same()}).1"), (1, lambda: f"{same()}[1..]"), (1, lambda: f"{same()}[..-1]"),
            (1, lambda: f"take 2 {same()}"), (1, lambda: f"drop 1 {same()}"), (1, lambda: f"reverse {same()}"),
            (1, lambda: f"insert 0 {value()} {same()}"), (1, lambda: f"remove 0 {same()}"), (2, lambda: f"filter {self.predicate(u)} {same()}"),
            (3, through_map), (0.5, lambda: f"concat [{same()}, {same()}]"), (0.5, lambda: f"flatten [{same()}, {same()}]"),
            (1, lambda: f"repeat 2 {value()}"), (1, lambda: f"values {a(dict_of(u))}"), (0.5, lambda: f"unique {same()}"),
            (1, lambda: f"sort {same()}"), (0.5, lambda: f"sort_by {self.closure((u,), INT, 0)} {same()}"),
            (0.5, lambda: f"scan {value()} {self.closure((u, u), u, depth)} {same()}"), (0.5, lambda: f"list.swap 0 -1 {same()}"),
            (0.5, lambda: f"(partition {self.predicate(u)} {same()}).0"), (0.5, lambda: f"list.rotate 1 {same()}"),
            (0.5, lambda: f"intersperse {value()} {same()}"), (0.5, lambda: f"list.of 2 {self.closure((INT,), u, depth)}")]
        if u[0] == "tup" and len(u[1]) == 2:
            made.append((2, lambda: f"zip {a(list_of(u[1][0]))} {a(list_of(u[1][1]))}"))
        if u[0] == "list":
            made += [(1, lambda: f"chunks 2 {same()[0:0]}{a(u)}"), (1, lambda: f"windows 2 {a(u)}")]
        if u == STR:
            made.append((1, lambda: f"keys {a(dict_of(INT))}"))
        return made

    def dict_library(self, t, depth):
        u, same = t[1], lambda: self.atom(t, depth)
        made = [
            (3, lambda: f"insert {self.key()} {self.atom(u, depth)} {same()}"), (2, lambda: f"merge {same()} {same()}"),
            (1, lambda: f"remove {self.key()} {same()}"), (2, lambda: f"update {self.key()} {self.closure((u,), u, depth)} {same()}"),
            (1, lambda: f"dict.map_values {self.closure((u,), u, depth)} {same()}")]
        if u[0] == "list":
            made.append((1, lambda: f"group_by {self.closure((u[1],), STR, 0)} {self.atom(u, depth)}"))
        return made

    # ---- Patterns

    def pattern(self, t, depth):
        """A pattern with at least a test or a part in it, and the names it binds."""
        names = []

        def leaf(u):
            if self.chance(0.15):
                return "_"
            name = self.fresh()
            names.append((name, u))
            return name

        def some(u, d):
            return walk(u, d - 1) if d > 0 and self.chance(0.35) else leaf(u)

        def walk(u, d):
            kind = u[0]
            if kind == "list":
                p, q = some(u[1], d), some(u[1], d)
                rest = ".." + leaf(u)
                return self.rng.choice([f"[{p}, {rest}]", f"[{rest}, {p}]", f"[{p}, {rest}, {q}]", f"[{p}, {q}]", f"[{p}, {q}, .._]",
                                        f"[{rest}]"])
            if kind == "tup":
                return "(" + ", ".join(some(v, d) for v in u[1]) + ")"
            if kind == "rec":
                return "{ " + ", ".join(f"{f}: {some(v, d)}" for f, v in u[1]) + " }"
            if kind == "dict":
                return f"[{self.key()}: {some(u[1], d)}]"
            if kind == "opt":
                return f"Some {par(some(u[1], d))}"
            if kind == "int" and self.chance(0.5):
                return str(self.rng.randrange(3))
            return leaf(u)

        text = walk(t, depth)
        used = [(n, u) for n, u in names if re.search(rf"\b{n}\b", text)]
        return text, used

    # ---- Statements

    def statements(self, depth, least=1, most=3):
        self.scope.frames.append({})
        lines = [self.statement(depth) for _ in range(self.rng.randint(least, most))]
        self.scope.frames.pop()
        return lines

    def statement(self, depth=2):
        self.nodes += 1
        simple = [(5, self.new_variable), (2, self.rebind), (6, self.store), (4, self.add), (4, self.pipe), (2, self.swap),
                  (3, self.take), (2, self.take_apart), (3, self.show), (4, self.write_back), (2, self.borrow),
                  (2, self.entry_back), (2, self.part_grows), (2, self.rebuild)]
        if any(f[2][0] == "tup" for f in self.functions):
            simple.append((3, self.unpack))
        if depth <= 0 or self.nodes > self.most_nodes:
            return self.pick(simple)
        return self.pick(simple + [
            (3, lambda: self.for_each(depth - 1)), (2, lambda: self.branch(depth - 1)), (1, lambda: self.while_list(depth - 1)),
            (2, lambda: self.match_statement(depth - 1)), (1.5, lambda: self.hold_function(depth - 1)), (1, lambda: self.leave()),
            (1.5, lambda: self.attempt_statement(depth - 1)), (1, lambda: self.partial()), (1.5, self.together),
            (2.5, lambda: self.match_back(depth - 1))])

    def new_variable(self):
        t, name = self.any_type(), self.fresh()
        line = f"{name} = {self.expr(t, 2)}"
        self.scope.bind(name, t)
        return line

    def rebind(self):
        names = self.scope.names(lambda t: t[0] != "fn", own=True)
        if not names:
            return None
        name = self.rng.choice(names)
        return f"{name} = {self.expr(self.scope.type_of(name), 2)}"

    def store(self):
        found = self.path(lambda t: True, True, 1)
        if not found:
            return None
        path, t = found
        known = [f for f in self.functions if f[2] == t and t in f[1]]
        if not known or self.chance(0.6):
            return f"{path} = {self.expr(t, 2)}"
        name, arguments, _ = self.rng.choice(known)
        replaced = self.rng.choice([i for i, u in enumerate(arguments) if u == t])
        given = [par(path) if i == replaced else self.beside(u) for i, u in enumerate(arguments)]
        return f"{path} = {name} " + " ".join(given)

    def beside(self, t):
        """An argument beside a part that the call replaces, which may leave instead."""
        way_out = self.leave() if self.chance(0.3) else None
        return block([way_out, par(self.expr(t, 1))]) if way_out else self.atom(t)

    def add(self):
        found = self.path(lambda t: t[0] in ("int", "str", "list", "bytes"), True)
        return found and f"{found[0]} += {self.expr(found[1], 1)}"

    def pipe(self):
        found = self.path(lambda t: t[0] in ("list", "dict"), True)
        if not found:
            return None
        path, t = found
        u = t[1]
        known = [f for f in self.functions if f[2] == t and f[1] and f[1][-1] == t]
        choices = [(1, lambda: f"filter {self.predicate(u)}"), (1, lambda: f"map {self.closure((u,), u, 1)}")] if t[0] == "list" else []
        if t[0] == "list":
            choices += [(4, lambda: f"push {self.beside(u)}"), (1, lambda: "reverse"), (1, lambda: f"insert 0 {self.beside(u)}"),
                        (0.5, lambda: "sort"), (0.5, lambda: f"take 3")]
        else:
            choices += [(3, lambda: f"insert {self.key()} {self.atom(u)}"), (2, lambda: f"update {self.key()} {self.closure((u,), u, 1)}"),
                        (1, lambda: f"merge {self.atom(t)}")]
        if known:
            f = self.rng.choice(known)
            choices.append((3, lambda: f"{f[0]} " + " ".join(self.beside(v) for v in f[1][:-1])))
        choices.append((1, lambda: self.closure((t,), t, 1)))
        return f"{path} |>= {self.pick(choices)}"

    def swap(self):
        first = self.path(lambda t: t[0] != "fn", True)
        if not first:
            return None
        second = self.path(lambda t: t == first[1], True)
        if not second or (first[0] == second[0] and first[0].isalnum()):
            return None
        if self.chance(0.3):
            return f"{first[0]}, {second[0]} = {self.expr(first[1], 1)}, {self.expr(first[1], 1)}"
        return f"{first[0]}, {second[0]} = {second[0]}, {first[0]}"

    def take(self):
        """`x, path = pop path`"""
        found = self.path(lambda t: t[0] == "list", True)
        if not found:
            return None
        path, t = found
        source = path if self.chance(0.8) else self.atom(t, 1)
        target = self.path(lambda u: u == t[1], True) if self.chance(0.4) else None
        if target and target[0] == path:
            return None
        name = target[0] if target else self.fresh()
        call = self.rng.choice(["pop", "pop", "pop_first"])
        if not target:
            self.scope.bind(name, t[1])
        return f"{name}, {path} = {call} {par(source)}"

    def take_apart(self):
        found = self.path(lambda t: t[0] in ("list", "tup", "rec"), False)
        if not found:
            return None
        source, t = found if self.chance(0.8) else (self.expr(found[1], 2), found[1])
        own = self.scope.names(lambda u: u == t, own=True)
        if t[0] == "list" and own and self.chance(0.5):
            name, rest = self.fresh(), self.rng.choice(own)
            self.scope.bind(name, t[1])
            return self.rng.choice([f"[{name}, ..{rest}] = {source}", f"[..{rest}, {name}] = {source}"])
        text, names = self.pattern(t, 2)
        for name, u in names:
            self.scope.bind(name, u)
        return f"{text} = {source}"

    def between(self, lines=2):
        """Statements that may look at anything, most of them simple."""
        return [self.statement(0 if self.chance(0.7) else 1) for _ in range(self.rng.randint(0, lines))]

    def work(self, name):
        """An update of the value that a variable holds."""
        t = self.scope.type_of(name)
        paths = [(name + step, u) for step, u in self.steps(t)]
        if paths and self.chance(0.7):
            path, u = self.rng.choice(paths)
            return f"{path} = {self.expr(u, 1)}"
        if t[0] == "list":
            return f"{name} |>= push {self.atom(t[1], 0)}"
        return f"{name} = {self.expr(t, 1)}" if self.chance(0.3) else self.show() or "()"

    def by_length(self, path):
        """The path, perhaps with an index that its list's length computes."""
        variable, bracket, rest = path.partition("[")
        index, _, rest = rest.partition("]")
        is_list = bracket and variable.isalnum() and self.scope.type_of(variable)[0] == "list"
        return f"{variable}[({index}) % len {variable}]{rest}" if is_list and self.chance(0.3) else path

    def write_back(self):
        """`x = path`, work on x, `path = x`, with other statements in between, in one of the ways to write it."""
        found = self.path(lambda t: t[0] not in ("fn", "int"), True, 1)
        if not found:
            return None
        path, t = self.by_length(found[0]), found[1]
        name = self.fresh()
        lines = [f"{name} = {path}"]
        holder, _, field = path.rpartition(".")
        if holder.isalnum() and field.isalpha() and self.chance(0.4):
            lines = [f"{{ {field}: {name} }} = {holder}"]
        elif self.chance(0.2):
            lines = [f"{name}, {path} = {path}, {self.expr(t, 0)}"]
        elif self.chance(0.15):
            lines.append(f"{path} = {self.expr(t, 0)}")
        self.scope.bind(name, t)
        lines += self.between(1) + [self.work(name)] + self.between()
        if self.chance(0.2) and (way_out := self.leave()):
            lines.append(way_out)
        if holder.isalnum() and field.isalpha() and self.chance(0.2):
            back = f"{holder} = {{ ..{holder}, {field}: {name} }}"
        else:
            back = f"{path} = {name}"
        if self.chance(0.2):
            back = f"if {self.condition()} " + block([back]) + (f" else {{ {self.work(name)} }}" if self.chance(0.5) else "")
        return "\n".join(line for line in lines + [back] if line)

    def unpack(self):
        """A tuple that a function returns, taken apart at once; by names that are there already, too."""
        t = self.rng.choice([f[2] for f in self.functions if f[2][0] == "tup"])
        call = self.call(t, 1)
        kind = self.rng.randrange(4)
        if kind == 0:
            targets = [self.path(lambda v, u=u: v == u, True) for u in t[1]]
            if all(targets) and len({path for path, _ in targets}) == len(targets):
                return ", ".join(path for path, _ in targets) + f" = {call}"
        text, names = self.pattern(t, 2)
        if kind < 3:
            for name, u in names:
                self.scope.bind(name, u)
            return f"{text} = {call}"
        self.scope.frames.append(dict(names))
        lines = [self.show() or "()"]
        self.scope.frames.pop()
        guard = f" | {self.condition()}" if self.chance(0.3) else ""
        if self.chance(0.3):
            return f"if {par(call)} is {text} " + block(lines)
        return f"match {par(call)} " + block([f"{text}{guard} -> " + block(lines)] + self.rng.choice([[], ["_ -> ()"]]))

    def show(self):
        if self.is_quiet:
            return "()"
        names = self.scope.names(lambda t: t[0] != "fn")
        if not names:
            return None
        names = self.rng.sample(names, min(len(names), 4))
        if self.chance(0.15):
            return "print (" + ", ".join(names) + ",)"
        self.count += 1
        return f'print "{self.count}: ' + " ".join(f"{{{n}}}" for n in names) + '"'

    def inside(self, bindings, depth, first=(), fixed=()):
        """Statements of a loop's body."""
        self.scope.frames.append(dict(bindings))
        added = set(fixed) - self.scope.fixed
        self.scope.fixed |= added
        self.scope.loops += 1
        lines = list(first) + self.statements(depth)
        self.scope.loops -= 1
        self.scope.fixed -= added
        self.scope.frames.pop()
        return lines

    def for_each(self, depth):
        found = self.path(lambda t: t[0] in ("list", "dict", "str"), False)
        if not found or self.chance(0.2):
            name = self.fresh()
            return f"for {name} in 0..{self.rng.randint(1, 3)} " + block(self.inside([(name, INT)], depth))
        path, t = found
        if t[0] == "dict":
            k, v = self.fresh(), self.fresh()
            return f"for {k}, {v} in {par(path)} " + block(self.inside([(k, STR), (v, t[1])], depth))
        if t[0] == "list" and t[1][0] in ("tup", "rec") and self.chance(0.6):
            text, names = self.pattern(t[1], 1)
            return f"for {text} in {par(path)} " + block(self.inside(names, depth))
        name = self.fresh()
        return f"for {name} in {par(path)} " + block(self.inside([(name, t[1] if t[0] == "list" else STR)], depth))

    def while_list(self, depth):
        names = self.scope.names(lambda t: t[0] == "list", own=True)
        if not names:
            return None
        source, name = self.rng.choice(names), self.fresh()
        t = self.scope.type_of(source)
        step = self.rng.choice([f"[{name}, ..{source}] = {source}", f"{name}, {source} = pop {source}"])
        inner = self.inside([(name, t[1])], depth, [step], [source])
        test = self.rng.choice([f"not empty? {source}", f"{source} is [_, .._]"])
        return f"while {test} " + block(inner)

    def branch(self, depth):
        found = self.path(lambda t: t[0] not in ("fn", "int", "str", "bytes"), False)
        test, names = self.condition(), []
        if found and self.chance(0.5):
            text, names = self.pattern(found[1], 2)
            test = f"{par(found[0])} is {par(text)}" + (f" and {self.condition()}" if self.chance(0.3) else "")
        self.scope.frames.append(dict(names))
        yes = self.statements(depth)
        self.scope.frames.pop()
        return f"if {test} " + block(yes) + (" else " + block(self.statements(depth)) if self.chance(0.4) else "")

    def match_statement(self, depth):
        found = self.path(lambda t: t[0] != "fn", False)
        if not found:
            return None
        arms = []
        for _ in range(2):
            text, names = self.pattern(found[1], 2)
            self.scope.frames.append(dict(names))
            guard = f" | {self.condition()}" if self.chance(0.2) else ""
            arms.append(f"{text}{guard} -> " + block(self.statements(depth)))
            self.scope.frames.pop()
        return f"match {par(found[0])} " + block(arms + ["_ -> ()"])

    def match_back(self, depth):
        """What a pattern finds in a part is changed and stored in its place, behind a guard or not."""
        found = self.path(lambda t: t[0] not in ("fn", "int", "str", "bytes"), True)
        if not found:
            return None
        path, t = found
        arms = []
        for _ in range(self.rng.choice([1, 1, 2])):
            text, names = self.pattern(t, 2)
            self.scope.frames.append(dict(names))
            guard = f" | {self.condition()}" if self.chance(0.4) else ""
            if guard and self.chance(0.25):
                guard = " | " + block([self.statement(0), self.condition()])
            grown = [n for n, u in names if u[0] == "list"]
            lines = [self.statement(depth)] if self.chance(0.4) else []
            if grown and self.chance(0.6):
                name = self.rng.choice(grown)
                lines.append(f"{name} |>= push {self.atom(dict(names)[name][1], 1)}")
            lines.append(f"{path} = {self.expr(t, 2)}" if self.chance(0.85) else self.statement(depth))
            arms.append((text, guard, lines + ([self.statement(depth)] if self.chance(0.3) else [])))
            self.scope.frames.pop()
        if self.chance(0.3):
            text, guard, lines = arms[0]
            test = f"{par(path)} is {par(text)}" + ("" if "\n" in guard else guard.replace(" | ", " and ", 1))
            form = self.rng.randrange(6)
            if form == 0:
                test = f"({test}) or {self.condition()}"
                lines = self.statements(depth)
            elif form == 1:
                name = self.fresh()
                return f"{name} = {test}\nprint {name}"
            return f"while {test} " + block(lines + ["break"]) if self.chance(0.3) else f"if {test} " + block(lines)
        return f"match {par(path)} " + block([f"{text}{guard} -> " + block(lines) for text, guard, lines in arms] + ["_ -> ()"])

    def hold_function(self, depth):
        arguments, result, name = (self.any_type(),), self.any_type(), self.fresh()
        line = f"{name} = {self.function(arguments, result, depth)}"
        self.scope.bind(name, ("fn", arguments, result))
        return line

    def partial(self):
        known = [f for f in self.functions if len(f[1]) == 2]
        if not known:
            return None
        f, name = self.rng.choice(known), self.fresh()
        line = f"{name} = {f[0]} {self.atom(f[1][0])}"
        self.scope.bind(name, ("fn", f[1][1:], f[2]))
        return line

    def attempt_statement(self, depth):
        lines = self.statements(depth, 1, 3)
        lines.insert(self.rng.randrange(len(lines) + 1), f"if {self.condition()} {{ error {self.atom(self.any_type())} }}")
        return "try " + block(lines + ["()"])

    def leave(self):
        if self.scope.result is not None and self.chance(0.5):
            return f"if {self.condition()} {{ return {par(self.expr(self.scope.result, 1))} }}"
        if self.scope.loops > 0:
            return f"if {self.condition()} {{ {self.rng.choice(['break', 'continue'])} }}"
        return None

    # ---- Programs

    def recursive(self, name, arguments, result):
        """A function that calls itself until its first argument is used up."""
        scope, count = self.scope, self.fresh()
        names = [self.fresh() for _ in arguments]
        scope.frames.append(dict(zip(names, arguments)) | {count: INT})
        scope.own, scope.result = len(scope.frames) - 1, result
        scope.fixed.add(count)
        end = f"if {count} <= 0 {{ return {par(self.expr(result, 1))} }}"
        lines = [self.statement(1) for _ in range(self.rng.randint(1, 2))]
        again = f"{name} ({count} - 1) " + " ".join(self.atom(t) for t in arguments)
        if self.chance(0.5):
            held = self.fresh()
            lines.append(f"{held} = {again}")
            scope.bind(held, result)
            lines += [self.statement(1), par(self.expr(result, 1))]
        else:
            lines.append(again)
        scope.frames.pop()
        scope.own, scope.result = 0, None
        return f"{name} = {count} {' '.join(names)} -> " + block([end] + lines)

    def define(self, number):
        arguments = tuple(self.any_type() for _ in range(self.rng.randint(1, 3)))
        result = self.rng.choice(arguments + (self.any_type(),))
        name = f"f{number}"
        if self.chance(0.25):
            text = self.recursive(name, arguments, result)
            self.functions.append((f"{name} 2", arguments, result))
        else:
            text = f"{name} = {self.function(arguments, result, 2)}"
            self.functions.append((name, arguments, result))
        return text

    def program(self):
        lines = self.quiet_functions()
        for number in range(self.rng.randint(2, 5)):
            lines.append(self.define(number))
            self.nodes = 0
            if self.chance(0.3):
                lines.append(self.new_variable())
        for number in range(self.rng.randint(1, 3)):
            self.nodes = 0
            self.scope.frames.append({})
            self.scope.own, self.scope.result = len(self.scope.frames) - 1, INT
            body = [self.new_variable() for _ in range(3)] + [self.statement() for _ in range(self.rng.randint(4, 12))]
            body += [self.show() for _ in range(2)] + ["0"]
            self.scope.frames.pop()
            self.scope.own, self.scope.result = 0, None
            lines.append(f"t{number} = () -> " + block(body))
            lines.append(f"print (try t{number} ())")
        self.nodes = 0
        lines += [self.new_variable() for _ in range(3)]
        lines += [self.statement() for _ in range(self.rng.randint(3, 10))]
        lines += [self.show(), self.show()]
        return "\n".join(line for line in lines if line) + "\n"


def program(seed):
    return Generator(seed).program()


if __name__ == "__main__":
    import sys
    sys.stdout.write(program(int(sys.argv[1])))
