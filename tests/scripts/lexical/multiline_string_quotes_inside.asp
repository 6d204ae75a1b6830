print """
    say "hi" and ""twice""
    """
# expect: say "hi" and ""twice""
