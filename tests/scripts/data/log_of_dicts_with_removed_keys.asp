log.set_level "info"
log.info_with (remove "a" ["a": 1, "b": 2, "c": 3]) "x"
log.info_with (remove "b" ["a": 1, "b": 2, "c": 3]) "x"
print "logged"
# expect: logged
