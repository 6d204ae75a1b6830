text = """
    a
    b"""
print (show text)
# expect: "a\nb"
