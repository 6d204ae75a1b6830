file = "/tmp/aspen-test-{random.int (10 ** 15)}"
fs.write file "content"
fs.copy file "{file}.copy"
fs.rename file "{file}.moved"
print [fs.exists? file, fs.read "{file}.copy", fs.read "{file}.moved"]
# expect: [false, "content", "content"]
fs.remove "{file}.copy"
fs.remove "{file}.moved"
