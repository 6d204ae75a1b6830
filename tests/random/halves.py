"""Random programs with loops that may be halved (vm/docs/loops.md, "Sums"): for comparing schedules.

A program is a few functions, each around a loop that adds to variables (Ints, Floats, texts, bytes, lists) and perhaps looks for
the best of what it sees. What halves can get wrong is frequent: a sum that becomes long, or of another kind, late in the loop; a
half that learns one sum while another one is unknown; calls and loops in the body; ways out; values that are shared, or that are
futures when the loop begins. Steps that take longer are the first ones, so that later halves are ahead.
"""
import random

from shapes import block

KINDS = ["int", "int", "long", "float", "float", "text", "bytes", "list", "list"]
NUMBERS = ("int", "long", "float")
LONGEST_SMALL = 2 ** 47 - 1  # an Int that is no object
BEGINNINGS = {
    "int": ["0", "1", "-5", "2 ** 46", str(LONGEST_SMALL)],
    "long": ["2 ** 62", "2 ** 63 - 1", "-(2 ** 63)", "2 ** 70"],
    "float": ["0.0", "0.1", "-0.0", "1e16", 'float "inf"', 'float "nan"', "1e308"],
    "text": ['""', '">"', '"é"'],
    "bytes": ['b""', "bytes [1]"],
    "list": ["[]", "[7]", '["a", 1.5]', "[7, 8, 9]"],
}
# Of step `i`.
OPERANDS = {
    "int": ["{i}", "{i} * 3", "1", "{i} % 7", "({i} * 7919 % 1000)", str(LONGEST_SMALL), "len [{i}, {i}]", "(slow ({i} % 5))",
            "(if {i} % 5 == 0 {{ 2 ** 46 }} else {{ {i} }})"],
    "long": ["2 ** 61", "{i}", "2 ** 70", "-(2 ** 62)", "{i} * (2 ** 55)"],
    "float": ["0.1", "({i} * 0.1)", "(1.0 / ({i} + 1))", "{i}", "2", "(if {i} % 3 == 0 {{ 1 }} else {{ 0.3 }})", "(float {i})",
              "1e308", "-0.0", "(({i} + 1) ** 3 * 0.7)"],
    "text": ["(string {i})", '"a"', '"{{{i}}},"', '"é"', '""', '("x" + "{{{i} % 10}}")'],
    "bytes": ["(bytes [{i} % 256])", 'b"ab"', 'b""'],
    "list": ["[{i}]", "[]", "[{i}, [{i}]]", '["{{{i}}}", 0.5]', "(list (0..({i} % 4)))"],
}
PUSHED = ["{i}", "[{i}]", '"{{{i}}}"', "({i} * 0.5)", "(slow ({i} % 4))"]
BESTS = ["-1", "0", "-1.0", "1e9", "10 ** 9", "-(2 ** 70)", 'float "nan"']
SEEN = ["{i} * 7919 % 1000", "({i} * 31 % 97) * 0.5", "-{i}", "{i}", "(if {i} % 2 == 0 {{ {i} }} else {{ {i} * 1.0 }})",
        "(slow ({i} % 6))"]
# Operands of which some fit no sum of the loop.
STRAYS = ['"w"', "0.25", "2 ** 70", "7", "None", "[1]", "-1.5", 'b"z"', "2 ** 62"]
# What a loop in the loop goes through. Channels and fibers give each element once.
INNER_SOURCES = ["0..3", "0..(i % 4)", "0..2", "list (0..(i % 4))", "[i, 1]", "(fiber { yield i; yield 2 })", "filled (i % 3)",
                 "(if i % 9 == 4 { filled 2 } else { [i] })"]
STEPS = [2, 3, 5, 9, 17, 20, 33, 40, 64, 65, 100, 200]

HEAD = """slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
filled = n -> {
ch = channel n
for i in 0..n { send ch i }
close ch
ch
}
shown = v -> {
text = show v
if len text <= 300 { return text }
"{len text} {fold 7 (a b -> (a * 31 + b) % 1000003) (list (bytes text))}"
}"""


class Function:
    """One function around a loop."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.pick = rng.choice
        self.steps = self.pick(STEPS)
        self.sums = [(f"r{k}", self.pick(KINDS)) for k in range(rng.choice([1, 2, 2, 3, 4]))]
        self.has_best = self.chance(0.25)
        self.has_marks = self.has_best and self.chance(0.4)  # a variable of the body that only a better value sets
        # A half then knows the texts and lists before it, while it adds apart to a number, which becomes long.
        self.is_late = self.chance(0.3)

    def chance(self, p):
        return self.rng.random() < p

    # ---- One step

    def stray_at_some_step(self, operand):
        n = self.steps
        step = self.pick([0, 1, 2, n // 2, n - 2, n - 1, n // 3, n // 4 * 3])
        return f"(if i == {step} {{ {self.pick(STRAYS)} }} else {{ {operand} }})"

    def operand(self, kind, step):
        operand = self.pick(OPERANDS[kind]).format(i=step)
        return self.stray_at_some_step(operand) if step == "i" and self.chance(0.1) else operand

    def update(self, name, kind, step="i"):
        if kind == "list" and self.chance(0.6):
            return f"{name} |>= push " + self.pick(PUSHED).format(i=step)
        operand = self.operand(kind, step)
        forms = [f"{name} += {operand}", f"{name} = {name} + {operand}", f"{name} = {operand} + {name}"]
        if kind in NUMBERS:
            forms += [f"{name} -= {operand}", f"{name} = {name} - {operand}"]
        return self.pick([forms[0], forms[0]] + forms)

    def placed(self, name, kind):
        """An update in every step, in some steps, or several times in a step."""
        update, n, roll = self.update(name, kind), self.steps, self.rng.random()
        if self.is_late and self.chance(0.6):
            return f"if {f'i >= {n - 2}' if kind in NUMBERS else 'i % 7 == 0'} {{ {update} }}"
        if roll < 0.30:
            return f"if i % {self.pick([2, 3, 7])} == 0 {{ {update} }}"
        if roll < 0.35:
            return f"if i % 2 == 0 {{ {update} }} else {{ {self.update(name, kind)} }}"
        if roll < 0.50:
            source = self.pick(INNER_SOURCES)
            return f"for j in {source} {{ {self.update(name, kind, self.pick(['j', '(i * j)']))} }}"
        if roll < 0.53:
            return f"if i < {n // 3} {{ {update} }}"
        if roll < 0.66:
            return f"if i >= {n - 2} {{ {update} }}"
        return update

    def longer_first_steps(self):
        """Arithmetic takes no call that may be split, `slow` does."""
        roll = self.rng.random()
        if roll < 0.45:
            return [f"if i < {max(1, self.steps // 8)} {{ (i + 7) ** {self.pick([50, 300, 1000])} % 1 }}"]
        if roll < 0.7:
            return [f"if i < {self.pick([1, 2, 3])} {{ x = slow {self.pick([6, 8, 10])}; if x < 0 {{ error x }} }}"]
        return []

    def beside(self):
        """What has nothing to do with the sums."""
        return [self.pick(['xs = [i, [i], "{i}"]', "y = i * 2", "g = z -> z + i"])] if self.chance(0.3) else []

    def best(self):
        seen = self.pick(SEEN).format(i="i")
        seen = self.stray_at_some_step(seen) if self.chance(0.15) else seen
        better, found = self.pick([">", "<", ">=", "<="]), ["best = v", self.pick(["at = i", "at = i", "at = i", "at = few[i]"])]
        found += ["mark = 1"] * self.has_marks
        self.rng.shuffle(found)
        return ["mark = 0"] * self.has_marks + self.compared(seen, better, found) + ["marks += mark"] * self.has_marks

    def compared(self, seen, better, found):
        if self.chance(0.3):  # computed to compare it, and again to keep it
            found = [f"best = {seen}" if line == "best = v" else line for line in found]
            return [f"if {self.entered()}{self.pick([f'{seen} {better} best', f'best {better} {seen}'])} {{ {'; '.join(found)} }}"]
        return [f"v = {seen}", f"if {self.entered()}{self.pick([f'v {better} best', f'best {better} v'])} {{ {'; '.join(found)} }}"]

    def entered(self):
        """Another way into the block, or another condition."""
        return f"i % {self.pick([5, 50, self.steps // 2 + 1])} == 3 {self.pick(['or', 'or', 'and'])} " if self.chance(0.2) else ""

    def way_out(self):
        n = self.steps
        if self.chance(0.12):
            return [f"if i == {self.pick([n // 2, n - 1, 1])} {{ {self.pick(['return i', 'error i', 'continue', 'break'])} }}"]
        return [f"10 // (i - {self.pick([n // 2, n - 1, n + 5])})"] if self.chance(0.08) else []

    def body(self):
        updates = [[self.placed(*held)] for held in self.sums for _ in range(1 + self.chance(0.25))]
        parts = [self.longer_first_steps(), self.beside(), *updates, *([self.best()] if self.has_best else [])]
        parts.insert(self.rng.randrange(len(parts) + 1), self.way_out())
        if self.chance(0.2):
            self.rng.shuffle(parts)
        return [line for part in parts for line in part]

    # ---- The loop, and what is around it

    def source(self):
        n = self.steps
        if self.chance(0.8 if self.is_late else 0.3):  # the first steps come again in a later half
            return f"list (0..{n}) + [{self.pick(['0', '2 ** 70', '-1.5', self.pick(STRAYS)])}] + list (0..{n})"
        return self.pick([f"0..{n}", f"0..{n}", f"list (0..{n})", f"reverse (list (0..{n}))", f"{n}..0",
                          f"map (x -> x + 0) (0..{n})", "first..end"])

    def loop(self):
        loop = f"for i in {self.source()} " + block(self.body())
        if self.chance(0.1):
            loop = f"for turn in 0..{self.pick([2, 3, 9])} " + block([loop])
        return "try " + block([loop, "()"]) if self.chance(0.06) else loop

    def before(self):
        """The first values, some of them shared, or futures."""
        lines = [f"{name} = {self.pick(BEGINNINGS[kind])}" for name, kind in self.sums]
        name, kind = self.sums[0]
        if self.has_best:
            lines += [f"best = {self.pick(BESTS)}", "at = -1", f"few = list (0..{self.pick([3, self.steps // 4 + 1, self.steps + 1])})"]
            lines += ["marks = 0"] * self.has_marks
        if self.chance(0.2):
            lines.append(f"kept = {name}")
            self.held.append("kept")
        if self.chance(0.5):
            late = [f"{name} += {self.operand(kind, '(slow 8)')}"]
            lines += self.pick([["a = slow 10"], ["a = slow 7"], late])
        return lines

    def after(self):
        """Updates in place, which what the halves share must not notice."""
        lines = [self.update(name, kind, "3") for name, kind in self.sums if self.chance(0.2)]
        lines += [f"if len {name} > 0 {{ {name}[0] = 9 }}" for name, kind in self.sums if kind == "list" and self.chance(0.15)]
        if self.chance(0.15):
            lines.append(f"for i in 0..{self.pick([2, 4, 50])} {{ {self.update(*self.sums[0])} }}")
        return lines

    def text(self):
        self.held = [name for name, _ in self.sums] + ["best", "at"] * self.has_best + ["marks"] * self.has_marks
        lines = self.before() + [self.loop()] + self.after()
        return f"{self.name} = first end -> " + block(lines + ["[" + ", ".join(self.held) + "]"])

    def calls(self):
        """Once, and beside other calls of the function."""
        call, n = f"{self.name} 0 {self.steps}", self.steps
        lines = [f"print (shown (try ({call})))"]
        if self.chance(0.3):
            lines.append(f"print (shown (map (x -> try ({self.name} x {n})) [0, 1, {n // 2}]))")
        if self.chance(0.2):
            lines.append(f"print (all (_ -> shown (try ({call})) == shown (try ({call}))) (0..3))")
        if self.chance(0.05):
            lines.append(f"print (shown ({call}))")
        if n <= 9:  # what is wrong in one of a hundred runs shows
            lines.append(f"print (unique (map (_ -> shown (try ({call}))) (0..20)))")
        return lines


def program(seed):
    rng, lines = random.Random(seed), [HEAD]
    for number in range(rng.randint(2, 4)):
        function = Function(rng, f"f{number}")
        lines += [function.text(), *function.calls()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import sys
    sys.stdout.write(program(int(sys.argv[1])))
