# The program is a spawner, too: an error that it watched and did not await ends it, after everything else.
go = channel 0
t = spawn { recv go; error "x" }     # expect error: x
spawn { send go () }
print (task.first_done [t] == t)
print "the end"
# expect: true
# expect: the end
