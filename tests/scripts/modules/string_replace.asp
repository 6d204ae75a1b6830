print (string.replace "a" "X" "banana")
# expect: bXnXnX
print (string.replace_first "a" "X" "banana")
# expect: bXnana
print (string.replace "z" "X" "banana")
# expect: banana
