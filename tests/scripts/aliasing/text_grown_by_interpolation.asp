# The text of a variable that ends in an interpolated text grows in place. No other variable sees that.
long = string.repeat 300 "a"

keep = [long]
s = long
for i in 0..3 { s = "{s}{i}" }
print (len s, len long, len keep[0])
# expect: (303, 300, 300)

# Each step is kept.
steps = []
t = "{long}"
for i in 0..4 {
    t = "{t}é{i}"
    steps |>= push t
}
print (map len steps, len t)
# expect: ([302, 304, 306, 308], 308)
print (map (x -> x[-1..]) steps)
# expect: ["0", "1", "2", "3"]

# The variable lives on, in a branch, a closure and a handler.
u = "{long}b"
v = "{u}c"
print (len u, len v)
# expect: (301, 302)
f = x again -> {
    y = "{x}1"
    if again { "{len x} {len y}" } else { "{len y}" }
}
print (f long true, f long false, len long)
# expect: ("300 301", "301", 300)
g = x -> {
    show_it = () -> len x
    y = "{x}1"
    (show_it (), len y)
}
print (g "{long}")
# expect: (300, 301)
h = x -> {
    r = match try ({ x = "{x}1{error "no"}" }) { Ok _ -> "fine", Err e -> e }
    (r, len x)
}
print (h "{long}")
# expect: ("no", 300)

# It is in its own text, and what it holds is no text.
w = "{long}"
w = "{w}{w}"
w = "{w}{len w}"
print (len w)
# expect: 603
n = 5
n = "{n}{n}"
n = "{n}!"
print n
# expect: 55!
xs = [1]
xs = "{xs} and {xs}"
print xs
# expect: [1] and [1]

# A format is no growing text.
p = 2.5
p = "{p:.2f}{1}"
print p
# expect: 2.501

# Across calls that may run beside what follows, and in folds.
work = k -> { total = 0; for i in 0..200 { total += i * k }; total % 10 }
out = long
for k in 0..200 { out = "{out}{work k}," }
print (len out, out[300..320])
# expect: (700, "0,0,0,0,0,0,0,0,0,0,")
print (len (fold long (acc x -> "{acc}{x}") (0..10)), len long)
# expect: (310, 300)

# One that is a key, and then grows.
key = "{long}k"
d = [key: 1]
key = "{key}l"
print (get (long + "k") d, get key d)
# expect: (Some 1, None)

# More parts than a run of registers has.
big = "{long}"
big = "{big}{1}{2}{3}{4}{5}{6}{7}{8}{9}{10}{11}{12}{13}{14}{15}{16}{17}{18}{19}{20}{21}{22}{23}{24}{25}{26}{27}{28}{29}{30}{31}{32}{33}{34}{35}{36}{37}{38}{39}{40}"
print (len big)
# expect: 371
