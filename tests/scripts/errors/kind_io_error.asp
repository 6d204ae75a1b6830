match (try (fs.read "/no/such/file")) {
    Err (IoError { message, code, path }) -> {
        print code
        print path
    }
}
# expect: ENOENT
# expect: /no/such/file
