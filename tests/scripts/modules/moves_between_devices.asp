# A moved file is the same at its new place, on any device, and gone from the old place. `/dev/shm` is another
# device than that of temporary files on most machines.
here = fs.temp_dir ()
there = if fs.dir? "/dev/shm" { "/dev/shm/{path.base here}" } else { "{here}-2" }
fs.make_dir there

fs.write "{here}/a" "text"
fs.set_mode 0o640 "{here}/a"
fs.write "{there}/a" "replaced"
modified = (fs.stat "{here}/a").modified
fs.move "{here}/a" "{there}/a"
moved = fs.stat "{there}/a"
print (fs.read "{there}/a", moved.mode == 0o640, moved.modified == modified)
# expect: ("text", true, true)
print (fs.list here, fs.list there)
# expect: ([], ["a"])

fs.make_dir "{here}/d/e"
fs.write "{here}/d/e/f" "deep"
fs.symlink "e/f" "{here}/d/link"
fs.symlink "nowhere" "{here}/d/broken"
fs.make_dir "{there}/d"
fs.move "{here}/d" "{there}/d"
print (fs.list "{there}/d", fs.read "{there}/d/link", fs.read_link "{there}/d/broken")
# expect: (["broken", "e", "link"], "deep", "nowhere")
print (fs.list here)
# expect: []

# If a move fails, nothing is lost, and nothing is left at the new place.
code = f -> match try (f ()) { Err (IoError e) -> e.code }
fs.make_dir "{here}/d/g"
print (code (() -> fs.move "{here}/d" "{there}/d"), code (() -> fs.move "{here}/none" "{there}/x"))
# expect: ("ENOTEMPTY", "ENOENT")
print (code (() -> fs.move "{here}/d" "{there}/a"), code (() -> fs.move "{there}/a" "{here}/no/a"))
# expect: ("ENOTDIR", "ENOENT")
process.run "mkfifo" ["{here}/d/pipe"]
try (fs.move "{here}/d" "{there}/d2")
print (len (filter fs.exists? ["{here}/d/pipe", "{there}/d2/pipe"]), filter (contains ".") (fs.list there))
# expect: (1, [])
fs.remove_all here
fs.remove_all there
