# Large files are read on other threads, several at a time; what was written before is there, and errors come in order.
folder = fs.temp_dir ()
name = i -> "{folder}/{i}"
text = i -> string.repeat 300000 (string (i % 10))
for i in 0..8 { fs.write (name i) (text i) }

texts = map (i -> fs.read (name i)) (0..8)
print (all (i -> texts[i] == text i) (0..8))
# expect: true

a = fs.read (name 0)
b = fs.read (name 1)
fs.write (name 0) b
c = fs.read (name 0)
print (a == text 0, b == text 1, c == text 1)
# expect: (true, true, true)

both = i -> {
    first = fs.read (name i)
    second = fs.read_bytes (name (i + 1))
    if i % 3 == 0 { error "at {i}" }
    len first + len second
}
print (map (i -> try (both i)) (0..6))
# expect: [Err "at 0", Ok 600000, Ok 600000, Err "at 3", Ok 600000, Ok 600000]

missing = try (map (i -> len (fs.read (name i))) (5..20))
print (match missing { Ok _ -> "all", Err (IoError e) -> e.code })
# expect: ENOENT

total = 0
for t in gather (i -> len (fs.read (name i))) (0..8) { total += t }
print total
# expect: 2400000

late = try (task.timeout 60 (() -> len (fs.lines (name 2))))
print late
# expect: Ok 1

fs.remove_all folder
print (fs.exists? folder)
# expect: false
