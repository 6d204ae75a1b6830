print (url.query_pairs "?a=1&b=x+y&a=%32&&c")
# expect: [("a", "1"), ("b", "x y"), ("a", "2"), ("c", "")]
print (url.query_pairs "", url.parse_query "a=1&a=2")
# expect: ([], ["a": "2"])
