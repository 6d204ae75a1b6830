print "never"
s = """
    a {unknown_a} b
    """
# exit: 2
