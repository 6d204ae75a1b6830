same = a b -> assert (a == b)

zero = counter ()
one = counter.add 1 zero
same (zero.n, one.n) (0, 1)

# Through containers and their parts.
list = [zero, zero]
list[0].n = 5
record = { c: zero, d: zero }
record.c.n = 6
tuple = (zero, zero)
tuple.0.n = 7
dict = ["k": zero]
other = dict
dict["k"].n = 8
dict["k"].n += 1
boxed = Some zero
copy = list
copy[0].n += 1
same (map (c -> c.n) list, record.c.n, record.d.n, tuple.0.n, tuple.1.n) ([5, 0], 6, 0, 7, 0)
same (dict["k"].n, other["k"].n, copy[0].n, zero.n) (9, 0, 6, 0)
if boxed is Some c {
    c.n = 3
    same (c.n, boxed) (3, Some zero)
}
for c in list { c.n = 100 }
same (list[0].n) 5

# Through functions, partial applications and what functions capture.
add_two = counter.add 2
same (map add_two [zero, one, zero] |> map counter.n) [2, 3, 2]
same (add_two (add_two zero)).n 4
change = c -> {
    c.n = 50
    c
}
same ((change zero).n, zero.n) (50, 0)
captured = zero
read_captured = () -> captured.n
mine = captured
mine.n = 9
same (read_captured (), mine.n) (0, 9)
same (sum (map counter.n list)) 5

# A field may depend on another one.
beside = cs -> {
    c = cs[0]
    cs[0].n = 5
    (c.twice, cs[0].twice)
}
same (beside [counter ()]) (0, 10)
put_back = c -> {
    parts = c.parts
    parts |>= push 1
    count = c.count
    c.parts = parts
    (count, c.count)
}
same (put_back (counter ())) (0, 1)

# Records' syntax.
with = { ..one, n: 4 }
same (with.n, one.n) (4, 1)
same ({ ..zero, n: 1, parts: [1] } == { ..one, parts: [1] }) true

# Tasks, fibers and cells.
t = spawn counter.add 1 zero
same ((await t).n, zero.n) (1, 0)
same (gather (n -> (counter.add n zero).n) (0..5)) [0, 1, 2, 3, 4]
c = cell zero
cell.update (counter.add 3) c
same ((cell.get c).n, zero.n) (3, 0)
f = fiber { yield one }
same (take 1 f) [one]

# Where a method fails midway, nothing has changed.
same (try (counter.fail_midway one)) (Err "a C++ exception of unknown type")
same (one.n) 1
loop_value = counter ()
for i in 0..3 {
    try { loop_value = counter.fail_midway loop_value }
}
same (loop_value.n) 0

# Parts of fields: each field is taken, and set, as a whole.
zero2 = counter ()
zero2.parts |>= push 1
zero2.parts = zero2.parts + [2]
zero2.parts += [3]
same (zero2.parts) [1, 2, 3]
h = holder ()
inner = h.counter
inner.n = 4
same (h.counter.n) 0
h.counter = inner
same (h.counter.n) 4
refused = e -> match e { Err (TypeError { message }) -> message }
same (refused (try { h.counter.n = 5 })) "the field `counter` of Holder changes as a whole only"
same (refused (try { zero2.parts[0] = 5 })) "the field `parts` of Counter changes as a whole only"
same (h.counter.n, zero2.parts) (4, [1, 2, 3])

# An unshared value is changed in place.
before = copies ()
walker = counter ()
for i in 0..100 {
    walker.n += 1
    walker = counter.add 1 walker
}
same (walker.n) 200
same (copies () - before) 0

kept = counter.add 7 zero
bump_kept = () -> {
    k = kept
    k.n += 1
    k.n
}
