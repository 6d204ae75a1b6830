# process.kill accepts the names that module signals has, and numbers.
p = process.spawn "sleep" ["100"]
process.kill "TERM" p
print (process.wait p)
# expect: 143
q = process.spawn "sleep" ["100"]
process.kill 9 q
print (process.wait q)
# expect: 137
print ((try (process.kill "SIGKILL" q)) is Err (ValueError _))
# expect: true
