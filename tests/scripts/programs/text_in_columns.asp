# text table with alignment
table = [["Name", "Qty", "Price"], ["Apple", 3, 0.5], ["Watermelon", 12, 3.25], ["日本", 1, 1000]]
texts = table |> map (row -> row |> map string)
widths = texts |> list.transpose |> map (col -> col |> map string.width |> max)
pad = w s -> s + string.repeat (w - string.width s) " "
for i, row in enumerate texts {
    print (zip_with pad widths row |> join " | ")
    if i == 0 { print (widths |> map (w -> string.repeat w "-") |> join "-+-") }
}
print (string.wrap 30 "The quick brown fox jumps over the lazy dog and runs away from everything.")
print (string.indent 4 (string.wrap 20 "a bb ccc dddd eeeee ffffff"))
print (string.center 11 "mid" + "|")
print (string.title "hello wORLD foo-bar")
print "{3.14159:08.3f}|{-5:+d}|{5:+d}|{1e10:e}|{255:#x}|{255:b}|{0.5:%}|{1234567.891:,.1f}"
print "{"x":-^9}|{42:<6}|{42:^6}|{42:>6}|{true}|{None}"
# expect: Name       | Qty | Price
# expect: -----------+-----+------
# expect: Apple      | 3   | 0.5  
# expect: Watermelon | 12  | 3.25 
# expect: 日本       | 1   | 1000 
# expect: The quick brown fox jumps over
# expect: the lazy dog and runs away
# expect: from everything.
# expect:     a bb ccc dddd eeeee
# expect:     ffffff
# expect:     mid    |
# expect: Hello World Foo-Bar
# expect: 0003.142|-5|+5|1.000000e+10|0xff|11111111|50.000000%|1,234,567.9
# expect: ----x----|42    |  42  |    42|true|None
