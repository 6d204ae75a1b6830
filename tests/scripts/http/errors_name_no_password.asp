# Messages of errors go into logs.
listener = net.listen "127.0.0.1:0"
address = net.address listener
net.close listener
for rest in ["/", "", "/a@b", "?a@b", "#a@b"] {
    for user in ["", "user@", "user:secret@"] {
        match try (http.get "http://{user}{address}{rest}") {
            Err (IoError e) -> {
                if e.path != "http://{address}{rest}" or not (string.starts_with? "{e.path}: " e.message) { print (user, e) }
                if contains "secret" e.message { print e }
            }
        }
    }
}
print "done"
# expect: done
