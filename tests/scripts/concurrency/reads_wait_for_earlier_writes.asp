# A read never runs before a write that precedes it, however the function that writes is found.
spin = n -> { sum = 0; for i in 0..n { sum += i % 3 }; sum }
folder = fs.temp_dir ()
path = "{folder}/file"
put = text -> { spin 400; fs.write path text; text }
look = u -> fs.read path

# The functions that a function calls may be arguments, captured, parts of a container, or iterated over.
with_given = f -> f "given"
capturing = f -> (u -> f "captured")
maker = u -> put
even = n -> if n == 0 { put "mutual" } else { odd (n - 1) }
odd = n -> if n == 0 { 0 } else { even (n - 1) }
changing = f -> { f = put; f "changed" }
going_through = xs -> { for x in xs { spin x }; 0 }
source = fiber { yield 1; put "from a fiber"; yield 2 }
again = fiber { put "again from a fiber"; yield 2 }
ways = [
    ("direct", u -> put "direct"),
    ("given", u -> with_given put),
    ("a lambda that is given", u -> with_given (t -> put t)),
    ("captured", capturing put),
    ("found", u -> { fs = [put]; fs[0] "found" }),
    ("in a record", u -> { r = { f: put }; r.f "in a record" }),
    ("returned", u -> (maker ()) "returned"),
    ("mutual", u -> even 4),
    ("changed", u -> changing look),
    ("partial", u -> { write = fs.write path; spin 400; write "partial" }),
    ("native", u -> { f = fs.write; spin 400; f path "native" }),
    ("native given", u -> { spin 400; each (fs.write path) ["native given"] }),
    ("mapped", u -> map put ["first", "mapped"]),
    ("filtered", u -> filter (t -> put t == t) ["filtered"]),
    ("folded", u -> fold "" (acc t -> put t) ["one", "folded"]),
    ("folded with more", u -> fold put (acc t -> acc) [1] "folded with more"),
    ("piped", u -> { t = ["piped"]; t[0] |>= put; t }),
    ("from a fiber", u -> going_through source),
    ("again from a fiber", u -> len (list again)),
    ("awaited", u -> await (spawn put "awaited")),
    ("attempted", u -> try (put "attempted"))
]
read_back = name f -> {
    done = f ()
    seen = look ()
    if seen == name { 1 } else { print "{name}: {seen}"; 0 }
}
right = 0
for w in ways {
    (name, f) = w
    wanted = if name == "a lambda that is given" { "given" } else { name }
    right += read_back wanted f
}
print "{right} of {len ways}"   # expect: 21 of 21

# Two reads may be in flight together; a write waits for both.
fs.write path "before"
first = u -> { spin 300; fs.read path }
a = first ()
b = look ()
c = put "after"
print (a, b, c, look ())        # expect: ("before", "before", "after", "after")
fs.remove_all folder
