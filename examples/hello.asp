#!/usr/bin/env aspen
print "hello, world"              # expect: hello, world
