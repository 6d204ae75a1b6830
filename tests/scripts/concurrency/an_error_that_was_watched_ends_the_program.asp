# The program is a spawner, too: what it was told of and did not await ends it with an error, after all else.
go = channel 0
t = spawn { recv go; error "x" }     # expect error: x
spawn { send go () }
print (task.first_done [t] == t)
print "the end"
# expect: true
# expect: the end
