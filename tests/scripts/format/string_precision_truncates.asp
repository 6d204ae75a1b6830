print "[{"abcdef":.3}] [{"abcdef":6.2}] [{"ab":.5}]"
# expect: [abc] [ab    ] [ab]
