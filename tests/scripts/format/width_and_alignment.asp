x = 42
s = "ab"
print "[{x:5}] [{s:5}]"
# expect: [   42] [ab   ]
print "[{x:<5}] [{s:>5}] [{s:^6}]"
# expect: [42   ] [   ab] [  ab  ]
print "[{x:^5}] [{s:^5}]"
# expect: [ 42  ] [ ab  ]
