print """one "line" only"""
# expect: one "line" only
