d = ["apple": 1, "banana": 2]
print d["aple"]      # expect error: apple
