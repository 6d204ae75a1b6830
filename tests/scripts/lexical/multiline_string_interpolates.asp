n = 2
print """
    n is {n}
    twice {n * 2}
    """
# expect: n is 2
# expect: twice 4
