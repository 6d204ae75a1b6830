"""The types of random programs, and pieces of their text."""
import re

INT, STR, BYTES = ("int",), ("str",), ("bytes",)
FIELDS = "abc"
KEYS = ['"a"', '"b"', '"c"']


def list_of(t):
    return ("list", t)


def dict_of(t):
    return ("dict", t)


def par(text):
    """The expression as an argument or operand."""
    if re.fullmatch(r'[a-z_]\w*\??(\.\w+|\[-?\w+\]|\["\w+"\])*|\d+|b?"\w*"|None', text):
        return text
    closing = {"(": ")", "[": "]"}.get(text[0])
    if closing:
        depth, quoted = 0, False
        for i, c in enumerate(text):
            quoted ^= c == '"'
            depth += (not quoted) * ((c in "([{") - (c in ")]}"))
            if depth == 0 and not quoted:
                return text if i == len(text) - 1 else f"({text})"
    return f"({text})"


def block(statements):
    return "{\n" + "\n".join(statements) + "\n}"
