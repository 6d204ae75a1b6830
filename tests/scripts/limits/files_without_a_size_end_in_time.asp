# The system says that this file has no bytes, and gives as many as the address space has pages.
print ((try (task.timeout 0.05 (() -> fs.read_bytes "/proc/self/pagemap"))) is Err _)
# expect: true
print (string.starts_with? "Name:" (fs.read "/proc/self/status"))
# expect: true
