# An Int that has to become a Float and is beyond the largest raises, instead of becoming an infinity.
message_of = f -> match try f () {
    Ok value -> show value
    Err (ArithmeticError { message }) -> message
    Err other -> show other
}
big = 10 ** 400
for f in [
    () -> float big, () -> sqrt big, () -> math.sin -big,
    () -> big + 1.5, () -> 1.5 - big, () -> big * math.inf, () -> 1.0 / big, () -> big // 2.0, () -> big % 3.0,
    () -> big ** 0.5, () -> big ** -1, () -> big / 3, () -> -big / 3,
    () -> sum [1.5, big], () -> product [1.5, big], () -> math.mean [1, big], () -> math.median [1, big]
] { print (message_of f) }
# expect: float: v is too large for a Float
# expect: sqrt: x is too large for a Float
# expect: math.sin: x is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the quotient is too large for a Float
# expect: the quotient is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
# expect: the Int is too large for a Float
print (float (2 ** 1024 - 2 ** 970 - 1))
# expect: 1.7976931348623157e308
print (message_of (() -> float (2 ** 1024 - 2 ** 970)))
# expect: float: v is too large for a Float
print (big / 10 ** 399, 1 / big, 0 / -big)
# expect: (10.0, 0.0, -0.0)
print (math.log big, math.log10 big, math.log2 (2 ** 5000), math.log_base big (big * big))
# expect: (921.0340371976182, 400.0, 5000.0, 2.0)
print (math.is_finite? big, math.is_inf? big, math.is_nan? big)
# expect: (true, false, false)
