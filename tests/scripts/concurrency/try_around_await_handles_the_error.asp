t = spawn error "handled"
print (try (await t))      # expect: Err "handled"
print "goes on"            # expect: goes on
