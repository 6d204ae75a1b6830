# What `.` and `..` leave of a path could be read as a host or a scheme that the URL did not have.
print (url.join "file:/a" ".//host/b")
# expect: file:/.//host/b
print (url.join "a/b" "../c:d")
# expect: ./c:d
print (url.show { host: "example.org", path: "p" })
# expect: //example.org/p
