d = "/tmp/aspen-test-{random.int (10 ** 15)}"
fs.make_dir "{d}/inner"
fs.write "{d}/a" "x"
for to in ["{d}/inner/copy", d, "{d}/../{path.base d}/copy"] {
    match try (fs.copy d to) {
        Err (IoError e) -> print e.code
        other -> print other
    }
}
# expect: EINVAL
# expect: EINVAL
# expect: EINVAL
print (fs.list d)
# expect: ["a", "inner"]
fs.copy d "{d}-copy"
print (fs.list "{d}-copy")
# expect: ["a", "inner"]
fs.remove_all d
fs.remove_all "{d}-copy"
