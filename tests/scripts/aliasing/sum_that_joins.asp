# `a + b` grows a text or a list in place only where nothing else holds it.
add = out x -> out + string x
base = "ab"
print (add base 1, add base 2, base)          # expect: ("ab1", "ab2", "ab")
both = out x -> (out + string x + "!", out)
print (both base 1)                           # expect: ("ab1!", "ab")
steps = []
out = ""
for i in 0..3 {
    out = add out i
    steps |>= push out
}
print steps                                   # expect: ["0", "01", "012"]

join_all = acc xs -> acc + map (x -> x * 2) xs
first = [1]
second = join_all first [5]
third = join_all first [6]
print (first, second, third)                  # expect: ([1], [1, 10], [1, 12])

# Slices, pipes and sums inside sums.
text = "abcdef"
print (fold "" (s i -> s + text[i..i + 1] + (i |> string) + s[..1]) (0..3))   # expect: a0b1ac2a
pair = fold ("", "x") (p i -> { (s, last) = p; (s + last + string i, s) }) (0..3)
print pair                                    # expect: ("x01x02", "x01")

# Numbers are added, whatever the other side is called.
string_of = x -> x
print (5 + string_of 1)                       # expect: 6
print ((try (first[0] + string 1)) is Err (TypeError _))    # expect: true
