# The path in an error of fs.copy is the one that the call failed at.
d = fs.temp_dir ()
fs.write "{d}/a" "1"
fs.make_dir "{d}/dir/a"
fs.make_dir "{d}/tree/sub"
fs.write "{d}/tree/sub/f" "2"
fs.make_dir "{d}/full/tree"
fs.write "{d}/full/tree/sub" "not a directory"
tell = from to -> match try (fs.copy "{d}/{from}" "{d}/{to}") {
    Ok _ -> print "copied"
    Err (IoError e) -> print "{e.code} {string.remove_prefix d e.path}"
}
tell "a" "no/b"
tell "none" "b"
tell "a" "dir"
tell "dir" "a"
tell "tree" "no/such"
tell "tree" "full/tree"
# expect: ENOENT /no/b
# expect: ENOENT /none
# expect: EISDIR /dir/a
# expect: ENOTDIR /a
# expect: ENOENT /no/such
# expect: ENOTDIR /full/tree/sub
fs.remove_all d
