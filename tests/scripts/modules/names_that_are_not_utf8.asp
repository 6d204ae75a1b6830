# Names of files that are not UTF-8 are Bytes, and go wherever names go: into paths, other programs, variables.
folder = fs.temp_dir ()
p = path.join folder b"b\xff.txt"
print (path.base p, path.name p, path.ext p, path.parent p == folder, path.with_ext "" (path.base p))
# expect: (b"b\xff.txt", b"b\xff", ".txt", true, b"b\xff")
fs.write p "found"
print (process.run "cat" [p]).out
# expect: found
inner = path.join folder b"d\xff"
fs.make_dir inner
print ((process.run_with { dir: inner, bytes: true } "pwd" []).out == inner + b"\n")
# expect: true
print (process.run_with { bytes: true, env: ["A": b"\xfe"] } "sh" ["-c", "printf %s \"$A$1\"", "sh", b"\xff"]).out
# expect: b"\xfe\xff"
env.set "ASPEN_TEST_B" b"v\xff"
print (env.get "ASPEN_TEST_B", get "ASPEN_TEST_B" (env.all ()))
# expect: (Some b"v\xff", Some b"v\xff")
env.unset "ASPEN_TEST_B"
print (path.join_all [folder, b"\xff", "x"] == bytes folder + b"/\xff/x", path.normalize b"a/../\xff", path.relative "a" b"a/\xff", path.parts b"a/\xff")
# expect: (true, b"\xff", b"\xff", ["a", b"\xff"])
print ((try (process.run b"/no/\xff" [])) is Err (IoError { code: "ENOENT" }))
# expect: true
fs.remove_all folder

# Also as an argument of a program.
write (process.run (fs.read_link "/proc/self/exe") ["-e", "print (show args)", b"a\xff", "é"]).out
# expect: [b"a\xff", "é"]
