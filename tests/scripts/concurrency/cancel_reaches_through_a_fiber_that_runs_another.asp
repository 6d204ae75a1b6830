# `t` waits for the outer fiber, which has waited itself, and now runs the inner one inside. The cancel comes in the
# middle of a change, which makes a long call then; and the inner fiber never yields afterwards.
ticker = spawn (sleep 3600)     # so that it is no Deadlock which admits the cancel
c = cell 1
handle = channel 1
go = channel 0
never = channel 0
inner = () -> fiber {
    t = match recv handle { Some task -> task }
    cell.change (n -> { task.cancel t; n + len (list.permutations (0..7)) }) c
    recv never
    yield 1
}
outer = () -> fiber { recv go; for x in inner () { yield x } }
t = spawn (() -> { for x in outer () { print x } }) ()
send handle t
send go ()
print ((try (await t)) is Err (Cancelled _))    # expect: true
print (cell.get c)                              # expect: 5041

# Deeper than what runs inside one another.
nested = n -> fiber { if n == 0 { for x in outer () { yield x } } else { for x in nested (n - 1) { yield x } } }
t = spawn (() -> { for x in nested 100 { print x } }) ()
send handle t
send go ()
print ((try (await t)) is Err (Cancelled _))    # expect: true
print (cell.get c)                              # expect: 10081

# A long call of a fiber that the change resumes.
long = () -> fiber { yield len (list.permutations (0..7)) }
changing = () -> fiber {
    t = match recv handle { Some task -> task }
    cell.change (n -> { task.cancel t; match long () () { Some v -> n + v } }) c
    yield 1
}
t = spawn (() -> { for x in changing () { print x } }) ()
send handle t
print ((try (await t)) is Err (Cancelled _))    # expect: true
print (cell.get c)                              # expect: 15121
task.cancel ticker
