a = time.monotonic ()
b = time.monotonic ()
print (b >= a)
# expect: true
print (time.now () > 1.6e9)
# expect: true
