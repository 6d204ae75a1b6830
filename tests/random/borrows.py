"""Statements of random programs that read a record by one variable and change other fields of it by another."""
from shapes import block, par


class Borrows:
    """A part of Generator (generate.py)."""

    def borrow(self):
        """Variables for records, of which some fields are read and others are replaced where they are."""
        found = self.path(lambda t: t[0] == "rec", True, 1)
        if not found:
            return None
        path, t = found
        other = ((self.chance(0.5) and self.path(lambda u: u == t, True, 1)) or found)[0]  # perhaps the same record
        (field, u), (kept, v) = self.rng.sample(t[1], 2)
        name, second, read = self.fresh(), self.fresh(), self.fresh()
        is_part = self.chance(0.4)
        lines = [f"{name} = {path}", f"{second} = {other}.{kept}" if is_part else f"{second} = {other}"]
        lines += [self.update_beside(self.rng.choice([path, other]), field, u, (name, t), kept) for _ in range(self.rng.randint(1, 2))]
        self.scope.frames.append({name: t} if self.chance(0.2) else {})
        lines += self.between(1)
        self.scope.frames.pop()
        held = [name, name if is_part else second]
        missing = "none" if self.chance(0.03) else kept
        lines.append(f"{read} = {self.rng.choice(held)}.{missing}")
        if self.chance(0.3) and self.scope.loops < 2:
            lines[2:] = [f"for {self.fresh()} in 0..{self.rng.randint(1, 3)} " + block(lines[2:])]
        else:
            self.scope.bind(read, v)
        if self.chance(0.3):
            lines.append(f"{path}.{kept} = {self.expr(v, 1)}")
        if self.chance(0.1):
            self.scope.bind(name, t)
        return "\n".join(line for line in lines if line)

    def update_beside(self, path, field, u, borrower, kept):
        """`path.field = …`, with a value that may read, show or keep what borrows from the path."""
        name, t = borrower
        self.scope.frames.append({name: t} if self.chance(0.4) else {})
        value = self.expr(u, 1)
        self.scope.frames.pop()
        if self.chance(0.1):
            value = block([f"{self.fresh()} = [{name}]", par(value)])
        if u[0] in ("int", "str", "list", "bytes") and self.chance(0.4):
            return f"{path}.{field} += " + (f"{name}.{kept}" if (kept, u) in t[1] and self.chance(0.5) else value)
        if u[0] == "list" and self.chance(0.4):
            return f"{path}.{field} |>= push {self.atom(u[1], 0)}"
        steps = self.steps(u)
        if steps and self.chance(0.3):
            step, inner = self.rng.choice(steps)
            return f"{path}.{field}{step} = {self.expr(inner, 1)}"
        return f"{path}.{field} = {value}"
