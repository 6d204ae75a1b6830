"""Statements of random programs about tasks, cells, channels, fibers and regexes.

What they print does not depend on the schedule: tasks that run side by side call quiet functions, which print nothing, and catch
their errors; what prints is awaited at once.
"""
from shapes import INT, STR, block, list_of, par

PATTERNS = ["a", "[ab]+", "(a|b)*c", "b?", "^a", r"\w", "", "(?:xy|x)", "a{1,3}", "[^a]"]


class Together:
    """Part of generate.Generator."""

    def quiet_functions(self):
        """The definitions of functions that print nothing: they call only each other."""
        self.is_quiet, lines = True, []
        for number in range(self.rng.randint(0, 2)):
            self.nodes = 0
            lines.append(self.define(f"q{number}"))
        self.is_quiet, self.quiet = False, list(self.functions)
        self.nodes = 0
        return lines

    def together(self):
        made = [(3, self.awaited), (2, self.fibered), (1.5, self.celled), (1.5, self.channelled), (1, self.regexed)]
        if self.quiet:
            made += [(2, self.side_by_side), (1, self.gathered)]
        return self.pick(made)

    def enter(self, names):
        """Begins a function inside of the one that is written; it must not assign variables outside of itself."""
        scope = self.scope
        scope.frames.append(dict(names))
        outer = (scope.own, scope.loops, scope.result)
        scope.own, scope.loops, scope.result = len(scope.frames) - 1, 0, None
        return outer

    def leave_function(self, outer):
        self.scope.own, self.scope.loops, self.scope.result = outer
        self.scope.frames.pop()

    def called(self, functions, depth=1):
        """(text, type) of a call of one of them, or None. With depth 0 the arguments call nothing."""
        if not functions:
            return None
        text, arguments, result = self.rng.choice(functions)
        return " ".join([text, *(self.atom(t, depth) for t in arguments)]), result

    def caught(self, call):
        return f'match (try ({call})) {{ Ok v -> "ok {{v}}"; Err e -> "error {{e}}" }}'

    # ---- Tasks

    def awaited(self):
        """A task that is awaited at once, by the one that has spawned it or by another one."""
        outer = self.enter({})
        made, name = self.called(self.functions), self.fresh()
        self.leave_function(outer)
        if not made:
            return None
        call = f"await (spawn {made[0]})"
        if self.chance(0.3):
            call = f"await (spawn {{ {call} }})"
        if self.chance(0.4):
            self.scope.bind(name, STR)
            return f"{name} = {self.caught(call)}"
        self.scope.bind(name, made[1])
        return f"{name} = {call}"

    def side_by_side(self):
        """Tasks that run at once, awaited in some order, some of them twice."""
        tasks = [(self.fresh(), self.called(self.quiet, 0)[0]) for _ in range(self.rng.randint(2, 4))]
        lines = [f"{task} = spawn {{ {self.caught(call)} }}" for task, call in tasks]
        self.rng.shuffle(tasks)
        order = [task for task, _ in tasks] + [self.rng.choice(tasks)[0]]
        name = self.fresh()
        last = [f"{name} = [" + ", ".join(f"await {task}" for task in order) + "]"]
        if self.chance(0.3):
            last = [f"{name} = task.all [" + ", ".join(order) + "]"]
        middle = [self.statement(0)] if self.chance(0.4) else []
        self.scope.bind(name, list_of(STR))
        return "\n".join(line for line in lines + middle + last if line)

    def gathered(self):
        """The values of tasks, or the first error."""
        text, arguments, result = self.rng.choice(self.quiet)
        if not arguments:
            return None
        item, name = self.fresh(), self.fresh()
        source = self.variable(list_of(arguments[-1])) or "[" + ", ".join(self.atom(arguments[-1], 0) for _ in range(3)) + "]"
        lead = " ".join(self.atom(t, 0) for t in arguments[:-1])
        how = self.rng.choice(["gather", "gather", f"gather_limit {self.rng.randint(1, 3)}"])
        self.scope.bind(name, STR)
        return f"{name} = {self.caught(f'{how} ({item} -> {text} {lead} {item}) {source}')}"

    # ---- What tasks share

    def celled(self):
        """A cell that is updated in turn, by this task and by others; an update that fails changes nothing."""
        t, cell, held, name = self.any_type(), self.fresh(), self.fresh(), self.fresh()
        lines = [f"{cell} = cell.new {self.atom(t, 1)}"]
        for _ in range(self.rng.randint(1, 4)):
            outer = self.enter({held: t})
            fails = f"if {self.condition()} {{ error {self.atom(self.any_type())} }}; " if self.chance(0.3) else ""
            update = f"cell.update ({held} -> {{ {fails}{par(self.expr(t, 1))} }}) {cell}"
            self.leave_function(outer)
            form = self.rng.randrange(4)
            lines.append([f"try ({update})", f"await (spawn {{ try ({update}) }})", f"cell.set {self.atom(t, 1)} {cell}",
                          f"{self.fresh()} = {self.caught(update)}"][form])
        self.scope.bind(name, t)
        return "\n".join(lines + [f"{name} = cell.get {cell}"])

    def channelled(self):
        """Values that go through a channel, from this task or from another one, and what is left when it is closed."""
        t, channel, name, sent = self.any_type(), self.fresh(), self.fresh(), self.rng.randint(0, 4)
        values = [f"send {channel} {self.atom(t, 0)}" for _ in range(sent)]
        room = self.rng.choice([sent, sent + 3])
        if self.chance(0.5):
            # Were it to fail, it would cancel the tasks beside it, and whether they have ended by then is open.
            caught = [f"{self.fresh()} = try {block(values)}"] if values else []
            values, room = [f"{self.fresh()} = spawn {block(caught + [f'close {channel}'])}"], self.rng.randint(0, 3)
        else:
            values.append(f"close {channel}")
        self.scope.bind(name, list_of(t))
        taken = self.rng.choice([f"{name} = list {channel}", f"{name} = map ({self.fresh()} -> 0) {channel}"])
        if "-> 0" in taken:
            self.scope.bind(name, list_of(INT))
        return "\n".join([f"{channel} = channel {room}", *values, taken])

    def fibered(self):
        """A fiber that is called past its end, by this task and by others, and perhaps fails."""
        t, fiber, held, name = self.any_type(), self.fresh(), self.fresh(), self.fresh()
        outer, steps = self.enter({}), self.rng.randint(0, 3)
        body = [f"{held} = {self.expr(t, 1)}"]
        self.scope.bind(held, t)
        for _ in range(steps):
            body += [self.statement(0) or "()", f"yield {self.atom(t, 1)}"]
        if self.chance(0.2):
            body.append(f"if {self.condition()} {{ error {self.atom(self.any_type())} }}")
        body.append(self.atom(t, 1))
        self.leave_function(outer)
        lines = [f"{fiber} = fiber {block(body)}"]
        results = []
        for _ in range(steps + self.rng.randint(0, 4)):
            results.append(self.fresh())
            call = self.rng.choice([f"{fiber} ()", f"{fiber} ()", f"{fiber} [1]", f"await (spawn {fiber} ())"])
            lines.append(f"{results[-1]} = {self.caught(call)}")
        if self.chance(0.3):
            results.append(self.fresh())
            lines.append(f"{results[-1]} = {self.caught(f'list {fiber}')}")
        self.scope.bind(name, list_of(STR))
        return "\n".join(lines + [f"{name} = [" + ", ".join(results) + "]"])

    # ---- Regexes

    def regexed(self):
        text, name, kind = self.atom(STR, 1), self.fresh(), self.rng.randrange(4)
        pattern = 'r"' + self.rng.choice(PATTERNS) + '"'
        value = [f"regex.texts {pattern} {text}", f"regex.split {pattern} {text}", f"regex.replace {pattern} {self.atom(STR, 0)} {text}",
                 f'"{{regex.find_all {pattern} {text}}}"'][kind]
        self.scope.bind(name, list_of(STR) if kind < 2 else STR)
        return f"{name} = {value}"
