text = """
    first
      second
    third
    """
print text
# expect: first
# expect:   second
# expect: third
print (len text)
# expect: 20
