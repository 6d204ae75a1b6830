#!/usr/bin/env python3
"""Functions of the library beside Python's: writes a script for a subject, which has to print how many rows differ: none.

    tests/random/library.py text > tests/scripts/modules/text_equals_pythons.asp     and likewise for the others
    tests/random/library.py text --rows 100000 --seed 7 --aspen build/release/aspen     runs them, and prints what differs

The subjects are text, format, paths, urls, csv, json and dates. Each row is an expression with its value in
Python, or `Fails` where Python raises an error. Where the languages differ on purpose, no row is written; the
functions below say why.
"""
import argparse
import csv
import datetime
import io
import json
import pathlib
import posixpath
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
import urllib.parse

HEAD = """# What {subject} functions give is what Python's give.
# `tests/random/library.py {subject}` has written this file.
differing = cell 0
row = text f expected -> {{
    found = match try f () {{ Ok v -> v, Err _ -> Fails }}
    if found != expected {{
        print "{{text}}: {{show found}}, not {{show expected}}"
        cell.update (n -> n + 1) differing
    }}
}}
"""
TAIL = 'print "{cell.get differing} differ"\n# expect: 0 differ'
FAILS = object()


def literal(value):
    """The Aspen literal of a value."""
    if value is FAILS:
        return "Fails"
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(escaped(c) for c in value) + '"'
    if isinstance(value, bytes):
        return 'b"' + "".join(f"\\x{byte:02x}" for byte in value) + '"'
    if isinstance(value, float):
        return repr(value) if "." in repr(value) or "e" in repr(value) else repr(value) + ".0"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(literal, value)) + ")"
    if isinstance(value, dict):
        return "[" + (", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) or ":") + "]"
    return str(value)


def escaped(c):
    if c in '"\\{':
        return "\\" + c
    return c if " " <= c <= "~" or c.isalpha() and c.isascii() else f"\\u{{{ord(c):x}}}"


def result(f, *arguments):
    try:
        return f(*arguments)
    except (ValueError, OverflowError, csv.Error):
        return FAILS


def call(name, *arguments):
    return " ".join([name] + [f"({literal(a)})" if literal(a).startswith("-") else literal(a) for a in arguments])


# ---- Text: what both define by code points. Python's white space has four control characters that Unicode's has
# not, its `splitlines` more ends of lines, its `title` begins words after apostrophes, and its `casefold` composes
# no accents.

LETTERS = list("aAbBzZ019_ ,.-") + ["\t", "\n", "\r\n", "\xdf", "\xe9", "\xc9", "\u0130", "\u0131", "\u017f", "\u03a3",
                                   "\u03c3", "\u03c2", "\u0391", "\u0149", "\u01c5", "\ufb01", "\u1e9e", "\u0301", "\u2003",
                                   "\u4e2d", "\U0001f600", "\U00010400", "\u10d0", "\uac00", "\u1100", "\u1161", "\u0345"]


def some_text(rng, letters=LETTERS, most=12):
    return "".join(rng.choice(letters) for _ in range(rng.randrange(most)))


def found(index):
    return Some(index) if index >= 0 else None


class Some:
    def __init__(self, value):
        self.value = value

    def __str__(self):
        return f"(Some {literal(self.value)})"


def text(rng):
    s, part = some_text(rng), some_text(rng, LETTERS[:8], 3)
    if rng.random() < 0.5:
        s = part.join(some_text(rng, LETTERS, 4) for _ in range(rng.randrange(4)))
    n = rng.randrange(16)
    yield call("string.upper", s), s.upper()
    yield call("string.lower", s), s.lower()
    yield call("string.fold_case", s), unicodedata.normalize("NFC", s.casefold())
    yield call("string.trim", s), s.strip()
    yield call("string.trim_start", s), s.lstrip()
    yield call("string.trim_end", s), s.rstrip()
    yield call("string.trim_chars", part, s), s.strip(part) if part else s
    yield call("string.words", s), s.split()
    yield call("string.pad_right", n, s), s.ljust(n)
    yield call("string.pad_left", n, s), s.rjust(n)
    yield call("string.reverse", s), s[::-1]
    yield call("string.codes", s), [ord(c) for c in s]
    yield call("string.starts_with?", part, s), s.startswith(part)
    yield call("string.ends_with?", part, s), s.endswith(part)
    yield call("string.remove_prefix", part, s), s.removeprefix(part)
    yield call("string.remove_suffix", part, s), s.removesuffix(part)
    yield call("string.index_of", part, s), found(s.find(part))
    yield call("string.last_index_of", part, s), found(s.rfind(part))
    if part:
        yield call("string.count", part, s), s.count(part)
        yield call("string.replace", part, "<>", s), s.replace(part, "<>")
        yield call("string.replace_first", part, "<>", s), s.replace(part, "<>", 1)
        yield call("split", part, s), s.split(part)
    yield call("string.lines", s), re.split("\r?\n", s.removesuffix("\n").removesuffix("\r")) if s else []
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        yield call("string.normalize", form, s), unicodedata.normalize(form, s)
    a, b = rng.randrange(-9, 10), rng.randrange(-9, 10)
    yield f"({literal(s)})[{a}..{b}]", s[slice(a, b)]
    yield f"({literal(s)})[{a}]", s[a] if -len(s) <= a < len(s) else FAILS
    digits = "".join(rng.choice("0123456789abzAZ_ -+") for _ in range(rng.randrange(6)))
    base = rng.choice([2, 8, 10, 16, 36])
    if "_" not in digits and " " not in digits and "0b" not in digits.lower():
        yield call("string.parse_int", base, digits), result(int, digits, base)


# ---- Format specs. Without a type the exponent of a Float is as in other text, `1e16`.

def format_specs(rng):
    value = rng.choice([
        rng.randrange(-10 ** rng.randrange(1, 20), 10 ** rng.randrange(1, 20)), rng.uniform(-1, 1) * 10 ** rng.randrange(-9, 20),
        rng.choice([0.0, -0.0, 0.5, 1.5, 2.5, 1e16, 1e-5, 123456789.0, 0.1]), some_text(rng, LETTERS[:14], 6)])
    types = {int: "dxXobc", float: "fFeEgG%", str: "s"}[type(value)] + "d"
    spec = rng.choice(["", "", rng.choice("<>^="), rng.choice("*0x\u00e9") + rng.choice("<>^=")])
    spec += rng.choice(["", "", "+", "-", " "]) + rng.choice(["", "", "", "#"]) + rng.choice(["", "", "0"])
    spec += rng.choice(["", str(rng.randrange(1, 20))]) + rng.choice(["", "", "", ",", "_"])
    spec += rng.choice(["", "", f".{rng.randrange(9)}"]) + rng.choice(["", rng.choice(types)])
    expected = result(format, value, spec)
    has_exponent = isinstance(value, float) and expected is not FAILS and spec[-1:] not in tuple("fFeEgG%") and "e" in expected
    if not has_exponent and not (isinstance(value, int) and spec.endswith("c")):
        yield call("string.format", spec, value), expected


# ---- Paths, as posixpath and pathlib read them. They keep two slashes at the beginning apart from one.

def some_path(rng):
    parts = [rng.choice(["a", "b", "..", ".", "", "c.txt", ".hid", "d.tar.gz", "e.", "..f"]) for _ in range(rng.randrange(1, 5))]
    return re.sub("^//+", "/", rng.choice(["", "", "/"]) + "/".join(parts))


def paths(rng):
    p, base = some_path(rng), some_path(rng)
    yield call("path.normalize", p), posixpath.normpath(p)
    yield call("path.absolute?", p), posixpath.isabs(p)
    if base and p:
        yield f"path.normalize ({call('path.join', base, p)})", posixpath.normpath(posixpath.join(base, p))
    clean = posixpath.normpath(p)
    pure = pathlib.PurePosixPath(clean)
    if pure.name and pure.name != "..":
        yield call("path.base", clean), pure.name
        yield call("path.name", clean), posixpath.splitext(pure.name)[0]
        yield call("path.ext", clean), posixpath.splitext(pure.name)[1]
        yield call("path.parent", clean), str(pure.parent)
        yield call("path.parts", clean), list(pure.parts)
    other = posixpath.normpath(base)
    if other.startswith("/") and clean.startswith("/"):
        yield call("path.relative", other, clean), posixpath.relpath(clean, other)


# ---- URLs. Python's join drops an empty query and an empty fragment, and reads `a:b` as it does for a known scheme.

def some_url(rng):
    path = "/".join(rng.choice(["a", "b", "..", ".", "", "c;d", "e%20f", "g:h"]) for _ in range(rng.randrange(4)))
    query = rng.choice(["", "", "?", "?q=1&r", "?a/b"])
    return rng.choice(["", "", "/"]) + path + query + rng.choice(["", "", "#", "#top"])


def urls(rng):
    s = some_text(rng, list("aZ09-_.~ !*'();:@&=+$,/?#[]%\u00e9\u4e2d\U0001f600\n"), 9)
    yield call("url.encode", s), urllib.parse.quote(s, safe="")
    yield f"url.decode ({call('url.encode', s)})", s
    pairs = [(some_text(rng, list("ab =&+%\u00e9"), 4) or "k", some_text(rng, list("cd =&+%\u4e2d"), 4)) for _ in range(rng.randrange(4))]
    query = urllib.parse.urlencode(pairs)
    yield call("url.query_pairs", query), pairs
    yield call("url.parse_query", query), dict(pairs)
    yield call("url.parse_query", urllib.parse.urlencode(dict(pairs), quote_via=urllib.parse.quote)), dict(pairs)
    base, reference = "http://h/x/y/z?w", some_url(rng)
    first = re.split("[/?#]", reference)[0]
    if ":" not in first and "//" not in reference and "?#" not in reference and not reference.endswith(("#", "?")):
        yield call("url.join", base, reference), urllib.parse.urljoin(base, reference)


# ---- Tables.

def tables(rng):
    def cell():
        return some_text(rng, list('ab ,;"\n') + ["\r\n", "\u00e9"], 5)
    rows = [[cell() for _ in range(rng.randrange(1, 4))] for _ in range(rng.randrange(1, 4))]
    rows = [row if row != [""] else ["x"] for row in rows]
    for end, quoting in (("\r\n", csv.QUOTE_MINIMAL), ("\n", csv.QUOTE_ALL)):
        out = io.StringIO()
        csv.writer(out, lineterminator=end, quoting=quoting).writerows(rows)
        yield call("csv.parse", out.getvalue()), rows
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(rows)
    yield f'csv.parse_with {{ separator: ";", }} {literal(out.getvalue())}', rows
    yield f"csv.parse (csv.show {literal(rows)})", rows


# ---- JSON. Python reads halves of surrogate pairs, NaN and Infinity, and numbers that no float holds.

def some_json(rng, depth=0):
    kind = rng.randrange(8 if depth < 3 else 6)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind == 1:
        return rng.randrange(-10 ** rng.randrange(1, 30), 10 ** rng.randrange(1, 30))
    if kind == 2:
        return rng.choice([0.0, -0.0, 0.5, 1e22, 1e-7, 5e-324, sys.float_info.max, rng.uniform(-1, 1) * 10.0 ** rng.randrange(-300, 300)])
    if kind < 6:
        return some_text(rng, LETTERS + ["\"", "\\", "/", "\x01", "\x7f", "\u2028"], 6)
    if kind == 6:
        return [some_json(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {some_text(rng, LETTERS[:8], 3): some_json(rng, depth + 1) for _ in range(rng.randrange(4))}


def refuse(word):
    raise ValueError(word)


def documents(rng):
    value = some_json(rng)
    styles = [{}, {"ensure_ascii": False}, {"indent": 1}, {"separators": (",", ":")}]
    written = json.dumps(value, **rng.choice(styles))
    yield call("json.parse", written), value
    yield f"json.parse (json.show (json.parse {literal(written)}))", value
    # A change at random: what both accept must mean the same.
    at = rng.randrange(len(written) + 1)
    changed = written[:at] + rng.choice(['"', ",", ":", "[", "]", "{", "}", "0", "1", "-", ".", "e", " ", "\\", "n", "/"]) + \
        written[at + rng.randrange(3):]
    value = result(lambda: json.loads(changed, parse_constant=refuse))
    if not re.search(r"\\u[dD][89a-fA-F]|[0-9]{300}|[eE]\+?[0-9]{3}", changed):
        yield call("json.parse", changed), value


# ---- Dates in UTC. Python writes years before 1000 without zeros.

FIELDS = ["%Y", "%m", "%d", "%H", "%M", "%S", "%f", "%y", "%b", "%B", "%a", "%A", "%j", "%I", "%p", "%u", "%w", "%G", "%V", "%F", "%T",
          "%D", "%R", "%%"]


def dates(rng):
    moment = datetime.datetime(1000, 1, 1) + datetime.timedelta(seconds=rng.randrange(9000 * 365 * 86400))
    if rng.random() < 0.3:
        moment = moment.replace(month=rng.choice([1, 12]), day=rng.randrange(1, 32))
    seconds = int((moment - datetime.datetime(1970, 1, 1)).total_seconds())
    layout = " ".join(rng.sample(FIELDS, 4))
    yield call("time.format", layout, seconds), moment.strftime(layout)
    yield call("time.week", seconds), tuple(moment.isocalendar()[:2])
    yield call("time.show", seconds), moment.isoformat() + "Z"
    for layout in ("%Y-%m-%d %H:%M:%S", "%d %B %Y, %I:%M %p %S", "%Y %j %H%M%S", "%a %b %d %T %Y", "%G-W%V-%u %T"):
        yield call("time.parse_with", layout, moment.strftime(layout)), seconds
    offset = rng.randrange(-14 * 60, 15 * 60)
    zone = datetime.timezone(datetime.timedelta(minutes=offset))
    if 1000 < moment.year < 9999:
        there = moment.replace(tzinfo=datetime.timezone.utc).astimezone(zone)
        yield call("time.parse", there.isoformat()), seconds
        yield call("time.parse_with", "%F %T%z", there.strftime("%Y-%m-%d %H:%M:%S%z")), seconds
    year, month, day = rng.randrange(1000, 9999), rng.randrange(1, 15), rng.randrange(1, 33)
    begin = result(lambda: datetime.datetime(year, month, day))
    yield call("time.date", year, month, day), \
        FAILS if begin is FAILS else int((begin - datetime.datetime(1970, 1, 1)).total_seconds())


SUBJECTS = {"text": text, "format": format_specs, "paths": paths, "urls": urls, "csv": tables, "json": documents, "dates": dates}


def rows(subject, rng, count):
    seen = set()
    while len(seen) < count:
        for expression, expected in SUBJECTS[subject](rng):
            if expression not in seen and len(seen) < count:
                seen.add(expression)
                value = literal(expected)
                argument = f"({value})" if value.startswith("-") else value
                yield f"row {literal(expression)} (() -> {expression}) {argument}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("--rows", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--aspen", help="run the rows with this command")
    options = parser.parse_args()
    script = "\n".join([HEAD.format(subject=options.subject) + "\n".join(rows(options.subject, random.Random(options.seed), options.rows)), TAIL])
    if not options.aspen:
        print(script)
        return
    with tempfile.NamedTemporaryFile("w", suffix=".asp", encoding="utf-8") as file:
        file.write(script)
        file.flush()
        subprocess.run([options.aspen, "run", file.name], check=True)


main()
