"""Random programs with macros, each with the program that its uses stand for.

A few names serve as variables, parameters, names that the bodies of macros bind, and words, and some are the library's. The other
program has neither macros nor two variables of one name. It is made here, from what the language's page says about macros: an
argument is evaluated where the body mentions it, and every name means what it means in the text around it. So a name that
expansion mistakes for another one changes what a program prints.
"""
import random

NAMES = ["a", "t", "len", "sum", "_t_1", "_a_2", "to", "ok?"]
WORDS = ["to", "by", "on", "do"]
HEAD = """mix = xs -> fold 7 (all x -> (all * 31 + x) % 1009) xs
size = text -> string.len text
"""


class Variable:
    def __init__(self, is_local):
        self.is_local = is_local


class Text:
    """A piece of the program as it is written; `plain(env)` is what it stands for, with env[variable] for each variable."""

    def __init__(self, text, plain):
        self.text, self.plain = text, plain


def of_parts(form, *parts):
    return Text(form.format(*(p.text for p in parts)), lambda env: form.format(*(p.plain(env) for p in parts)))


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = {}  # of the top level, with their variables
        self.macros = []  # (items, parameters, rest, body); among the items words begin with ', a rest with ..
        self.bindable = NAMES  # what parameters and blocks may be called
        self.hidden = set()  # names of a macro's body, which are no words in it
        self.statements = []
        self.count = 0

    def chance(self, p):
        return self.random.random() < p

    def fresh(self):
        self.count += 1
        return f"v{self.count}"

    def bind(self, name, form, before, after):
        """`form` with `before`, then the name, then `after` in which it means a new variable: (name, variable) decides."""
        variable = Variable(True)
        inner = after(variable)

        def plain(env):
            first, own = before.plain(env), self.fresh()
            return form.format(first, own, inner.plain({**env, variable: own}))
        return Text(form.format(before.text, name, inner.text), plain)

    def atom(self, names):
        if names and self.chance(0.7):
            name = self.random.choice([*names])
            variable = names[name]
            return Text(name, lambda env: env[variable])
        return of_parts(str(self.random.randint(0, 9)))

    def expression(self, names, depth):
        """An Int, as an atom."""
        if depth <= 0:
            return self.atom(names)
        kinds = [self.operation, self.choice, self.call, self.match, self.block, self.record, self.text, self.mixed]
        if self.macros:
            kinds += [self.value_of_use] * 5
        return self.random.choice(kinds)(names, depth - 1)

    def operation(self, names, depth):
        return of_parts(f"({{}} {self.random.choice('+-*')} {{}})", *self.several(2, names, depth))

    def several(self, count, names, depth):
        return [self.expression(names, depth) for _ in range(count)]

    def choice(self, names, depth):
        return of_parts("(if {} < {} {{ {} }} else {{ {} }})", *self.several(4, names, depth))

    def call(self, names, depth):
        name = self.random.choice(self.bindable)
        return self.bind(name, "(({1} -> {2}) {0})", self.expression(names, depth),
                         lambda own: self.expression({**names, name: own}, depth))

    def match(self, names, depth):
        name, other = self.random.choice(self.bindable), self.random.randint(0, 9)
        form = f"(match {{0}} {{{{ {{1}} | {{1}} != {other} -> {{2}}; _ -> {other} }}}})"
        return self.bind(name, form, self.expression(names, depth), lambda own: self.expression({**names, name: own}, depth))

    def block(self, names, depth):
        free = [n for n in self.bindable if n not in names and n not in WORDS]
        if not free:
            return self.expression(names, depth)
        name = self.random.choice(free)
        return self.bind(name, "({{ {1} = {0}; {2} }})", self.expression(names, depth),
                         lambda own: self.expression({**names, name: own}, depth))

    def record(self, names, depth):
        fields = [n for n in names if not n.endswith("?")]
        if not fields:
            return self.expression(names, depth)
        field, other = self.random.choice(fields), self.expression(names, depth)
        variable = names[field]
        return Text(f"(({{ {field}, other: {other.text} }}).{field})",
                    lambda env: f"(({{ {field}: {env[variable]}, other: {other.plain(env)} }}).{field})")

    def text(self, names, depth):
        return of_parts('(size "{{{}}}")', self.expression(names, depth))

    def mixed(self, names, depth):
        return of_parts("(mix [{}, {}])", *self.several(2, names, depth))

    def value_of_use(self, names, depth):
        return of_parts("({})", self.use(names, depth))

    def usable(self, names):
        hidden = self.hidden | {n for n in names if names[n].is_local}
        return [m for m in self.macros if not any(item[1:] in hidden for item in m[0] if item[0] == "'")]

    def use(self, names, depth):
        usable = self.usable(names)
        if not usable:
            return self.expression(names, depth)
        items, parameters, rest, body = self.random.choice(usable)
        atoms, arguments, more = [], [], []
        for item in items:
            if item.startswith("'"):
                atoms.append(item[1:])
                continue
            taken = self.several(self.random.randint(0, 3) if item.startswith("..") else 1, names, depth)
            atoms += [each.text for each in taken]
            (more if item.startswith("..") else arguments).extend(taken)

        def plain(env):
            values = {key: each.plain(env) for key, each in zip(parameters, arguments)}
            values[rest] = ", ".join(each.plain(env) for each in more)
            return body.plain({**self.top, **values})
        return Text(" ".join(atoms), plain)

    @property
    def top(self):
        return {variable: f"top_{NAMES.index(name)}" for name, variable in self.names.items()}

    def pattern(self):
        parameters = self.random.sample(NAMES, self.random.randint(1, 3))
        items = [f"'{self.random.choice(WORDS)}{len(self.macros)}"]
        for parameter in parameters:
            items.append(parameter)
            if self.chance(0.3):
                items.append("'" + self.random.choice(WORDS))
        rest = None
        if self.chance(0.2):
            items[:2] = [items[1], items[0]]
        elif self.chance(0.3):
            rest = self.random.choice([n for n in NAMES if n not in parameters])
            items.append(".." + rest)
        return items, parameters, rest

    def body(self, names, assigned):
        """Assignments of these names, one after the other, and a value."""
        if not assigned:
            return self.expression(names, 2)
        name, *others = assigned
        return self.bind(name, "{1} = {0}; {2}", self.expression(names, 2), lambda own: self.body({**names, name: own}, others))

    def define(self):
        """A name that a body binds somewhere is its own in all of it, so the body does not use the module's."""
        items, parameters, rest = self.pattern()
        others = [n for n in NAMES if n not in parameters and n != rest]
        self.bindable = self.random.sample(others, 3)
        self.hidden = {*self.bindable, *parameters, rest}
        variables = {n: Variable(True) for n in parameters}
        free = {n: v for n, v in self.names.items() if n in others and n not in self.bindable}
        body = self.body({**free, **variables}, self.random.sample(self.bindable, self.random.randint(0, 2)))
        key = Variable(True)
        if rest:
            body = Text(f"{body.text} + mix [..{rest}]", lambda env, old=body: f"{old.plain(env)} + mix [{env[key]}]")
        self.bindable, self.hidden = NAMES, set()
        self.add(Text(f"syntax {' '.join(items)} {{ {body.text} }}", lambda env: ""))
        multiple = Text(body.text, lambda env: "({ " + body.plain(env) + " })")
        self.macros.append((items, [variables[n] for n in parameters], key, multiple))

    def add(self, statement):
        self.statements.append((statement.text, statement.plain(self.top)))

    def assign(self):
        name, value = self.random.choice(NAMES), self.expression(self.names, 2)
        variable = self.names.setdefault(name, Variable(False))
        self.add(Text(f"{name} = {value.text}", lambda env: f"{env[variable]} = {value.plain(env)}"))

    def function(self):
        name, number = self.random.choice(NAMES), len(self.statements)
        self.add(self.bind(name, f"f{number} = {{1}} -> {{2}}{{0}}", of_parts(""),
                           lambda own: self.expression({**self.names, name: own}, 3)))
        self.add(of_parts(f"print (f{number} {{}})", self.expression(self.names, 1)))

    def loop(self):
        name = self.random.choice(NAMES)
        self.add(self.bind(name, "for {1} in 0..3 {{ print {2} }}{0}", of_parts(""),
                           lambda own: self.expression({**self.names, name: own}, 3)))

    def show(self):
        self.add(of_parts("print {}", self.expression(self.names, 3)))

    def statement(self):
        self.add(self.use(self.names, 2))

    def programs(self):
        self.assign()
        self.assign()
        for _ in range(self.random.randint(4, 10)):
            self.random.choice([self.define, self.define, self.assign, self.function, self.loop, self.statement])()
        self.show()
        return [HEAD + "\n".join(lines) + "\n" for lines in zip(*self.statements)]


def program(seed):
    return programs(seed)[0]


def programs(seed):
    """The program, and what it stands for."""
    return Generator(seed).programs()
