# Links are followed; an error names the link, not the directory that it is deep in.
d = fs.temp_dir ()
fs.make_dir "{d}/from/inner"
fs.write "{d}/note" "x"
fs.symlink "../../note" "{d}/from/inner/note"
fs.copy "{d}/from" "{d}/to"
print ((fs.stat "{d}/to/inner/note").kind, fs.read "{d}/to/inner/note")
# expect: (File, "x")

fails = target -> {
    link = "{d}/from/inner/link"
    fs.symlink target link
    match try (fs.copy "{d}/from" "{d}/again") {
        Err (IoError e) -> print "{e.code} {string.remove_prefix d e.path} {contains link e.message}"
        other -> print other
    }
    fs.remove link
    fs.remove_all "{d}/again"
}
fails "nowhere"
# expect: ENOENT /from/inner/link true
fails "link"
# expect: ELOOP /from/inner/link true
fails ".."
# expect: ELOOP /from/inner/link true
fails d
# expect: EINVAL /from/inner/link true

# A name that is no text is shown as text in the error.
process.run "sh" ["-c", "ln -s nowhere \"$(printf '{d}/from/\\377')\""]
match try (fs.copy "{d}/from" "{d}/again") {
    Err (IoError e) -> print "{e.code} {string.remove_prefix d e.path}"
    other -> print other
}
# expect: ENOENT /from/�

# Two directories that lead to each other.
fs.make_dir "{d}/a"
fs.make_dir "{d}/b"
fs.symlink "../b" "{d}/a/x"
fs.symlink "../a" "{d}/b/y"
match try (fs.copy "{d}/a" "{d}/again") {
    Err (IoError e) -> print "{e.code} {string.remove_prefix d e.path}"
    other -> print other
}
# expect: ELOOP /a/x/y
fs.remove_all d
