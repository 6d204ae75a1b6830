# Loops and functions that take a collection read an open file by lines; the next goes on where they stop.
p = path.join (fs.temp_dir ()) "f"
fs.write p (list (1..=12) |> map string |> join "\n")
f = fs.open "read" p
for line in f { print line; if line == "3" { break } }
print (first f)
print (take 2 f)
print (zip ["a", "b"] f)
print (fs.read_line f)
print (f |> map int |> sum)
print (list f)
for line in f { print "none is left" }
fs.seek 0 f
print (count (line -> len line == 2) f)
fs.close f
print (match try (list f) { Err (Closed _) -> "closed", other -> other })
print (try (for x in regex.compile "a" { () }))
fs.write p b"a\xff\nb"
f = fs.open "read" p
print (match try (list f) { Err (ValueError e) -> string.ends_with? "the line is not UTF-8 text" e.message, other -> other })
print (list f)
fs.remove_all (path.parent p)
# expect: 1
# expect: 2
# expect: 3
# expect: 4
# expect: ["5", "6"]
# expect: [("a", "7"), ("b", "8")]
# expect: Some "9"
# expect: 33
# expect: []
# expect: 3
# expect: closed
# expect: Err (TypeError { message: "cannot iterate over <regex>", hint: "lists, ranges, strings, bytes, dicts, channels, fibers and open files can be iterated over" })
# expect: true
# expect: ["b"]
