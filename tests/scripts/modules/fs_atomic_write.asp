file = "/tmp/aspen-test-{random.int (10 ** 15)}"
fs.atomic_write file "one"
fs.atomic_write file "two"
print (fs.read file)
# expect: two
# A new file has the mode that any other has.
fs.write "{file}.b" ""
print ((fs.stat file).mode == (fs.stat "{file}.b").mode)
# expect: true
fs.remove file
fs.remove "{file}.b"
