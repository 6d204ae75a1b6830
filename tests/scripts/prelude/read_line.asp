# stdin: first
# stdin: second line
print (read_line ())
# expect: Some "first"
print (read_line ())
# expect: Some "second line"
print (read_line ())
# expect: None
