"""Statements of random programs that take fields of a record, change them, and put them into a record again."""
from shapes import block, par


class Rebuilds:
    """A part of Generator (generate.py)."""

    def rebuild(self):
        """`x = st.a`, work on x, reads of other fields; then `st.a = x`, or a record with x in its place."""
        found = self.path(lambda t: t[0] == "rec", True)
        if not found:
            return None
        path, t = found
        holder = path
        lines = []
        if self.chance(0.3):
            holder = self.fresh()
            lines.append(f"{holder} = {path}")
        taken = self.rng.sample(t[1], self.rng.choice([1, 1, 2]))
        names = {}
        for field, u in taken:
            names[field] = self.fresh()
            lines.append(f"{names[field]} = {holder}.{field}")
            self.scope.frames.append({names[field]: u})
            lines += [self.work(names[field])] if self.chance(0.8) else []
            lines += self.other_fields(holder, t, names) + (self.between(1) if self.chance(0.3) else [])
            self.scope.frames.pop()
        lines.append(self.put_back(holder, path, t, names))
        if self.chance(0.2) and self.scope.loops < 2:
            lines = [f"for {self.fresh()} in 0..{self.rng.randint(1, 3)} " + block([line for line in lines if line])]
        return "\n".join(line for line in lines if line)

    def other_fields(self, holder, t, names):
        """Reads and updates of fields that are not taken, and some that are not there."""
        lines = []
        for field, u in t[1]:
            if field in names and not self.chance(0.05) or self.chance(0.5):
                continue
            field = "none" if self.chance(0.02) else field
            kind = self.rng.randrange(4)
            if kind == 0 and not self.is_quiet:
                lines.append(f"print {holder}.{field}")
            elif kind == 1:
                lines.append(f"{holder}.{field} = {self.expr(u, 1)}")
            elif kind == 2 and u[0] in ("int", "str", "list"):
                lines.append(f"{holder}.{field} += {self.expr(u, 1)}")
            else:
                lines.append(f"{self.fresh()} = {holder}.{field}")
        if self.chance(0.05) and not self.is_quiet:
            lines.append(f"print {holder}")
        return lines

    def put_back(self, holder, path, t, names):
        kind = self.rng.randrange(4)
        if kind == 0:
            return "\n".join(f"{holder}.{field} = {name}" for field, name in names.items())
        if kind == 1:
            order = self.rng.sample(t[1], len(t[1]))
            fields = [f"{field}: {names.get(field) or self.other_field(holder, field, u)}" for field, u in order]
            return f"{path} = {{ {', '.join(fields)} }}"
        fields = [f"{field}: {name}" for field, name in names.items()]
        if kind == 2:
            fields += [f"{field}: {self.other_field(holder, field, u)}" for field, u in t[1] if field not in names and self.chance(0.5)]
            return f"{path} = {{ ..{holder}, {', '.join(fields)} }}"
        order = list(names.items())
        return f"{', '.join(f'{holder}.{f}' for f, _ in order)} = {', '.join(n for _, n in order)}"

    def other_field(self, holder, field, u):
        """The value of another field, or one that is made from it."""
        if u[0] in ("int", "str", "list") and self.chance(0.3):
            return f"{holder}.{field} + {par(self.expr(u, 0))}"
        return f"{holder}.{field}"
