# a gigabyte of short-lived lists in all
for i in 0..5000 { xs = repeat 25000 i }
print "enough memory"
# expect: enough memory
