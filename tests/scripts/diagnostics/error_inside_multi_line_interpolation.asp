s = """
    a {unknown_a} b     # expect error: unknown_a
    """
