# The same in a loop, where an instruction does it for small Ints, as by a function value.
same? = f g values -> {
    each = [:]
    for a in values { for b in values { each[(a, b)] = f a b } }
    all (((a, b), v) -> v == g a b) (entries each)
}
values = [0, 1, -1, 2, 5, -7, 46, 47, 48, 62, 63, 64, 100, 2 ** 46, 2 ** 47 - 1, -(2 ** 47), 2 ** 47, 2 ** 62, -(2 ** 63), 2 ** 64, -(2 ** 70)]
counts = filter (n -> n >= 0 and n <= 100) values
print (same? (a b -> bits.and a b) bits.and values)
print (same? (a b -> bits.or a b) bits.or values)
print (same? (a b -> bits.xor a b) bits.xor values)
print (all (n -> all (v -> bits.shift_left n v == v * 2 ** n) values) counts)
print (all (n -> all (v -> bits.shift_right n v == v // 2 ** n) values) counts)
print (all (a -> all (b -> bits.and a b + bits.or a b == a + b and bits.xor a b == bits.or a b - bits.and a b) values) values)
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
print (bits.shift_left 46 1, bits.shift_left 47 1, bits.shift_left 46 -2, bits.shift_left 62 0, bits.shift_right 500 -1)
# expect: (70368744177664, 140737488355328, -140737488355328, 0, -1)

# Into the variable that is read, through pipes, and with values that are still being computed.
x = 6
x = bits.xor x 3
x = 9 |> bits.or x
n = 2
n = bits.shift_left n n
print (x, n)
# expect: (13, 8)
told = v -> { print v; v }
print (told 6 |> bits.and (told 3))
# expect: 6
# expect: 3
# expect: 2
late = v -> { sleep 0; v }
print (bits.and (late 12) (late 10), bits.shift_left (late 3) (late 1))
# expect: (8, 8)

# A 32-bit hash and a shift register, as people write them.
fnv = text -> {
    h = 2166136261
    for b in bytes text { h = bits.and ((bits.xor h b) * 16777619) 0xffffffff }
    h
}
print (fnv "hello")
# expect: 1335831723
step = s -> {
    s = bits.xor s (bits.and (bits.shift_left 13 s) 0xffffffff)
    s = bits.xor s (bits.shift_right 17 s)
    bits.xor s (bits.and (bits.shift_left 5 s) 0xffffffff)
}
s = 1
for _ in 0..1000 { s = step s }
print s
# expect: 269958183
for f in [() -> bits.and 1 2.0, () -> bits.or "a" 1, () -> bits.xor 1 None, () -> bits.shift_left -1 1, () -> bits.shift_right 0.5 1] {
    print (match try (f ()) { Err (TypeError e) -> e.message, Err (ValueError e) -> e.message })
}
# expect: bits.and takes an Int, not Float
# expect: bits.or takes an Int, not String
# expect: bits.xor takes an Int, not Label
# expect: bits.shift_left takes a count that is not negative
# expect: bits.shift_right takes an Int, not Float
