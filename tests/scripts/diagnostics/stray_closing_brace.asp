print 1
}                       # expect error: }
