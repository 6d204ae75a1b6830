s = """
    several
    lines
    """
t = undefined_name      # expect error: undefined_name
