print "never"
break            # expect error: break
