match (try (fs.list "/etc/passwd")) { Err (IoError { code, path }) -> print "{code} {path}" }
# expect: ENOTDIR /etc/passwd
match (try (fs.read "/tmp")) { Err (IoError { code }) -> print code }
# expect: EISDIR
match (try (fs.write "/no/such/dir/file" "x")) { Err (IoError { code, path }) -> print "{code} {path}" }
# expect: ENOENT /no/such/dir/file
