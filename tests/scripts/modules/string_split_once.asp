print (string.split_once "=" "k=v=w")
# expect: Some ("k", "v=w")
print (string.split_once "=" "kv")
# expect: None
