#!/usr/bin/env aspen
# A calculator: reads a line, prints its value. Knows + - * / % ^ ( ) and variables.

# Num n, Name s, or Op s for a sign.
tokens = line -> {
    found = []
    rest = string.trim_start line
    while not empty? rest {
        c = rest[0]
        token = if string.is_digit? c {
            digits = rest |> take_while (c -> string.is_digit? c or c == ".")
            rest = drop (len digits) rest
            Num (float digits)
        } else if string.is_letter? c {
            name = rest |> take_while string.is_letter?
            rest = drop (len name) rest
            Name name
        } else {
            rest = drop 1 rest
            Op c
        }
        found |>= push token
        rest = string.trim_start rest
    }
    found
}

# How tightly each operator binds; ^ groups to the right.
binds = ["+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "^": 4]
tightest = 3

# Every function here takes the tokens and returns (tree, the tokens left over).
atom = tokens -> match tokens {
    [Num n, ..rest]    -> (Num n, rest)
    [Name s, ..rest]   -> (Name s, rest)
    [Op "-", ..rest]   -> {
        inner, rest = expression tightest rest
        (Minus inner, rest)
    }
    [Op "(", ..rest]   -> match expression 1 rest {
        (inner, [Op ")", ..rest]) -> (inner, rest)
        _                         -> error "a ) is missing"
    }
    [Op other, .._]    -> error "{other} is not expected here"
    []                 -> error "the line ends too early"
}

# Precedence climbing: an atom, then every operator that binds at least as tightly as `level`.
expression = level tokens -> {
    left, tokens = atom tokens
    while tokens is [Op op, ..rest] and get_or op 0 binds >= level {
        right, tokens = expression (if op == "^" { binds[op] } else { binds[op] + 1 }) rest
        left = Binary (op, left, right)
    }
    (left, tokens)
}

evaluate = names tree -> match tree {
    Num n      -> n
    Name s     -> match get s names {
        Some n -> n
        None   -> error "{s} has no value"
    }
    Minus e    -> -(evaluate names e)
    Binary (op, a, b) -> {
        x = evaluate names a
        y = evaluate names b
        match op { "+" -> x + y, "-" -> x - y, "*" -> x * y, "/" -> x / y, "%" -> x % y, "^" -> x ** y }
    }
}

whole = tokens -> match expression 1 tokens {
    (tree, [])           -> tree
    (_, [left_over, .._]) -> error "{left_over} is left over"
}

# The value of a line and the variables after it.
calculate = names line -> match tokens line {
    [Name s, Op "=", ..rest] -> {
        names[s] = evaluate names (whole rest)
        (names[s], names)
    }
    found -> (evaluate names (whole found), names)
}

names = ["pi": math.pi]
while read_line () is Some line {
    match try calculate names line {
        Ok (value, after) -> {
            print value
            names = after
        }
        Err (ArithmeticError _) -> print "error: division by zero"
        Err message             -> print "error: {message}"
    }
}

# stdin: 1 + 2 * 3
# expect: 7.0
# stdin: 2 ^ 3 ^ 2
# expect: 512.0
# stdin: -(1 + 2) ^ 2
# expect: -9.0
# stdin: r = 1.5
# expect: 1.5
# stdin: 2 * pi * r
# expect: 9.42477796076938
# stdin: 10 - 4 - 3
# expect: 3.0
# stdin: (1 + 2
# expect: error: a ) is missing
# stdin: 2 * q
# expect: error: q has no value
# stdin: 1 / 0
# expect: error: division by zero
# stdin: 1 2
# expect: error: Num 2.0 is left over
