"""Statements of random programs that look a part up, such as an entry of a dict, change it and put it back."""
from shapes import INT, block, dict_of, list_of, par

DEFAULTS = {"list": "[]", "str": '""', "dict": "[:]", "bytes": 'b""'}


class Entries:
    """A part of Generator (generate.py)."""

    def entry(self):
        """A path with a key, of a dict with entries that grow, and the lines that may have to come before."""
        found = self.path(lambda t: t[0] == "dict" and t[1][0] in DEFAULTS, True)
        lines = []
        if not found:
            found = self.fresh(), dict_of(list_of(INT))
            lines.append(f"{found[0]} = {self.literal(found[1], 1)}")
            self.scope.bind(*found)
        path, t = found
        key = self.key()
        if self.chance(0.5):
            name = self.fresh()
            value, key = self.rng.choice([(key, name), (key, f'"{{{name}}}"'), (f"({key}, 1)", f"{name}.0"), (f"[2, {key}]", f"{name}[1]"),
                                          (key, f'{name} + ""')])
            lines.append(f"{name} = {value}")
        other = self.key() if self.chance(0.1) else key
        return path, t[1], key, other, lines

    def grown(self, value, t):
        """A call or an operation that gives a longer value of the type; what it adds may look at anything."""
        if t[0] == "list":
            added = self.atom(t[1], 1)
            return self.rng.choice([f"push {added} ({value})", f"({value}) |> push {added}", f"({value}) + [{added}]",
                                    f"concat [({value}), [{added}]]", f"insert 0 {added} ({value})"])
        if t[0] == "dict":
            return f"insert {self.key()} {self.atom(t[1], 1)} ({value})"
        return f"({value}) + {self.atom(t, 1)}"

    def part_grows(self):
        """`r.a = r.a + "x"`, at times with a part on the right side or in another place."""
        def has_sum(t):
            return t[0] in ("str", "list", "bytes")

        found = self.path(has_sum, True, self.rng.choice([0, 1, 1, 1]))
        if not found:
            return self.entry_back()
        path, t = found
        other = self.path(lambda u: u == t, False) if self.chance(0.1) else None
        value = other[0] if other else path
        if t[0] == "str":
            atom = self.atom(t, 1)
            sums = [f'{value} + {atom} + "x"', f"{value} + string {atom}", f'"{{{value}}}{{{par(path)}}}"', f'"{{{value}}}x"',
                    f'{value} + "y"[..1]']
        elif t[0] == "list":
            sums = [f"{value} + [{self.atom(t[1], 1)}]", f"{value} + reverse {par(path)}", f"{value} + {self.atom(t, 1)}[..1]"]
        else:
            sums = [f'{value} + b"x"', f"{value} + {self.atom(t, 1)}[..1]"]
        return f"{path} = {self.rng.choice(sums)}"

    def entry_back(self):
        path, t, key, other, lines = self.entry()
        name, default = self.fresh(), DEFAULTS[t[0]] if self.chance(0.8) else par(self.literal(t, 1))
        looked = self.rng.choice([f"get_or {par(key)} {default} {par(path)}", f"{path} |> get_or {par(key)} {default}"])
        way = self.rng.randrange(4)
        if way == 0:
            back = [f"{path}[{other}] = {self.grown(looked, t)}"]
        elif way == 1:
            self.scope.bind(name, t)
            back = [f"{name} = {looked}"] + self.between(1) + [self.work(name)] + self.between(1) + [f"{path}[{other}] = {name}"]
        else:
            self.scope.frames.append({name: t})
            some = self.between(1) + [self.rng.choice([f"{path}[{other}] = {self.grown(name, t)}",
                                                       f"{self.work(name)}\n{path}[{other}] = {name}"])]
            self.scope.frames[-1] = {}
            none = self.between(1) + [f"{path}[{other}] = {self.literal(t, 1)}"]
            self.scope.frames.pop()
            some, none = (block([line for line in lines if line]) for lines in (some, none))
            found = f"get {par(key)} {par(path)}"
            back = [f"if {found} is Some {name} {some} else {none}"]
            if way == 3:
                arms = [f"Some {name} -> {some}", f"{self.rng.choice(['None', 'None', '_'])} -> {none}"]
                back = [f"match {found} {{\n" + "\n".join(arms) + "\n}"]
        if self.chance(0.1) and (way_out := self.leave()):
            back.append(way_out)
        return "\n".join(line for line in lines + back if line)
