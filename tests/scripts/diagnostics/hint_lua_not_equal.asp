x = 1
if x ~= 3 { print "x" }     # expect error: write `!=`
