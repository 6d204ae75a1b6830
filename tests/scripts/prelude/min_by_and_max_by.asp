words = ["pear", "fig", "banana"]
print (min_by len words)
# expect: fig
print (max_by len words)
# expect: banana
