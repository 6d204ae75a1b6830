# Files, one step after the other. Every failure is reported, and a step that reports success is done.
# faults: openat read write pwrite64 close rename unlink fsync fchmod newfstatat getdents64 lseek sendfile copy_file_range mkdir
fs.write "a" "one\n"
fs.append "a" "two\n"
assert (fs.read "a" == "one\ntwo\n")
fs.atomic_write "a" "three\n"
assert (fs.lines "a" == ["three"])
file = fs.open "update" "a"
assert (fs.read_line file == Some "three")
fs.put "four\n" file
fs.seek 0 file
assert (fs.read_line file == Some "three")
fs.close file
assert (fs.read "a" == "three\nfour\n")
fs.copy "a" "b"
fs.rename "b" "c"
assert (fs.read "c" == fs.read "a")
fs.make_dir "d/e"
fs.write "d/e/f" "x"
assert (fs.walk "d" == ["d/e/f"])
fs.remove_all "d"
fs.remove "c"
assert (filter (name -> len name == 1) (fs.list ".") == ["a"])
for line in fs.open "read" "a" { print line }
