match (try (fs.read "/nonexistent/file")) { Err (IoError { code }) -> print code }
# expect: ENOENT
match (try (fs.list "/nonexistent")) { Err (IoError { code }) -> print code }
# expect: ENOENT
print (fs.exists? "/nonexistent/file")
# expect: false
