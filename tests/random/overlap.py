"""Random programs with calls that may overlap: for comparing schedules.

They are those of generate.py, with more of what schedules can get wrong: functions that call themselves twice before they look at
either value, values of calls in containers and closures, prints and errors in such calls, `try` around them, uncaught errors, and
collection functions that call functions which print and fail. Each program ends: a function that calls itself counts down.
"""
import generate
from shapes import INT, STR, block, dict_of, list_of, par


class Generator(generate.Generator):
    most_nodes = 40

    def __init__(self, seed):
        super().__init__(seed)
        small = [list_of(INT), STR, ("tup", (INT, STR)), ("rec", (("a", INT), ("b", list_of(INT)))), dict_of(INT)]
        self.types = [INT, INT] + self.rng.sample(small, 3)
        if self.chance(0.3):
            self.types.append(self.wrap(self.rng.choice(self.types)))
        self.failures = self.rng.choice([0, 0.02, 0.1])  # of the statements raise
        self.prints = self.rng.choice([0, 0.3, 1])

    # ---- Statements

    def statement(self, depth=2):
        roll = self.rng.random()
        if roll < self.failures:
            return self.fail()
        if roll < 0.35:
            made = self.pick([(5, self.begin), (2, self.several), (2, self.attempted), (2, self.collected), (1, self.kept),
                               (3, self.together), (3, self.looped)])
            if made:
                return made
        return super().statement(depth)

    def show(self):
        if self.is_quiet or self.scope.own > 0 and not self.chance(self.prints):
            return "()"
        return super().show()

    def callable(self, wanted=None):
        """The text of a call, with its type."""
        known = [f for f in self.functions if wanted is None or f[2] == wanted]
        if not known:
            return None
        _, _, result = self.rng.choice(known)
        made = self.call(result, 1)
        return made and (made, result)

    def begin(self):
        """A call with a value that is read later, if at all."""
        made = self.callable()
        if not made:
            return None
        name = self.fresh()
        self.scope.bind(name, made[1])
        return f"{name} = {made[0]}"

    def several(self):
        """Calls side by side in a container, or in a text."""
        made = [self.callable() for _ in range(self.rng.randint(2, 3))]
        if not all(made):
            return None
        name, kind = self.fresh(), self.rng.randrange(4)
        same = [m[0] for m in made if m[1] == made[0][1]]
        if kind == 0:
            self.scope.bind(name, list_of(made[0][1]))
            return f"{name} = [" + ", ".join(same) + "]"
        if kind == 1:
            self.scope.bind(name, ("rec", tuple(zip("abc", (m[1] for m in made)))))
            return f"{name} = ({{ " + ", ".join(f"{f}: {m[0]}" for f, m in zip("abc", made)) + " })"
        if kind == 2:
            self.scope.bind(name, STR)
            texts = [self.fresh() for _ in made]
            lines = [f"{t} = {m[0]}" for t, m in zip(texts, made)]
            return "\n".join(lines + [f'{name} = "' + " ".join(f"{{{t}}}" for t in texts) + '"'])
        self.scope.bind(name, ("tup", tuple(m[1] for m in made)))
        return f"{name} = (" + ", ".join(m[0] for m in made) + ")"

    def attempted(self):
        """What a call gives or raises, as text: errors are values of any type."""
        made, name = self.callable(), self.fresh()
        if not made:
            return None
        self.scope.bind(name, STR)
        return f'{name} = match (try ({made[0]})) {{ Ok v -> "ok {{v}}"; Err e -> "error {{e}}" }}'

    def collected(self):
        """A collection function with a function that makes calls, and may print or fail."""
        functions = [f for f in self.functions if len(f[1]) > 0]
        if not functions:
            return None
        text, arguments, result = self.rng.choice(functions)
        held = self.variable(list_of(arguments[-1]))
        if held is None and arguments[-1] == INT:
            held = f"(0..{self.rng.randint(1, 6)})"
        source = held or "[" + ", ".join(self.atom(arguments[-1], 1) for _ in range(3)) + "]"
        item, name, x = self.fresh(), self.fresh(), self.fresh()
        outer = self.enter({item: arguments[-1]})
        lead = " ".join(self.atom(t, 1) for t in arguments[:-1])
        tail = f'print "{name} {{{item}}}"; ' if self.chance(0.3 * self.prints) and not self.is_quiet else ""
        fails = f"if {self.condition()} {{ error {item} }}; " if self.chance(2 * self.failures) else ""
        self.leave_function(outer)
        call, kind = f"{text} {lead} {item}", self.rng.randrange(10)
        if kind < 3:
            self.scope.bind(name, list_of(result))
            return f"{name} = map ({item} -> {{ {tail}{fails}{call} }}) {source}"
        if kind == 3:
            self.scope.bind(name, list_of(arguments[-1]))
            return f"{name} = filter ({item} -> {{ {tail}{fails}{x} = {call}; {x} == {x} }}) {source}"
        if kind == 4:
            self.scope.bind(name, INT)
            return f"{name} = sum (map ({item} -> {{ {tail}{fails}{x} = {call}; len [{x}] }}) {source})"
        if kind < 8:
            self.scope.bind(name, STR)
            taken = self.rng.choice(["any", "all", "find", "count", "find_index", "partition", "reject"])
            return f'{name} = "{{{taken} ({item} -> {{ {tail}{fails}{x} = {call}; {self.condition_on(x, result)} }}) {source}}}"'
        if kind == 8:
            self.scope.bind(name, list_of(result))
            return f"{name} = flat_map ({item} -> {{ {tail}{fails}{x} = {call}; [{x}, {x}] }}) {source}"
        shown = x if self.is_quiet else f"print {x}"
        return f"each ({item} -> {{ {tail}{fails}{x} = {call}; {shown} }}) {source}"

    def looped(self):
        """A loop with a call in each iteration, which may carry values on, print, fail or leave in the middle."""
        made = self.callable()
        if not made or self.scope.loops > 1:
            return None
        item, held = self.fresh(), self.fresh()
        call, t = made
        sums = self.sum_of(t) if t[0] in ("int", "str", "list") else None
        first = [f"{held} = {call}"]
        if self.chance(0.6):
            first.insert(self.rng.randrange(2), self.leave_when(item))
        form = self.rng.choice([self.for_loop, self.for_loop, self.while_loop, self.endless_loop])
        lines = self.inside([(item, INT), (held, t)], 1, first, [item])
        if sums:
            lines.insert(self.rng.randint(len(first), len(lines)), f"{sums} += {held}")
        loop = form(item, [line for line in lines if line])
        if not self.chance(0.2):
            return loop
        caught = self.fresh()
        self.scope.bind(caught, STR)
        return f'{caught} = match (try {block([loop, "0"])}) {{ Ok v -> "ok {{v}}"; Err e -> "error {{e}}" }}'

    def sum_of(self, t):
        """A variable, or a part of one."""
        found = self.path(lambda u: u == t, True, 1) if self.chance(0.5) else None
        return found[0] if found else self.variable(t, own=True)

    def for_loop(self, item, lines):
        found = self.path(lambda u: u == list_of(INT), False) if self.chance(0.4) else None
        source = par(found[0]) if found else f"0..{self.rng.randint(2, 9)}"
        return f"for {item} in {source} " + block(lines)

    def while_loop(self, item, lines):
        """Counts up or down, before or after the rest: a line that leaves out the rest must not leave this out."""
        step, limit = self.rng.randint(1, 3), self.rng.randint(2, 6)
        begin, test, count = self.rng.choice([
            ("0", f"{item} < {limit}", f"{item} += {step}"), (str(limit), f"{item} > 0", f"{item} -= {step}"),
            ("1", f"{item} < {limit * 4}", f"{item} *= {step + 1}")])
        counted = [count] + lines if any("continue" in line for line in lines) else lines + [count]
        return f"{item} = {begin}\nwhile {test} " + block(counted)

    def endless_loop(self, item, lines):
        end = f"if {item} > {self.rng.randint(1, 4)} {{ break }}"
        return f"{item} = 0\nloop " + block([end, f"{item} += 1"] + lines)

    def loop_value(self, t, depth):
        """A loop that calls nothing may be split as well."""
        return self.quiet_sum() if t == INT and self.chance(0.7) else super().loop_value(t, depth)

    def add(self):
        """Often with a path that is open while a loop runs."""
        found = self.path(lambda t: t == INT, True, 2) if self.chance(0.4) else None
        return f"{found[0]} += {self.quiet_sum()}" if found else super().add()

    def quiet_sum(self):
        total, item = self.fresh(), self.fresh()
        loop = f"for {item} in 0..{self.rng.randint(2, 9)} " + block([f"{total} += {item} * {self.rng.randint(1, 9)} % 7"])
        return block([f"{total} = 0", loop, total])

    def leave_when(self, item):
        """A way out of the middle of a loop, in one of its iterations."""
        ways = ["break", "continue", f"error {item}"]
        if self.scope.own > 0 and self.scope.result is not None:
            ways.append(f"return {self.atom(self.scope.result)}")
        return f"if {item} == {self.rng.randint(0, 6)} {{ {self.rng.choice(ways)} }}"

    def condition_on(self, x, t):
        """A test that may need the value of a call."""
        if t == INT:
            return f"{x} % 3 == {self.rng.randrange(3)}"
        return self.rng.choice([f"len [{x}] == {self.rng.randint(1, 2)}", f"{x} == {x}", f"{x} != {x}"])

    def kept(self):
        """A closure that holds values of calls, which may still be under way."""
        made, name = self.callable(), self.fresh()
        if not made:
            return None
        held, given = self.fresh(), self.fresh()
        t = made[1]
        line = f"{held} = {made[0]}\n{name} = {given} -> [{held}, {given}]"
        self.scope.bind(held, t)
        self.scope.bind(name, ("fn", (t,), list_of(t)))
        return line

    def fail(self):
        return f"if {self.condition()} {{ error {self.atom(self.any_type())} }}"

    # ---- Functions and programs

    def fork(self, name, arguments, result):
        """A function that calls itself twice, or once and another, and goes on before it looks at the values."""
        scope, count = self.scope, self.fresh()
        names = [self.fresh() for _ in arguments]
        scope.frames.append(dict(zip(names, arguments)) | {count: INT})
        scope.own, scope.result = len(scope.frames) - 1, result
        scope.fixed.add(count)
        lines = [f"if {count} <= 0 {{ return {par(self.expr(result, 1))} }}"]
        for step in range(2):
            held = self.fresh()
            again = f"{name} ({count} - {step + 1}) " + " ".join(self.atom(t) for t in arguments)
            lines += [self.statement(1)] if self.chance(0.6) else []
            lines.append(f"{held} = {again}")
            scope.bind(held, result)
        lines += [self.statement(1) for _ in range(self.rng.randint(0, 2))]
        if self.chance(2 * self.failures):
            lines.append(f"if {count} == {self.rng.randint(1, 4)} {{ error {self.atom(self.any_type())} }}")
        lines.append(par(self.expr(result, 2)))
        scope.frames.pop()
        scope.own, scope.result = 0, None
        return f"{name} = {count} {' '.join(names)} -> " + block([line for line in lines if line])

    def define(self, number):
        if self.chance(0.5):
            return super().define(number)
        arguments = tuple(self.any_type() for _ in range(self.rng.randint(1, 2)))
        result = self.rng.choice(arguments + (self.any_type(), INT))
        text = self.fork(f"f{number}", arguments, result)
        self.functions.append((f"f{number} {self.rng.randint(2, 6)}", arguments, result))
        return text

    def test(self, number):
        """A function that is called many times; its errors are caught and shown."""
        self.nodes = 0
        self.scope.frames.append({})
        self.scope.own, self.scope.result = len(self.scope.frames) - 1, INT
        body = [self.begin() or self.new_variable() for _ in range(self.rng.randint(1, 3))]
        body += [self.statement() for _ in range(self.rng.randint(1, 5))] + [super(Generator, self).show() or "()", "0"]
        self.scope.frames.pop()
        self.scope.own, self.scope.result = 0, None
        return f"t{number} = () -> {block(body)}\nprint (try t{number} ())"

    def program(self):
        lines = self.quiet_functions()
        for number in range(self.rng.randint(2, 4)):
            self.nodes = 0
            lines.append(self.define(number))
        lines += [self.test(number) for number in range(self.rng.randint(2, 5))]
        self.nodes = 0
        lines += [self.statement() for _ in range(self.rng.randint(0, 4))]
        if self.chance(0.1):
            lines.append(f"exit {self.rng.randrange(9)}")
        lines.append(super().show())
        return "\n".join(line for line in lines if line) + "\n"


def program(seed):
    return Generator(seed).program()


if __name__ == "__main__":
    import sys
    sys.stdout.write(program(int(sys.argv[1])))
