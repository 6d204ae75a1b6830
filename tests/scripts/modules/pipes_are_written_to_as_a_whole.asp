# `fs.write` and `fs.append` to a named pipe wait for its readers, and end with their task; nothing is left behind.
folder = fs.temp_dir ()
name = "{folder}/pipe"
process.run "mkfifo" [name]
for write in [fs.write, fs.append, fs.write_bytes] {
    t = spawn write name b"never"
    print ((try (task.timeout 0.01 (() -> write name b"never"))) is Err (Timeout _))
    task.cancel t
    print ((try (await t)) is Err (Cancelled _))
}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# The reader is closed as well when its task ends: another reader would let this open the pipe.
print ((try (task.timeout 0.02 (() -> fs.read name))) is Err (Timeout _))
# expect: true
print ((try (task.timeout 0.01 (() -> fs.open "write" name))) is Err (Timeout _))
# expect: true
reading = spawn fs.read name
fs.write name "in time"
print (await reading)
# expect: in time

# The reader has read a part.
reader = fs.open "read" name
t = spawn fs.append name (string.repeat 1000000 "x")
print (fs.read_chunk 1 reader)
# expect: b"x"
task.cancel t
print ((try (await t)) is Err (Cancelled _))
# expect: true
loop { if empty? (fs.read_chunk 1000 reader) { break } }
fs.close reader

# The reader leaves.
reader = fs.open "read" name
t = spawn fs.write name (string.repeat 1000000 "x")
fs.read_chunk 1 reader
fs.close reader
print (match try (await t) { Err (IoError e) -> e.code })
# expect: EPIPE
fs.remove_all folder
