file = "/tmp/aspen-test-{random.int (10 ** 15)}"
fs.atomic_write file "one"
fs.atomic_write file "two"
print (fs.read file)
# expect: two
fs.remove file
