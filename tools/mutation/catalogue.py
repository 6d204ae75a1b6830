"""The catalogue of faults, and the sources with all of them spliced in.

A file in faults/ is an area. A fault is a block of lines, which an empty line ends:

    take_apart_shares  vm/run/handlers.inc  HANDLER(TakeApart)
    - if (tuple->is_shared()) share_items(tuple);
    +
    tests: aliasing/
    equivalent: why no program can tell

The first line has the fault's name, the file, and a place: text that stands once in that file. The code after `-` stands once
between that place and the end of the block that it opens, or once in the file if there is no place. Space does not matter, as long
as words stay apart. The code after `+` takes its place: a statement if the code ends in `;` or `}`, else an expression; none is an
empty statement. `tests` names tests (a part of their names) that run first; on a line of its own, those of the whole area. `equivalent` is the argument why nothing can kill the
fault; such a fault does not run.
"""
import hashlib
import pathlib
import re

# What an expression that stands by itself does not begin with.
UNCHOSEN = re.compile(r"(const|case|default)\b")
PARTIAL = re.compile(r"&&|\|\|?|==|!=|[<>]=?|[/%^?:,]|\+(?!\+)|(?:return|if|for|while|case|const)\b")
TOKEN = re.compile(r"\w+|[^\w\s]")
HEADER = "aspen_mutant.h"


class CatalogueError(Exception):
    pass


def is_listed(code):
    """Whether a comma stands outside of all brackets."""
    depth = 0
    for token in TOKEN.findall(re.sub(r'"[^"]*"', "", code)):
        depth += (token in "([{") - (token in ")]}")
        if token == "," and depth == 0:
            return True
    return False


def is_word(token):
    return token[0].isalnum() or token[0] == "_"


class Fault:
    def __init__(self, area, heading, where):
        words = heading.split(None, 2)
        if len(words) < 2:
            raise CatalogueError(f"{where}: expected NAME FILE [PLACE]")
        self.area, self.name, self.file, self.where = area, words[0], words[1], where
        self.place = words[2] if len(words) == 3 else None
        self.old, self.new, self.tests, self.equivalent = "", "", [], None
        self.usual, self.number = [], 0

    def add(self, line):
        kind, _, rest = line.partition(" ")
        if kind == "-":
            self.old += " " + rest
        elif kind == "+":
            self.new += " " + rest
        elif kind == "tests:":
            self.tests += rest.split()
        elif kind == "equivalent:":
            self.equivalent = rest
        elif self.equivalent is not None:
            self.equivalent += " " + line.strip()
        else:
            raise CatalogueError(f"{self.where}: unknown line {line!r}")

    @property
    def is_statement(self):
        return self.old.rstrip().endswith((";", "}"))

    @property
    def is_whole(self):
        """Whether both codes can be choices: parts like `&& b`, `a, b` and `return b` cannot, nor can declarations and cases."""
        codes = [self.old.strip(), self.new.strip()]
        if self.is_statement:
            return not UNCHOSEN.match(codes[0]) and codes[1][-1:] in ("", ";", "}")
        return all(code and not PARTIAL.match(code) and code.count("(") == code.count(")") and not is_listed(code) for code in codes)

    def key(self, source):
        """Changes when the fault or the file it is in does."""
        return hashlib.sha1("\0".join([self.old, self.new, self.place or "", source]).encode()).hexdigest()[:12]

    def span(self, source):
        """The span of the code in the text of its file."""
        begin, end = self.block(source)
        tokens = TOKEN.findall(self.old)
        if not tokens:
            raise CatalogueError(f"{self.where}: {self.name} has no `-` line")
        pattern = re.escape(tokens[0])
        for before, token in zip(tokens, tokens[1:]):
            pattern += (r"\s+" if is_word(before) and is_word(token) else r"\s*") + re.escape(token)
        pattern = (r"(?<!\w)" if is_word(tokens[0]) else "") + pattern + (r"(?!\w)" if is_word(tokens[-1]) else "")
        found = [match.span() for match in re.compile(pattern).finditer(source, begin, end)]
        if len(found) != 1:
            raise CatalogueError(f"{self.where}: {self.name}: its code stands {len(found)} times in {self.file}")
        return found[0]

    def block(self, source):
        if self.place is None:
            return 0, len(source)
        if source.count(self.place) != 1:
            raise CatalogueError(f"{self.where}: {self.name}: its place stands {source.count(self.place)} times in {self.file}")
        begin = source.index(self.place)
        line = source.rfind("\n", 0, begin) + 1
        depth = len(re.compile("[ ]*").match(source, line).group())
        # The next line that is indented no deeper than the block's first one, which mostly is its closing brace.
        match = re.compile(rf"^ {{0,{depth}}}(?=[^\s#])", re.MULTILINE).search(source, source.index("\n", begin))
        return begin, match.end() if match else len(source)

    def choice(self, old):
        """The text that replaces the code."""
        chosen = f"aspen_mutant({self.number})"
        if self.is_statement:
            return f"if ({chosen}) {{{self.new} }} else {{ {old} }}"
        return f"({chosen} ? ({self.new.strip()}) : ({old}))"


def read(folder):
    """All faults, in the order of files and lines."""
    faults, names = [], set()
    for path in sorted(pathlib.Path(folder).glob("*.txt")):
        fault, usual = None, []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.startswith("#"):
                continue
            if not line.strip():
                fault = None
            elif fault is None and line.startswith("tests:"):
                usual = line.split()[1:]
            elif fault is None:
                fault = Fault(path.stem, line, f"{path.name}:{number}")
                if fault.name in names:
                    raise CatalogueError(f"{fault.where}: there is another fault {fault.name}")
                fault.usual = usual
                names.add(fault.name)
                faults.append(fault)
            else:
                fault.add(line.strip())
    return faults


def misfit(fault, source):
    """Why the fault does not fit the text of its file; None if it does."""
    if source is None:
        return f"{fault.where}: there is no file {fault.file}"
    if not fault.is_whole:
        return f"{fault.where}: {fault.name} is neither an expression nor a statement"
    try:
        fault.span(source)
    except CatalogueError as error:
        return str(error)
    return None


def splice(source, faults):
    """The text of a file with all its faults in it. Faults may stand inside one another, or in the same place."""
    spans = sorted(((fault.span(source), fault) for fault in faults), key=lambda item: (item[0][0], -item[0][1]))
    text, at, rest = "", 0, spans
    while rest:
        (begin, end), _ = rest[0]
        inner = [item for item in rest if item[0][0] < end]
        if any(item[0][1] > end for item in inner):
            raise CatalogueError(f"{rest[0][1].where}: {rest[0][1].name} overlaps with {inner[-1][1].name}")
        text += source[at:begin] + splice_one(source, inner)
        at, rest = end, rest[len(inner):]
    return text + source[at:]


def splice_one(source, spans):
    """The first span, with those inside it."""
    (begin, end), fault = spans[0]
    old, at, inner = "", begin, spans[1:]
    while inner:
        (first, last), _ = inner[0]
        group = [item for item in inner if item[0][0] < last]
        if any(item[0][1] > last for item in group):
            raise CatalogueError(f"{inner[0][1].where}: {inner[0][1].name} overlaps with {group[-1][1].name}")
        old += source[at:first] + splice_one(source, group)
        at, inner = last, inner[len(group):]
    return fault.choice(old + source[at:end])


def with_header(source):
    """Adds the header; lines keep their numbers."""
    return f'#include "{HEADER}"\n#line 1\n' + source
