text = """
    a
      b
  """
print text
# expect:   a
# expect:     b
