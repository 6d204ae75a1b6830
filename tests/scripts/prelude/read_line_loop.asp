# stdin: 3
# stdin: 4
# stdin: 5
total = 0
while read_line () is Some line { total += int line }
print total
# expect: 12
