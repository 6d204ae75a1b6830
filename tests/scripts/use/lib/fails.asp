print "before the failure"
broken = 1 // 0
