dir = "/tmp/aspen-test-{random.int (10 ** 15)}"
fs.make_dir dir
fs.write "{dir}/b.txt" "b"
fs.write "{dir}/a.txt" "a"
print (len (fs.list dir))
# expect: 2
print (len (fs.glob "{dir}/*.txt"))
# expect: 2
fs.remove "{dir}/a.txt"
fs.remove "{dir}/b.txt"
print (empty? (fs.list dir))
# expect: true
fs.remove dir
print (fs.exists? dir)
# expect: false
