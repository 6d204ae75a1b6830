text = """
    a

    b
    """
print (string.lines text)
# expect: ["a", "", "b"]
