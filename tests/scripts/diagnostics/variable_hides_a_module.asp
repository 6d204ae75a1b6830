# The hint says that the name means the variable, not to write the call in another order.
url = "http://h/p"
print url
# expect: http://h/p
print (url.parse url)  # expect error: `url` is a variable here, which hides the module `url`
