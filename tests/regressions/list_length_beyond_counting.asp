# The message showed the length after it had been cut to 32 bits.
print (try repeat (10 ** 12) 0)
# expect: Err (MemoryLimit { message: "a list cannot have more than 4294967295 elements" })
print (try string.repeat (10 ** 12) "x")
# expect: Err (MemoryLimit { message: "a string cannot have more than 4294967280 bytes" })
