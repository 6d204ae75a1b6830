# Groups have names in both forms that other languages have. What looks like one in a class, a quotation or after a
# backslash is none.
r = regex.compile r"(?<year>\d+)-(?P<month>\d+)"
Some m = regex.find r "on 2024-05"
print m.names
# expect: ["year": "2024", "month": "05"]
print (regex.replace r "$month/$year" "on 2024-05")
# expect: on 05/2024
print (regex.source r)
# expect: (?<year>\d+)-(?P<month>\d+)
print (regex.texts r"[(?<a>]+" "x(?<a>y")
# expect: ["(?<a>"]
print (regex.texts r"[^](?<a>[:digit:]]+" "x(y)1z]")
# expect: ["x", "y)", "z"]
print (regex.texts r"\Q(?<a>\E+" "x(?<a>>y")
# expect: ["(?<a>>"]
print (regex.texts r"\((?<a>b)" "(b")
# expect: ["(b"]

# What other engines have and this one cannot: the error says what to do.
for pattern in [r"x(?=y)", r"(?<!a)b", r"(a)\1", r"(?<n>a)\k<n>", r"a++", r"(?>a)", r"(?<n"] {
  Err (ValueError e) = try (regex.compile pattern)
  hint = match e { { hint } -> "; {hint}", _ -> "" }
  print "{e.message}{hint}"
}
# expect: regex.compile: invalid perl operator: (?=; there is no look-around in this syntax: match more, and take the part that a group has
# expect: regex.compile: invalid perl operator: (?<; there is no look-around in this syntax: match more, and take the part that a group has
# expect: regex.compile: invalid escape sequence: \1; there are no references to groups in this syntax: compare the groups of a match
# expect: regex.compile: invalid escape sequence: \k; there are no references to groups in this syntax: compare the groups of a match
# expect: regex.compile: bad repetition operator: ++; a search never goes back, so one sign is enough: `+` for `++`
# expect: regex.compile: invalid perl operator: (?>; a search never goes back, so an atomic group is a group: `(?:…)`
# expect: regex.compile: invalid named capture group: (?P<n
