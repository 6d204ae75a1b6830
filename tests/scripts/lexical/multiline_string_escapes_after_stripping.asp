text = """
    a\tb
    \x20 c
    """
print text
# expect: a	b
# expect:   c
