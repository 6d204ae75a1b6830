"""Random programs of the kind that people write first: loops in loops over ranges, lists, rows, texts and dicts. Their bodies
count, add, look for the best, and update lists, dicts, records and texts in place. For comparing the time on several workers
with the time on one (vm/docs/loops.md, "When").

Each program runs for some tenths of a second. What more workers can lose is frequent: iterations that need the one before, short
loops in long ones, large values that loops carry, small calls, and ways out.
"""
import random

from shapes import block

STEPS = 500_000  # of the innermost loops of a function
WORDS = "the a of sea rain hill and sky home time red tree river stone light".split()

HEAD = """numbers = map (i -> i * 7919 % 10007) (list (0..4000))
names = "{words}" |> split " "
words = map (i -> names[i * i % len names] + string (i % 40)) (list (0..2000))
lines = map (i -> join " " (map (j -> names[(i + j * j) % len names]) (list (0..10)))) (list (0..300))
rows = map (y -> map (x -> x * y % 17) (list (0..120))) (list (0..120))
people = map (i -> {{ name: names[i % len names], age: i * 13 % 90, tags: [i % 3, i % 5] }}) (list (0..1000))
prices = dict (map (w -> (w, len w * 3)) words)
fib = n -> if n < 2 {{ n }} else {{ fib (n - 1) + fib (n - 2) }}
twice = x -> x * 2
digits = n -> {{
sum_of = 0
while n > 0 {{
sum_of += n % 10
n = n // 10
}}
sum_of
}}
prime? = n -> {{
if n < 2 {{ return false }}
d = 2
while d * d <= n {{
if n % d == 0 {{ return false }}
d += 1
}}
true
}}
mixed = (a, b) -> (b, (a * 31 + b) % 10007)
shown = v -> {{
text = show v
if len text <= 200 {{ return text }}
"{{len text}} {{fold 7 (a b -> (a * 31 + b) % 1000003) (list (bytes text))}}"
}}
""".format(words=" ".join(WORDS))

# (pattern, the source for about n steps, an Int and a text of the step, what is left of n): {v} is a fresh name.
SOURCES = [
    ("{v}", "0..{n}", "{v}", "string {v}", None),
    ("{v}", "0..{n}", "{v}", "string {v}", None),
    ("{v}", "{n}..0", "{v}", "string {v}", None),
    ("{v}", "take {n} numbers", "{v}", "string {v}", 4000),
    ("{v}", "take {n} words", "len {v}", "{v}", 2000),
    ("{v}", "take {n} lines", "len {v}", "{v}", 300),
    ("{v}", "take {n} people", "{v}.age", "{v}.name", 1000),
    ("{{ name: {v}n, age: {v} }}", "take {n} people", "{v}", "{v}n", 1000),
    ("{v}k, {v}", "take {n} (entries prices)", "{v}", "{v}k", 600),
    ("{v}, {v}w", "enumerate (take {n} words)", "{v}", "{v}w", 2000),
    ("{v}", "range 0 ({n} * 3) 3", "{v}", '"m"', None),
    ("{v}", "map twice (0..{n})", "{v}", "string {v}", None),
]
# Of an outer step `{o}` with the text `{t}`.
INNER = [
    ("{v}", "0..{n}", "{v}", '"i"', None),
    ("{v}", "0..({o} % {n} + 1)", "{v}", '"j"', None),
    ("{v}", "{t}", "len {v}", "{v}", 8),
    ("{v}", "lines[{o} % len lines]", "string.code {v}", "{v}", 40),
    ("{v}", "rows[{o} % 120]", "{v}", '"r"', 120),
    ("{v}", "string.words lines[{o} % len lines]", "len {v}", "{v}", 10),
    ("{v}", "people[{o} % 1000].tags", "{v}", '"t"', 2),
    ("{v}, {v}r", "enumerate rows[{o} % 120]", "({v} + {v}r)", '"e"', 120),
    ("{v}", "[1, 2, 3]", "{v}", '"k"', 3),
    ("{v}", "bytes ({t})", "{v}", '"b"', 4),
]
# Statements of a step with the Int `{i}` and the text `{t}`, and what they need before the loop.
STATEMENTS = [
    ("total += {i}", ["total = 0"]),
    ("total += {i} * {i} % 7", ["total = 0"]),
    ("total = (total * 31 + {i}) % 1000003", ["total = 0"]),
    ("hash = (hash + {i}) % 65521; other = (other + hash) % 65521", ["hash = 1", "other = 0"]),
    ("if {i} % 3 == 0 {{ hits += 1 }}", ["hits = 0"]),
    ("if {i} > best {{ best = {i} }}", ["best = -1"]),
    ("if {i} % 1009 > best {{ best = {i} % 1009; best_name = {t} }}", ["best = -1", 'best_name = ""']),
    ("mean += ({i} - mean) / 100.0", ["mean = 0.0"]),
    ("mean = mean * 0.99 + {i}", ["mean = 0.0"]),
    ("a, b = b, (a + {i}) % 10007", ["a = 0", "b = 1"]),
    ("pair = mixed pair", ["pair = (1, 2)"]),
    ("counts[{t}] = get_or ({t}) 0 counts + 1", ["counts = [:]"]),
    ("if contains ({t}) counts {{ counts[{t}] += 1 }} else {{ counts[{t}] = 1 }}", ["counts = [:]"]),
    ("groups[{i} % 50] = push ({i}) (get_or ({i} % 50) [] groups)", ["groups = [:]"]),
    ("cells[{i} % 100] += 1", ["cells = repeat 100 0"]),
    ("cells[{i} % 100] = (cells[({i} + 1) % 100] + {i}) % 1009", ["cells = repeat 100 0"]),
    ("large[{i} * 37 % 50000] += 1", ["large = repeat 50000 0"]),
    ("grid[{i} % 60][{i} * 7 % 60] = {i}", ["grid = map (_ -> repeat 60 0) (list (0..60))"]),
    ("if rows[{i} % 120][{i} * 7 % 120] > 5 {{ hits += 1 }}", ["hits = 0"]),
    ("state.count += 1; state.sum += {i}", ["state = { count: 0, sum: 0 }"]),
    ("state.items |>= push ({i})", ["state = { items: [], sum: 0 }"]),
    ("if {i} % 2 == 0 {{ state.even += 1 }} else {{ state.odd += 1 }}", ["state = { even: 0, odd: 0 }"]),
    ("out |>= push ({i} * 2)", ["out = []"]),
    ("if {i} % 5 == 1 {{ out |>= push ({t}) }}", ["out = []"]),
    ("out |>= push (({i}, {t}))", ["out = []"]),
    ("seen |>= set.add ({i} % 3000)", ["seen = set []"]),
    ("if not set.has? ({t}) seen {{ seen |>= set.add ({t}); hits += 1 }}", ["seen = set []", "hits = 0"]),
    ("stack |>= push ({i}); if len stack > 20 {{ _, stack = pop stack }}", ["stack = []"]),
    ("queue |>= push ({i}); if len queue > 50 {{ [_, ..queue] = queue }}", ["queue = []"]),
    ("text += {t}", ['text = ""']),
    ("if {i} % 4 == 0 {{ text += string ({i}) }} else {{ text += \".\" }}", ['text = ""']),
    ("if {t} == \"a\" {{ hits += 1 }}", ["hits = 0"]),
    ("if string.starts_with? \"s\" ({t}) {{ word += 1 }}", ["word = 0"]),
    ("total += twice ({i})", ["total = 0"]),
    ("total += digits ({i})", ["total = 0"]),
    ("if prime? ({i} % 500) {{ primes += 1 }}", ["primes = 0"]),
    ("total += fib ({i} % 6)", ["total = 0"]),
    ("match {i} % 4 {{ 0 -> {{ hits += 1 }}, 1 -> {{ total += {i} }}, _ -> () }}", ["hits = 0", "total = 0"]),
    ("ages = update ({i} % 20) (n -> n + 1) ages", ["ages = dict (map (i -> (i, 0)) (list (0..20)))"]),
    ("total += sum (map twice [{i}, 1, 2])", ["total = 0"]),
    ("if {i} < previous {{ falls += 1 }}; previous = {i}", ["previous = 0", "falls = 0"]),
    ("k = {i} % 30; while k > 1 {{ steps += 1; k = if k % 2 == 0 {{ k // 2 }} else {{ k + 1 }} }}", ["steps = 0"]),
    ("if large[{i} % 49999] > large[{i} % 49999 + 1] {{ at = {i} % 49999; large[at], large[at + 1] = large[at + 1], large[at] }}",
     ["large = map (i -> i * 7 % 1000) (list (0..50000))"]),
    ("last_seen[{t}] = {i}; total += len last_seen", ["last_seen = [:]", "total = 0"]),
    ("total += len \"{{{i}}} {{{t}}}\"", ["total = 0"]),
    ("prices[\"p{{{i} % 30}}\"] = {i}", ["prices = [:]"]),
    ("cell.update (n -> n + {i}) shared", ["shared = cell 0"]),
]


class Function:
    def __init__(self, rng, name):
        self.rng, self.pick, self.name = rng, rng.choice, name
        self.needs, self.fresh = {}, 0

    def chance(self, p):
        return self.rng.random() < p

    def statement(self, number, text):
        """The text of one statement; what it needs is noted. Of two that need one variable in two ways, the first one stays."""
        while True:
            line, needs = self.pick(STATEMENTS)
            named = {need.split(" = ")[0]: need for need in needs}
            if all(self.needs.get(name, need) == need for name, need in named.items()):
                self.needs.update(named)
                return line.format(i=number, t=text)

    def statements(self, number, text, most):
        return [self.statement(number, text) for _ in range(self.rng.randint(1, most))]

    def loop(self, depth, steps, outer=None):
        """A loop of about so many steps, those of loops in it included."""
        inner = self.chance([0.75, 0.35, 0.0][depth])
        here = self.pick([4, 20, 100, 1000]) if inner else steps
        pattern, source, number, text, most = self.pick(INNER if outer and self.chance(0.8) else SOURCES)
        v, here = f"v{self.fresh}", max(2, min(here, steps, most or steps))
        self.fresh += 1
        names = {"v": v, "n": here, "o": outer and f"({outer[0]})", "t": outer and outer[1]}
        number, text = (f"({number.format(**names)})" if " " in number else number.format(**names)), text.format(**names)
        body = self.statements(number, text, 3) if not inner or self.chance(0.6) else []
        if inner:
            body += self.loop(depth + 1, max(2, steps // here), (number, text))
            body += self.statements(number, text, 2) if self.chance(0.5) else []
        if self.chance(0.1):
            body.insert(0, f"if {number} % 11 == 3 {{ continue }}")
        if self.chance(0.05):
            body.append(f"if {number} == {self.pick([77, 7, 100000])} {{ break }}")
        head = f"for {pattern.format(**names)} in {source.format(**names)} "
        if pattern == "{v}" and source == "0..{n}" and self.chance(0.3):
            return [f"{v} = 0", f"while {v} < {here} " + block([line for line in body if "continue" not in line] + [f"{v} += 1"])]
        repeats = steps // here if not inner and not outer else 1
        lines = [head + block(body)]
        return [f"for _ in 0..{repeats} " + block(lines)] if repeats > 1 else lines

    def lines(self):
        if self.chance(0.25):  # a function of an inner loop, called by an outer one
            return self.called()
        loop = self.loop(0, STEPS)
        needs, held = list(self.needs.values()), [*self.needs]
        kept = [f"kept = {self.pick(held)}"] if self.chance(0.2) and held else []
        if kept:
            held.append("kept")
        held = [f"cell.get {name}" if name == "shared" else name for name in held]
        if self.chance(0.4):
            return needs + kept + loop + [f"print (shown {value})" for value in
                                          (f"({name})" if " " in name else name for name in held)]
        result = "[" + ", ".join(held) + "]"
        return [f"{self.name} = () -> " + block(needs + kept + loop + [result]), f"print (shown ({self.name} ()))"]

    def called(self):
        calls = self.pick([30, 300, 3000])
        loop = self.loop(1, STEPS // calls, ("n", "words[n % 2000]"))
        needs = [need.replace("50000", "500").replace("49999", "499") for need in self.needs.values()]
        loop = [line.replace("50000", "500").replace("49999", "499") for line in loop]
        held = [f"cell.get {name}" if name == "shared" else name for name in self.needs]
        result = f"len (shown [{', '.join(held)}])" if self.chance(0.5) else self.pick(["n", f"[{', '.join(held)}]"])
        function = f"{self.name} = n -> " + block(needs + loop + [result])
        use = self.pick([f"print (shown (map {self.name} (list (0..{calls}))))",
                         f"results = []\nfor i in 0..{calls} {{ results |>= push ({self.name} i) }}\nprint (shown results)",
                         f"grown = 0\nfor i in 0..{calls} {{ grown += len (shown ({self.name} i)) }}\nprint grown"])
        return [function, use]


def program(seed):
    rng, lines = random.Random(seed), [HEAD]
    for number in range(rng.randint(1, 3)):
        lines += Function(rng, f"f{number}").lines()
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import sys
    sys.stdout.write(program(int(sys.argv[1])))
