# A line that is not UTF-8 ends a reader only if that wants text; others get U+FFFD for each wrong byte, or Bytes.
folder = fs.temp_dir ()
name = "{folder}/log"
fs.write name b"one\r\na\xffb\xc3\n\ntwo\xe9"
read_all = file -> {
    lines = map identity file
    fs.close file
    lines
}
print (map show (read_all (fs.open_with { lossy: true } "read" name)))
# expect: ["\"one\"", "\"a�b�\"", "\"\"", "\"two�\""]
print (read_all (fs.open_with { bytes: true } "read" name))
# expect: [b"one", b"a\xffb\xc3", b"", b"two\xe9"]
print (fs.lines_with { lossy: true } name == read_all (fs.open_with { lossy: true } "read" name))
# expect: true
print (fs.lines_with { bytes: true } name)
# expect: [b"one", b"a\xffb\xc3", b"", b"two\xe9"]
file = fs.open_with { bytes: true, lossy: false } "read" name
print (fs.read_line file, fs.read_line file, fs.read_line file, fs.read_line file, fs.read_line file)
# expect: (Some b"one", Some b"a\xffb\xc3", Some b"", Some b"two\xe9", None)
fs.close file
message = f -> match try (f ()) { Err (ValueError e) -> join "" (split folder e.message) }
print (message (() -> fs.lines_with { lossy: false } name))
# expect: /log is not UTF-8 text at byte 6
print (message (() -> read_all (fs.open_with { bytes: false } "read" name)))
# expect: /log: the line is not UTF-8 text
for options in [{ lossy: true, bytes: true }, { lossy: 1 }, { bytse: true }] {
    print (message (() -> fs.lines_with options name))
    print (message (() -> fs.open_with options "read" name))
}
# expect: fs.lines_with: options is both lossy and bytes
# expect: fs.open_with: options is both lossy and bytes
# expect: fs.lines_with: options cannot have `lossy: 1`: its fields are lossy and bytes (true or false)
# expect: fs.open_with: options cannot have `lossy: 1`: its fields are lossy and bytes (true or false)
# expect: fs.lines_with: options cannot have `bytse: true`: its fields are lossy and bytes (true or false)
# expect: fs.open_with: options cannot have `bytse: true`: its fields are lossy and bytes (true or false)
print (message (() -> fs.open_with { bytes: true } "raed" name))
# expect: fs.open_with: mode must be "read", "write", "append" or "update"
fs.remove_all folder
