# `if n % 3 == 0` tests as `%` and `==` do, for every kind of number.
third = n -> if n % 3 == 0 { "yes" } else { "no" }
other = n -> if n % 3 != 0 { "no" } else { "yes" }
answers = map third [0, 3, 4, -3, -4, 9.0, 9.5, -0.0, 3 ** 90, 3 ** 90 + 1, -(3 ** 60)]
print (join " " answers)
# expect: yes yes no yes no yes no yes yes no yes

print (map other [0, 4, 9.5, 3 ** 90, 3 ** 90 + 1])    # expect: ["yes", "no", "no", "yes", "no"]
nan = math.nan
print [third nan, other nan, third math.inf]      # expect: ["no", "no", "no"]

# The divisor is a variable.
divides = n k -> if n % k == 0 { 1 } else { 0 }
leaves = n k -> if n % k != 0 { 1 } else { 0 }
pairs = [(6, 3), (7, 3), (6, -3), (7, -3), (-6, 3), (6.0, 3), (6, 1.5), (3 ** 90, 9), (5, 3 ** 60), (3 ** 60, 3 ** 59)]
print (map ((n, k) -> (divides n k, leaves n k)) pairs |> join " ")
# expect: (1, 0) (0, 1) (1, 0) (0, 1) (1, 0) (1, 0) (1, 0) (1, 0) (0, 1) (1, 0)
is_prime = n -> {
    d = 2
    while d * d <= n {
        if n % d == 0 { return false }
        d += 1
    }
    n > 1
}
print (0..40 |> filter is_prime |> join " ")      # expect: 2 3 5 7 11 13 17 19 23 29 31 37
print ((try divides 5 0) is Err (ArithmeticError _))   # expect: true
print ((try leaves 5 "2") is Err (TypeError _))   # expect: true

# Among other conditions, and as the condition of a loop.
label = n -> if n % 15 == 0 { "fizzbuzz" } else if n % 3 == 0 { "fizz" } else if n % 5 == 0 { "buzz" } else { n }
print (1..=15 |> map label |> join " ")
# expect: 1 2 fizz 4 buzz fizz 7 8 fizz buzz 11 fizz 13 14 fizzbuzz
both = n -> if n % 2 == 0 and not (n % 3 == 0) or n % 1000 == 7 { 1 } else { 0 }
print (map both [2, 6, 7, 9, 1007])               # expect: [1, 0, 1, 0, 1]
odd_part = n -> {
    while n % 2 == 0 { n = n // 2 }
    n
}
print (map odd_part [1, 96, -40, 2 ** 80 * 5])    # expect: [1, 3, -5, 5]

# The value of a call that may still run.
slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
even = n -> {
    value = slow n
    if value % 2 == 0 { "even" } else { "odd" }
}
in_time = n -> {
    value = slow n
    if 610 % value == 0 { "divides" } else { "does not" }
}
print (map in_time [10, 15, 5])                   # expect: ["does not", "divides", "divides"]
print (map even [12, 15, 16])                     # expect: ["even", "even", "odd"]

print ((try third "9") is Err (TypeError _))      # expect: true
if "9" % 3 == 0 { print "never" }                 # expect error: TypeError
