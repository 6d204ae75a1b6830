#!/usr/bin/env python3
"""Arithmetic of Ints and Floats beside Python's: writes a script that has to print how many rows differ: none.

    tests/random/arithmetic.py > tests/scripts/expressions/arithmetic_equals_pythons.asp
    tests/random/arithmetic.py --rows 100000 --seed 7 --aspen build/release/aspen     runs them, and prints what differs

Each row is an expression that means the same in both languages, with its value as Aspen prints it, or the
name of the error. It is evaluated with its operands as literals, and as arguments of a function. Where the
languages differ on purpose:

- A Float operation that overflows gives an infinity, where Python raises OverflowError for `**`.
- 0 to the power of minus infinity is an ArithmeticError, as to every negative power. Python gives inf.
- A negative number to the power of a fraction is an ArithmeticError. Python gives a complex number.
- What has no Int (`int math.inf`) is a ValueError.

An Int too large to become a Float is Python's OverflowError and an ArithmeticError here.
"""
import argparse
import math
import random
import subprocess
import sys
import tempfile

INFIX = ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", "<=", ">", ">="]
# Aspen's name, Python's function. Of the functions of libm only those that glibc rounds alike everywhere.
UNARY = {
    "float": float, "int": int, "abs": abs, "-": lambda x: -x,
    "floor": math.floor, "ceil": math.ceil, "round": round, "math.trunc": math.trunc,
    "sqrt": math.sqrt, "math.log": math.log, "math.log2": math.log2, "math.log10": math.log10,
    "math.degrees": math.degrees, "math.radians": math.radians,
    "math.is_nan?": lambda x: x != x, "math.is_inf?": lambda x: x in (math.inf, -math.inf),
    "math.is_finite?": lambda x: x - x == 0 if isinstance(x, float) else True,
}
BINARY = {"math.atan2": math.atan2, "math.copy_sign": math.copysign, "math.pow": lambda x, y: x ** y,
          "math.divmod": lambda x, y: (x // y, x % y)}
INTS = {"math.isqrt": (1, math.isqrt), "math.gcd": (2, math.gcd), "math.lcm": (2, math.lcm)}

# As text, since their digits would fill the script.
LARGE_INTS = [f"2 ** {n}{d}" for n in (127, 1023, 1024) for d in (" - 1", "", " + 1")] + [
    "10 ** 308", "10 ** 309", "10 ** 399", "10 ** 400", "10 ** 400 + 1", "3 * 10 ** 400", "2 ** 2000 + 1",
    "2 ** 1024 - 2 ** 970", "2 ** 1024 - 2 ** 970 - 1", "2 ** 1024 - 2 ** 971"]
POWERS = [2 ** n + d for n in (15, 31, 32, 47, 48, 53, 54, 62, 63, 64, 65) for d in (-1, 0, 1)]
EDGE_INTS = [0, 1, 2, 3, 7, 10, 127, 128, 255, 1000, *POWERS, 10 ** 16, 10 ** 22, 10 ** 23]
LONGEST_SHOWN = 60
EDGE_FLOATS = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 0.1, 1 / 3, 1e-5, 1e-4, 1e15, 1e16, 2.0 ** 47, 2.0 ** 52 + 0.5,
               2.0 ** 53, 2.0 ** 53 + 2, 2.0 ** 63, 2.0 ** 64, 1e22, 1e23, 1e300, 1e308, sys.float_info.max,
               sys.float_info.min, 5e-324, 2.2250738585072011e-308, 1e-320, 1e-300, math.inf, math.nan]
SMALL_EXPONENTS = [*range(-8, 9), 20, 63, 64, 70, -20, -400, -1100]


TEXTS = {}  # of large Ints


def named(text):
    value = eval(text)
    TEXTS[value], TEXTS[-value] = f"({text})", f"(-({text}))"
    return value


def an_int(rng):
    kind = rng.random()
    if kind < 0.25:
        n = named(rng.choice(LARGE_INTS))
    elif kind < 0.45:
        n = rng.choice(EDGE_INTS)
    elif kind < 0.7:
        n = rng.getrandbits(rng.randint(1, 70))
    elif kind < 0.8:
        n = named(f"{rng.getrandbits(64)} * 2 ** {rng.randint(900, 1400)} + {rng.getrandbits(64)}")
    else:
        n = rng.randrange(20)
    return -n if rng.random() < 0.4 else n


def a_float(rng):
    kind = rng.random()
    if kind < 0.5:
        x = rng.choice(EDGE_FLOATS)
    elif kind < 0.7:
        x = rng.uniform(0, 100)
    elif kind < 0.85:
        x = rng.random() * 10.0 ** rng.randint(-300, 300)
    else:
        x = rng.randrange(1000) / 2
    return -x if rng.random() < 0.4 and x == x else x


def a_number(rng):
    return an_int(rng) if rng.random() < 0.55 else a_float(rng)


def float_text(x):
    if math.isnan(x):
        return "nan"
    mantissa, _, exponent = repr(x).partition("e")
    return mantissa + ("e" + str(int(exponent)) if exponent else "")


def show(v):
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, tuple):
        return "(" + ", ".join(show(part) for part in v) + ")"
    return float_text(v) if isinstance(v, float) else str(v)


def literal(v):
    """As both languages read it, in parentheses if it has a sign."""
    if isinstance(v, float) and not math.isfinite(v):
        return "math.nan" if v != v else "math.inf" if v > 0 else "(-math.inf)"
    text = show(v)
    if v in TEXTS and isinstance(v, int):
        return TEXTS[v]
    return f"({text})" if text.startswith("-") else text


def too_large(v):
    try:
        float(v)
        return False
    except OverflowError:
        return True


def overflowed(function, arguments):
    """What Aspen says where Python raises OverflowError."""
    if function in ("int", "floor", "ceil", "round", "math.trunc"):
        return "ValueError"
    if function not in ("**", "math.pow") or any(too_large(v) for v in arguments):
        return "ArithmeticError"
    base, exponent = arguments
    if base < 0 and exponent != math.floor(exponent):
        return "ArithmeticError"
    return "-inf" if base < 0 and float(exponent) % 2 == 1 else "inf"


def expected(function, call, arguments):
    if function in ("**", "math.pow") and arguments[0] == 0 and arguments[1] == -math.inf:
        return "ArithmeticError"
    try:
        value = call(*arguments)
    except ZeroDivisionError:
        return "ArithmeticError"
    except ValueError:
        return "ValueError"
    except OverflowError:
        return overflowed(function, arguments)
    return "ArithmeticError" if isinstance(value, complex) else brief(show(value))


def brief(text):
    return text if len(text) <= LONGEST_SHOWN else f"{text[:25]}..{len(text)}..{text[-25:]}"


OPERATIONS = {op: eval(f"lambda x, y: x {op} y") for op in INFIX}


def a_row(rng):
    """Aspen's text with literals, the name of the function of its operands or None, and the value."""
    kind = rng.random()
    if kind < 0.7:
        op = rng.choice(INFIX)
        x, y = a_number(rng), a_number(rng)
        if op == "**" and isinstance(x, int) and isinstance(y, int):
            y = rng.choice(SMALL_EXPONENTS)
        elif op in INFIX[7:] and rng.random() < 0.5:
            y = near(rng, x)
        a, b = literal(x), literal(y)
        return f"{a} {op} {b}", f"f{INFIX.index(op)} {a} {b}", expected(op, OPERATIONS[op], (x, y))
    if kind < 0.9:
        name = rng.choice(list(UNARY))
        arguments = (a_number(rng),)
        call = UNARY[name]
    elif kind < 0.95:
        name = rng.choice(list(BINARY))
        call = BINARY[name]
        arguments = (a_number(rng), a_number(rng))
        if name == "math.pow" and isinstance(arguments[0], int) and isinstance(arguments[1], int):
            arguments = (arguments[0], rng.choice(SMALL_EXPONENTS))
    else:
        name = rng.choice(list(INTS))
        count, call = INTS[name]
        arguments = tuple(an_int(rng) for _ in range(count))
    text = "-" + literal(arguments[0]) if name == "-" else " ".join([name, *map(literal, arguments)])
    called = "negative " + literal(arguments[0]) if name == "-" else None
    return text, called, expected(name, call, arguments)


def near(rng, x):
    """A number of the other type that is as large, or nearly."""
    if isinstance(x, int):
        return x if too_large(x) else float(x)
    return int(x) + rng.choice((-1, 0, 1)) if math.isfinite(x) else an_int(rng)


HEAD = """# Arithmetic and comparison of Ints and Floats give Python's results, or say why there is none.
# `tests/random/arithmetic.py` has written this file.
brief = text -> if len text <= 60 { text } else { "{text[..25]}..{len text}..{text[-25..]}" }
answer = f -> match try f () {
    Ok value -> brief (show value)
    Err (ArithmeticError _) -> "ArithmeticError"
    Err (ValueError _) -> "ValueError"
    Err other -> show other
}
differing = cell 0
check = text expected f -> {
    found = answer f
    if found != expected {
        print "{text}: {found}, not {expected}"
        cell.update (n -> n + 1) differing
    }
}
"""


def script(rng, rows):
    lines = [HEAD]
    lines += [f"f{i} = x y -> x {op} y\n" for i, op in enumerate(INFIX)]
    lines.append("negative = x -> -x\n")
    for _ in range(rows):
        text, called, value = a_row(rng)
        lines.append(f'check "{text}" "{value}" (() -> {text})\n')
        if called:
            lines.append(f'check "{text}" "{value}" (() -> {called})\n')
    lines.append('print "{cell.get differing} differ"\n# expect: 0 differ\n')
    return "".join(lines)


def run(aspen, text):
    with tempfile.NamedTemporaryFile("w", suffix=".asp") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([aspen, "run", file.name], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--aspen", help="runs the rows with this program")
    options = parser.parse_args()
    sys.set_int_max_str_digits(0)
    rng = random.Random(options.seed)
    if not options.aspen:
        return sys.stdout.write(script(rng, options.rows))
    failed = False
    for begun in range(0, options.rows, 2000):
        found = run(options.aspen, script(rng, min(2000, options.rows - begun)))
        failed |= found != "0 differ\n"
        print(found, end="", flush=True)
    return sys.exit(failed)


main()
