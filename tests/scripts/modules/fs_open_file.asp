# An open file has one position at which reading and writing go on, whatever its buffers hold.
dir = fs.temp_dir ()
p = path.join dir "f"
f = fs.open "write" p
fs.put "one\ntwo\r\n" f
fs.put b"three" f
print (fs.tell f)
fs.close f
print (show (fs.read p))

f = fs.open "update" p
print (fs.read_line f)
print (fs.tell f)
fs.put "TWO" f
print (fs.read_line f)
print (fs.read_chunk 3 f)
print (fs.tell f)
print (fs.read_line f)
print (fs.read_line f)
fs.seek (-5) f
print (fs.read_chunk 100 f)
print (fs.read_chunk 1 f)
fs.seek 0 f
print (fs.read_chunk 0 f)
fs.put "1" f
fs.close f
print (show (fs.read p))

# What is added at the end is seen by a reader that has read to the end.
f = fs.open "read" p
while fs.read_line f is Some _ { () }
more = fs.open "append" p
print (fs.tell more)
fs.put "\nfour" more
fs.close more
print (fs.read_line f)
print (fs.read_line f)
print (match try (fs.put "x" f) { Err (IoError e) -> e.code, other -> other })
fs.close f
fs.close f
print (match try (fs.read_line f) { Err (Closed e) -> string.ends_with? "the file is closed" e.message, other -> other })
print (match try (fs.open "read" (path.join dir "none")) { Err (IoError e) -> e.code, other -> other })
fs.remove_all dir
# expect: 14
# expect: "one\ntwo\r\nthree"
# expect: Some "one"
# expect: 4
# expect: Some ""
# expect: b"thr"
# expect: 12
# expect: Some "ee"
# expect: None
# expect: b"three"
# expect: b""
# expect: b""
# expect: "1ne\nTWO\r\nthree"
# expect: 14
# expect: Some ""
# expect: Some "four"
# expect: EBADF
# expect: true
# expect: ENOENT
