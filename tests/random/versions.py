"""Random programs that keep many versions of long lists, dicts and sets, and add to all of them. Each statement comes with what
it does in Python, where every value is new: so what a program has to print is known without Aspen.
"""
import random

# (Aspen, Python). {a}, {b} and {c} are lists, {d} and {e} dicts, {s} and {t} sets, {i}, {j} and {n} numbers.
STATEMENTS = [
    ("{a} |>= push {i}", "{a} = {a} + [{i}]"),
    ("{a} = push {i} {b}", "{a} = {b} + [{i}]"),
    ("{a} = {b} + [{i}, {j}]", "{a} = {b} + [{i}, {j}]"),
    ("{a} += [{i}]", "{a} = {a} + [{i}]"),
    ("if len {b} + len {c} < 400 {{ {a} = list.append {b} {c} }}", "if len({b}) + len({c}) < 400: {a} = {b} + {c}"),
    ("{a} = {b}", "{a} = {b}"),
    ("{a}[{i} % len {a}] = {j}", "{a} = put({a}, {i} % len({a}), {j})"),
    ("{a} |>= insert ({i} % len {a}) {j}", "{a} = {a}[:{i} % len({a})] + [{j}] + {a}[{i} % len({a}):]"),
    ("if len {a} > 34 {{ _, {a} = pop {a} }}", "if len({a}) > 34: {a} = {a}[:-1]"),
    ("if len {b} > 40 {{ {a} = {b}[1..] }}", "if len({b}) > 40: {a} = {b}[1:]"),
    ("{a} = {b}[..{n} + 20]", "{a} = {b}[:{n} + 20]"),
    ("if len {a} > 250 {{ {a} = take 45 {a} }}", "if len({a}) > 250: {a} = {a}[:45]"),
    ("for i in 0..{n} {{ {a} |>= push (i * {j}) }}", "for i in range({n}): {a} = {a} + [i * {j}]"),
    ("for i in 0..{n} {{ {a} |>= push (i * {j}); kept |>= push {a} }}",
     "for i in range({n}):\n    {a} = {a} + [i * {j}]\n    kept = kept + [{a}]"),
    ("{a} = fold {b} (all v -> all + [v]) (0..{n})", "{a} = {b} + list(range({n}))"),
    ("{a} = fold {b} (all v -> push (v * {j}) all) (0..{n})", "{a} = {b} + [v * {j} for v in range({n})]"),
    ("{a} = [{i}, ..{b}]", "{a} = [{i}] + {b}"),
    ("{a} = [..{b}, {i}]", "{a} = {b} + [{i}]"),
    ("{a} = sort {b}", "{a} = sorted({b})"),
    ("many = map (n -> push (n + {j}) {b}) (0..6)\n{a} = many[{i} % 6]\n{c} = many[{j} % 6]",
     "many = [{b} + [n + {j}] for n in range(6)]\n{a} = many[{i} % 6]\n{c} = many[{j} % 6]"),
    ("many = map (n -> {b} + [n, {j}]) (0..6)\n{a} = many[{i} % 6]\nkept += many",
     "many = [{b} + [n, {j}] for n in range(6)]\n{a} = many[{i} % 6]\nkept = kept + many"),
    ("many = gather (n -> {{\nown = {b}\nfor i in 0..{n} {{ own |>= push (n * {j} + i) }}\nown\n}}) (0..4)\n{a} = many[{i} % 4]\n"
     "kept += many",
     "many = [{b} + [n * {j} + i for i in range({n})] for n in range(4)]\n{a} = many[{i} % 4]\nkept = kept + many"),
    ("kept |>= push {a}", "kept = kept + [{a}]"),
    ("kept |>= push (keys {d} + values {d})", "kept = kept + [list({d}) + list({d}.values())]"),
    ("print (sum {a} + len {d} + len {s})", "out.append(sum({a}) + len({d}) + len({s}))"),
    # Dicts and sets
    ("{d}[{i}] = {j}", "{d} = {{**{d}, {i}: {j}}}"),
    ("{d} = insert {i} {j} {e}", "{d} = {{**{e}, {i}: {j}}}"),
    ("{d}[{i}] = get_or {i} 0 {d} + 1", "{d} = {{**{d}, {i}: {d}.get({i}, 0) + 1}}"),
    ("if get {i} {d} is Some _ {{ {d} |>= remove {i} }}", "{d} = {{k: v for k, v in {d}.items() if k != {i}}}"),
    ("{d} = {e}", "{d} = {e}"),
    ("for i in 0..{n} {{ {d}[{j} + i] = i }}", "for i in range({n}): {d} = {{**{d}, {j} + i: i}}"),
    ("for i in 0..{n} {{ {d}[{j} * i] = i; dicts |>= push {d} }}",
     "for i in range({n}):\n    {d} = {{**{d}, {j} * i: i}}\n    dicts = dicts + [{d}]"),
    ("tables = gather (n -> {{\nown = {e}\nfor i in 0..{n} {{ own[i * {j}] = n }}\nown\n}}) (0..4)\n{d} = tables[{i} % 4]\ndicts += tables",
     "tables = [{{**{e}, **{{i * {j}: n for i in range({n})}}}} for n in range(4)]\n{d} = tables[{i} % 4]\ndicts = dicts + tables"),
    ("if len {d} > 150 {{ {d} = dict (take 40 (entries {d})) }}",
     "if len({d}) > 150: {d} = dict(list({d}.items())[:40])"),
    ("dicts |>= push {d}", "dicts = dicts + [{d}]"),
    ("print (map (k -> get k {d}) [{i}, {j}] == [get {i} {d}, get {j} {d}], get_or {j} -1 {d})",
     "out.append('(true, ' + str({d}.get({j}, -1)) + ')')"),
    ("{s} |>= set.add {i}", "{s} = {{**{s}, {i}: 1}}"),
    ("{s} = set.add {i} {t}", "{s} = {{**{t}, {i}: 1}}"),
    ("{s} = {t}", "{s} = {t}"),
    ("for i in 0..{n} {{ {s} |>= set.add (i * {j}) }}", "for i in range({n}): {s} = {{**{s}, i * {j}: 1}}"),
    ("kept |>= push (keys {s})", "kept = kept + [list({s})]"),
    # Lists in lists
    ("rows |>= push [{i}]", "rows = rows + [[{i}]]"),
    ("more = push [{i}] rows", "more = rows + [[{i}]]"),
    ("more += [[{i}, {j}]]", "more = more + [[{i}, {j}]]"),
    ("rows = more", "rows = more"),
    ("rows[{i} % len rows] |>= push {j}", "rows = put(rows, {i} % len(rows), rows[{i} % len(rows)] + [{j}])"),
    ("more[{i} % len more][0] = {j}", "more = put(more, {i} % len(more), put(more[{i} % len(more)], 0, {j}))"),
    ("row = more[-1]\nrow |>= push {i}\nmore[-1] = row", "more = put(more, -1, more[-1] + [{i}])"),
    ("last_row, more = pop more\nlast_row |>= push {i}\nmore |>= push last_row", "more = more[:-1] + [more[-1] + [{i}]]"),
    # Cells
    ("cell.change (push {i}) held", "held = held + [{i}]"),
    ("cell.change (xs -> xs + [{i}, {j}]) held", "held = held + [{i}, {j}]"),
    ("cell.update (push {i}) held", "held = held + [{i}]"),
    ("{a} = cell.get held", "{a} = held"),
    ("cell.set {a} held", "held = {a}"),
    ("cell.change (insert {i} {j}) table", "table = {{**table, {i}: {j}}}"),
    ("{d} = cell.get table", "{d} = table"),
    ("cell.set {d} table", "table = {d}"),
]

BEGIN = [
    ("{v} = list (0..{n})", "{v} = list(range({n}))", ["l0", "l1", "l2", "l3"]),
    ("{v} = dict (map (i -> (i, i)) (0..{n}))", "{v} = {{i: i for i in range({n})}}", ["d0", "d1", "d2"]),
    ("{v} = set (0..{n})", "{v} = {{i: 1 for i in range({n})}}", ["s0", "s1"]),
    ("{v} = map (i -> [i]) (0..{n})", "{v} = [[i] for i in range({n})]", ["rows", "more"]),
    ("{v} = []", "{v} = []", ["kept", "dicts"]),
    ("{v} = cell (list (0..{n}))", "{v} = list(range({n}))", ["held"]),
    ("{v} = cell [:]", "{v} = {{}}", ["table"]),
]

END = [
    ("print {v}", "out.append({v})", ["l0", "l1", "l2", "l3", "rows", "more"]),
    ("print (map (xs -> (len xs, sum xs)) {v})", "out.append([(len(xs), sum(xs)) for xs in {v}])", ["kept"]),
    ("print (map (d -> keys d + values d) {v})", "out.append([list(d) + list(d.values()) for d in {v}])", ["dicts"]),
    ("print (keys {v})\nprint (values {v})", "out.append(list({v}))\nout.append(list({v}.values()))", ["d0", "d1", "d2"]),
    ("print (keys {v})", "out.append(list({v}))", ["s0", "s1"]),
]


def put(values, at, value):
    values = list(values)
    values[at] = value
    return values


def pieces(seed):
    """The statements of a program, as (Aspen, Python), each of which may be left out but the first and the last ones."""
    rng = random.Random(seed)
    names = {"a": "l", "b": "l", "c": "l", "d": "d", "e": "d", "s": "s", "t": "s"}
    counts = {"l": 4, "d": 3, "s": 2}
    begin = [(ours.format(v=v, n=n), theirs.format(v=v, n=n))
             for ours, theirs, variables in BEGIN for v in variables for n in [rng.randint(30, 70)]]
    middle = []
    for _ in range(rng.randint(20, 90)):
        ours, theirs = rng.choice(STATEMENTS)
        values = {name: kind + str(rng.randrange(counts[kind])) for name, kind in names.items()}
        values |= {"i": rng.randint(0, 120), "j": rng.randint(1, 120), "n": rng.randint(1, 12)}
        middle.append((ours.format(**values), theirs.format(**values)))
    end = [(ours.format(v=v), theirs.format(v=v)) for ours, theirs, variables in END for v in variables]
    return begin, middle, end


def text_of(seed, begin, middle, end):
    """At the top level, or in a function, where variables are registers."""
    text = "\n".join(ours for ours, _ in begin + middle + end)
    return text + "\n" if seed % 2 == 0 else "main = () -> {\n" + text + "\n}\nmain ()\n"


def expected(begin, middle, end):
    scope = {"put": put, "out": []}
    exec("\n".join(theirs for _, theirs in begin + middle + end), scope)
    return "".join(f"{line}\n" for line in scope["out"]).encode()


def program(seed):
    return text_of(seed, *pieces(seed))
