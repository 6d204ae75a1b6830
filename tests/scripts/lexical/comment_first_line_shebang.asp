#!/usr/bin/env aspen
print "runs"
# expect: runs
